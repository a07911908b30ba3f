import Foundation
import GRDB
import Tasks

extension Write {
  /// Makes tasks steps of restored tasks again that have left them since, because these were in the trash: what was restored or brought
  /// back by an undo alone. The inverse of that change knows its former parent.
  ///
  /// A task that is elsewhere by now stays there, as does an open one of a completed parent, and one that has left before the newest
  /// ``RejoiningQuery/changes`` changes of the list: a list may have very many.
  ///
  /// - Parameters:
  ///   - parents: the restored tasks.
  ///   - deleted: when they were deleted.
  func rejoin(_ parents: [TaskID], deleted: Int64, in list: ListID, _ change: ChangeID) throws -> [Patch] {
    guard !parents.isEmpty else { return [] }
    let since = try db.firstChange(since: Milliseconds(value: deleted))
    let inverses = try db.rows(RejoiningQuery.detaching, [list.value, since, change.value]) { $0[0] as String }
    var former: [TaskID: TaskID] = [:]
    for inverse in inverses {
      for patch in try JSONDecoder().decode([Patch].self, from: Data(inverse.utf8)) where patch.table == .tasks {
        guard case .integer(let parent) = patch.was[.parent], patch.now[.parent] == .null else { continue }
        for id in patch.ids { former[TaskID(id)] = TaskID(parent) }
      }
    }
    let all = Set(parents)
    var patches: [Patch] = []
    for (step, parent) in former.sorted(by: { $0.key < $1.key }) where all.contains(parent) {
      guard try mayRejoin(step, parent, in: list) else { continue }
      let patch = Patch(
        .tasks, [step.value], was: [.parent: .null], now: [.parent: .integer(parent.value)])
      try apply(patch.now, .tasks, step.value, change)
      patches.append(patch)
    }
    return patches.joinedWhereAlike()
  }

  private func mayRejoin(_ step: TaskID, _ parent: TaskID, in list: ListID) throws -> Bool {
    guard let row = try subtaskRow(step), let above = try subtaskRow(parent), row.list == list, above.list == list,
      row.parent == nil, row.deleted == nil, above.deleted == nil, row.done != nil || above.done == nil
    else { return false }
    let height = try subtasks(below: step, in: [list]).map(\.level).max() ?? 0
    return try db.parents(of: parent).count + 2 + height <= Limits.subtaskLevels
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
