import Foundation
import GRDB
import Tasks

/// What keeps tasks and their subtasks together, whatever changed them:
///
/// - A subtask is in the list of its parent, and neither is the parent in the trash nor is it nested too deeply. Otherwise it becomes a
///   task of its own.
/// - The parent of an open subtask is open. It is reopened with the subtask, and completing it completes the subtask.
/// - The subtasks of a task in the trash are in the trash.
/// - A task that names a parent by its identifier is a subtask of it as soon as it can be.
extension Write {
  /// Applies these rules after tasks were changed, and returns the patches of what they changed besides.
  ///
  /// - Parameters:
  ///   - left: the tasks that these were subtasks of.
  ///   - lists: the lists that have subtasks of the tasks: their own, and the one that they were moved from.
  func settle(
    _ tasks: [TaskID], leaving left: [TaskID] = [], in lists: Set<ListID>, _ change: ChangeID
  ) throws -> [Patch] {
    let adopted = try adoptSubtasks(among: tasks, change)
    guard try lists.contains(where: db.hasSubtasks) else { return [] }
    let settled = try settleEach(tasks + adopted.tasks, in: lists, change)
    var patches = adopted + settled.patches
    if try lists.contains(where: db.hasWaitingSubtasks) {
      // Trees that are less deep by now may have room for subtasks that wait.
      let roots = try (tasks + left + settled.patches.formerParents).map(db.outermost)
      let late = try adoptSubtasks(among: Set(tasks + settled.below + roots).sorted(), change)
      patches += late
      patches += try settleEach(late.tasks, in: lists, change).patches
    }
    return patches.coalesced()
  }

  private func settleEach(
    _ tasks: [TaskID], in lists: Set<ListID>, _ change: ChangeID
  ) throws -> (patches: [Patch], below: [TaskID]) {
    var (patches, all): ([Patch], [TaskID]) = ([], [])
    for task in tasks {
      let below = try subtasks(below: task, in: lists)
      patches += try settleAbove(task, height: below.height, change)
      patches += try settle(below, below: task, change)
      all += below.map(\.id)
    }
    return (patches, all)
  }

  /// Makes tasks that wait for one of these its subtasks, and those of these that wait subtasks of what they wait for.
  private func adoptSubtasks(among tasks: [TaskID], _ change: ChangeID) throws -> [Patch] {
    let waiting = try db.rows(SubtreeQuery.waiting, [tasks.json]) {
      (subtask: $0.id(0) as TaskID, uid: $0[1] as String, parent: $0.id(2) as TaskID)
    }
    var patches: [Patch] = []
    for (subtask, uid, parent) in waiting where try mayBeSubtask(subtask, of: parent) {
      let patch = Patch(
        .tasks, [subtask.value], was: [.parent: .null, .awaits: .text(uid)],
        now: [.parent: .integer(parent.value), .awaits: .null])
      patches += try apply([patch], change)
    }
    return patches
  }

  /// Whether a task may be below another one: it is not above it, and its subtasks are not nested too deeply then.
  func mayBeSubtask(_ task: TaskID?, of parent: TaskID) throws -> Bool {
    let above = try db.parents(of: parent).map(\.id) + [parent]
    guard let task else { return above.count < Limits.subtaskLevels }
    guard !above.contains(task), let list = try subtaskRow(parent)?.list else { return false }
    return try above.count + 1 + subtasks(below: task, in: [list]).height <= Limits.subtaskLevels
  }

  /// The rules for a task and its parents.
  private func settleAbove(_ task: TaskID, height: Int, _ change: ChangeID) throws -> [Patch] {
    guard let row = try subtaskRow(task), let parent = row.parent else { return [] }
    let parents = try db.parents(of: task)
    // An undo may want a parent that is in another list by now, or a subtask of the task.
    guard let above = try subtaskRow(parent), above.list == row.list, !parents.contains(where: { $0.id == task }) else {
      return try apply([.detaching(task, from: parent)], change)
    }
    if row.deleted != nil { return [] }
    guard above.deleted == nil, parents.count + 1 + height <= Limits.subtaskLevels else {
      return try apply([.detaching(task, from: parent)], change)
    }
    var patches: [Patch] = []
    if let awaited = row.awaits {
      // A page has made it a subtask of another one than the task that it waits for.
      let patch = Patch(.tasks, [task.value], was: [.awaits: .text(awaited)], now: [.awaits: .null])
      patches += try apply([patch], change)
    }
    if row.done != nil { return patches }
    var next: SubtaskRow? = above
    while let open = next, let done = open.done, patches.count <= Limits.subtaskLevels {
      let patch = Patch(.tasks, [open.id.value], was: [.done: .integer(done)], now: [.done: .null])
      patches += try apply([patch], change)
      next = try open.parent.flatMap(subtaskRow)
    }
    return patches
  }

  /// The rules for the subtasks of a task.
  private func settle(_ subtasks: [SubtaskRow], below task: TaskID, _ change: ChangeID) throws -> [Patch] {
    guard !subtasks.isEmpty, let row = try subtaskRow(task) else { return [] }
    let elsewhere = subtasks.filter { $0.list != row.list }
    var patches: [Patch] = []
    if !elsewhere.isEmpty {
      let free = try Order(of: row.list, db).positions(for: elsewhere.count, at: .bottom, of: .all)
      patches += elsewhere.enumerated().map { index, subtask in
        Patch(
          .tasks, [subtask.id.value],
          was: [.list: .integer(subtask.list.value), .position: .integer(subtask.position)],
          now: [.list: .integer(row.list.value), .position: .integer(free.position(index))])
      }
    }
    let there = subtasks.filter { $0.deleted == nil }
    if let deleted = row.deleted, !there.isEmpty {
      patches.append(Patch(.tasks, there.map(\.id.value), was: [.deleted: .null], now: [.deleted: .integer(deleted)]))
    } else if row.done != nil, row.deleted == nil {
      let open = there.filter { $0.done == nil }
      if !open.isEmpty {
        patches.append(Patch(.tasks, open.map(\.id.value), was: [.done: .null], now: [.done: .integer(now.value)]))
      }
    }
    return try apply(patches, change)
  }

  /// - Parameter list: the list of the change.
  /// - Returns: the patches.
  @discardableResult func apply(_ patches: [Patch], in list: ListID? = nil, _ change: ChangeID) throws -> [Patch] {
    for patch in patches {
      for id in patch.ids { try apply(patch.now, patch.table, id, in: list, change) }
    }
    return patches
  }

  /// The subtasks of a task and theirs, in the trash or not, each after its parent.
  func subtasks(below task: TaskID, in lists: Set<ListID>) throws -> [SubtaskRow] {
    let lists = lists.map(\.description).sorted().json
    return try db.rows(SubtreeQuery.below, [lists, task.value, Limits.subtaskLevels], SubtaskRow.init)
  }

  func subtaskRow(_ task: TaskID) throws -> SubtaskRow? { try db.row(SubtreeQuery.byID, [task.value], SubtaskRow.init) }
}

/// A task as the rules for subtasks need it.
struct SubtaskRow {
  let id: TaskID
  let list: ListID
  let parent: TaskID?
  let position: Int64
  let done, deleted: Int64?
  /// The identifier of a task that it will be a subtask of.
  let awaits: String?
  /// The number of levels below the task that it was searched from.
  let level: Int

  init(_ row: Row) throws {
    id = row.id(0)
    list = row.id(1)
    parent = row.idIfPresent(2)
    position = row[3]
    done = row[4]
    deleted = row[5]
    awaits = row[6]
    level = row[7]
  }
}

extension [SubtaskRow] {
  /// The number of levels of the subtasks of a task that are not in the trash.
  var height: Int { lazy.filter { $0.deleted == nil }.map(\.level).max() ?? 0 }
}

extension Patch {
  static func detaching(_ task: TaskID, from parent: TaskID) -> Patch {
    Patch(.tasks, [task.value], was: [.parent: .integer(parent.value)], now: [.parent: .null])
  }
}

extension [Patch] {
  fileprivate var tasks: [TaskID] { flatMap(\.ids).map { TaskID($0) } }

  /// The tasks that have lost a subtask by these patches.
  var formerParents: [TaskID] { compactMap { $0.was[.parent]?.number }.map { TaskID($0) } }
}

enum SubtreeQuery {
  static let byID = "SELECT id, list, parent, position, done, deleted, awaits, 0 FROM tasks WHERE id = ?"

  /// The levels are bounded, in case the parents are a circle.
  static let below = """
    WITH RECURSIVE below (id, level) AS (
      SELECT t.id, 1 FROM json_each(?1) l CROSS JOIN tasks t ON t.list = l.value AND t.parent = ?2
      UNION ALL
      SELECT t.id, below.level + 1 FROM below CROSS JOIN json_each(?1) l
        CROSS JOIN tasks t ON t.list = l.value AND t.parent = below.id
        WHERE below.level < ?3)
    SELECT t.id, t.list, t.parent, t.position, t.done, t.deleted, t.awaits, below.level
    FROM below CROSS JOIN tasks t ON t.id = below.id WHERE t.id <> ?2
    ORDER BY below.level, t.position, t.id
    """

  /// Tasks that name a task of the same list as their parent, where one of some tasks is one of both.
  static let waiting = """
    SELECT s.id, s.awaits, p.id
    FROM json_each(?1) j CROSS JOIN tasks p ON p.id = j.value AND p.deleted IS NULL
      CROSS JOIN tasks s ON s.list = p.list AND s.awaits = p.uid AND s.parent IS NULL AND s.deleted IS NULL
    UNION
    SELECT s.id, s.awaits, p.id
    FROM json_each(?1) j
      CROSS JOIN tasks s ON s.id = j.value AND s.awaits IS NOT NULL AND s.parent IS NULL AND s.deleted IS NULL
      CROSS JOIN tasks p ON p.uid = s.awaits AND p.list = s.list AND p.deleted IS NULL
    ORDER BY 1
    """
}

extension Write {
  /// Makes tasks subtasks of restored tasks again that have left them since, because these were in the trash: what was restored or brought
  /// back by an undo alone. The inverse of that change knows its former parent.
  ///
  /// A task that is elsewhere by now stays there, as does an open one of a completed parent, and one that has left before the newest
  /// ``RejoiningQuery/changes`` changes of the list: a list may have very many.
  ///
  /// - Parameter restoring: the patches of the change. Not all of them restore a task.
  func rejoin(_ restoring: [Patch], in list: ListID, _ change: ChangeID) throws -> [Patch] {
    let restoring = restoring.filter { $0.table == .tasks && $0.now[.deleted] == .null }
    guard let first = restoring.compactMap({ $0.was[.deleted]?.number }).min() else { return [] }
    let since = try db.firstChange(since: Milliseconds(value: first))
    let inverses = try db.rows(RejoiningQuery.detaching, [list.value, since, change.value]) { $0[0] as String }
    var former: [TaskID: TaskID] = [:]
    for inverse in inverses {
      for patch in Patch.stored(inverse) ?? [] where patch.table == .tasks {
        guard let parent = patch.was[.parent]?.number, patch.now[.parent] == .null else { continue }
        for id in patch.ids { former[TaskID(id)] = TaskID(parent) }
      }
    }
    let all = Set(restoring.flatMap(\.ids))
    var patches: [Patch] = []
    for (subtask, parent) in former.sorted(by: { $0.key < $1.key }) where all.contains(parent.value) {
      guard try mayRejoin(subtask, parent, in: list) else { continue }
      let patch = Patch(.tasks, [subtask.value], was: [.parent: .null], now: [.parent: .integer(parent.value)])
      try apply(patch.now, .tasks, subtask.value, change)
      patches.append(patch)
    }
    return patches.coalesced()
  }

  private func mayRejoin(_ subtask: TaskID, _ parent: TaskID, in list: ListID) throws -> Bool {
    guard let row = try subtaskRow(subtask), let above = try subtaskRow(parent), row.list == list, above.list == list,
      row.parent == nil, row.deleted == nil, above.deleted == nil, row.done != nil || above.done == nil
    else { return false }
    return try db.parents(of: parent).count + 2 + subtasks(below: subtask, in: [list]).height <= Limits.subtaskLevels
  }
}

enum RejoiningQuery {
  /// The maximum number of changes to look at.
  static let changes = 1_000

  /// The inverses of the changes of a list since a change that restored tasks, and took them from their parents.
  static let detaching = """
    SELECT c.inverse FROM changes c
    WHERE c.list = ?1 AND c.id >= max(?2, coalesce((
        SELECT n.id FROM changes n WHERE n.list = ?1 AND n.id < ?3 ORDER BY n.id DESC LIMIT 1 OFFSET \(changes - 1)), 0))
      AND c.id < ?3 AND c.kind IN ('task-restored', 'undone') AND c.undone IS NULL
      AND instr(c.inverse, '"parent":"#') > 0
    ORDER BY c.id
    """
}
