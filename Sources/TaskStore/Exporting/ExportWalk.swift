import GRDB
import Tasks

/// The tasks of a list in the order of an export, a few of them in memory.
struct ExportWalk: Sendable {
  /// How many tasks are read at once, and about how many bytes.
  private static let batch = (tasks: 32, bytes: 64 << 10)

  /// The rest of a level: tasks of their own, or the steps of a task.
  private struct Level: Sendable {
    /// The task whose steps these are; nil for tasks of their own.
    let parent: Int64?
    var last = Place(position: .min, id: .min)
    /// Those that were read, the next one last.
    var rows: [ExportedRow] = []
    var isEnded = false
  }

  private let list: Int64
  private let tasks: ListExport.Tasks
  private let includesTrash, hasSteps: Bool
  /// The levels that are being read, the deepest last.
  private var levels = [Level(parent: nil)]
  /// The number of chosen tasks that were read.
  private var read = 0

  init(_ tasks: ListExport.Tasks, of list: Int64, includesTrash: Bool, _ db: Database) throws {
    (self.tasks, self.list, self.includesTrash) = (tasks, list, includesTrash)
    hasSteps =
      switch tasks {
      case .nested: try db.hasSubtasks(in: ListID(list))
      case .chosen: false
      }
  }

  /// The next task; nil at the end.
  mutating func next(_ db: Database) throws -> ExportedRow? {
    while !levels.isEmpty {
      let deepest = levels.count - 1
      if levels[deepest].rows.isEmpty, !levels[deepest].isEnded { try fill(deepest, db) }
      guard let row = levels[deepest].rows.popLast() else {
        levels.removeLast()
        continue
      }
      if hasSteps, levels.count < Limits.subtaskLevels { levels.append(Level(parent: row.id)) }
      return row
    }
    return nil
  }

  private mutating func fill(_ depth: Int, _ db: Database) throws {
    switch tasks {
    case .nested:
      if let parent = levels[depth].parent {
        try fill(depth, from: ExportQuery.steps, [parent], db)
      } else {
        try fill(depth, from: ExportQuery.top, [], db)
      }
    case .chosen(let chosen): try fill(chosen, db)
    }
  }

  private mutating func fill(
    _ depth: Int, from sql: String, _ rest: [(any DatabaseValueConvertible)?], _ db: Database
  ) throws {
    let last = levels[depth].last
    let common: [(any DatabaseValueConvertible)?] = [list, last.position, last.id, includesTrash]
    let found = try Row.fetchCursor(try db.cachedStatement(sql: sql), arguments: StatementArguments(common + rest))
    var (rows, bytes): ([ExportedRow], Int) = ([], 0)
    while rows.count < Self.batch.tasks, bytes < Self.batch.bytes {
      guard let row = try found.next() else {
        levels[depth].isEnded = true
        break
      }
      let task = try ExportedRow(row, depth: depth)
      bytes += task.bytes
      rows.append(task)
    }
    if let row = rows.last { levels[depth].last = Place(position: row.position, id: row.id) }
    levels[depth].rows = rows.reversed()
  }

  /// Reads the next chosen tasks. Those that were deleted meanwhile are missing, in a database without snapshots.
  private mutating func fill(_ chosen: [ExportedMatch], _ db: Database) throws {
    var (rows, bytes): ([ExportedRow], Int) = ([], 0)
    let next = chosen[read...].prefix(Self.batch.tasks)
    var index = next.startIndex
    let found = try Row.fetchCursor(
      try db.cachedStatement(sql: ExportQuery.chosen), arguments: [list, next.map { TaskID($0.id) }.json])
    while bytes < Self.batch.bytes, let row = try found.next() {
      var task = try ExportedRow(row)
      // Matches are in the order of the search.
      task.task.section = nil
      while index < next.endIndex, next[index].id != task.id { index += 1 }
      if index < next.endIndex { task.task.depth = next[index].depth }
      bytes += task.bytes
      rows.append(task)
      index += 1
    }
    // A batch that was not read to its end is continued after its last task.
    read = bytes < Self.batch.bytes ? next.endIndex : min(index, next.endIndex)
    levels[0].isEnded = read >= chosen.count
    levels[0].rows = rows.reversed()
    if rows.isEmpty, read < chosen.count { try fill(chosen, db) }
  }
}

struct ExportedRow: Sendable {
  let id, position: Int64
  var task: PortableTask
  /// The identifier of the task that it is a step of.
  let parent: String?

  init(_ row: Row, depth: Int = 0) throws {
    id = row[ExportedColumn.id]
    position = row[ExportedColumn.position]
    parent = row[ExportedColumn.parent]
    let draft = try TaskDraft(row, at: ExportedColumn.count)
    // Tasks from before there were identifiers have one since a migration.
    let uid = row[ExportedColumn.uid] as String? ?? "fourfold-\(id)"
    task = PortableTask(
      uid: uid, draft: draft, percent: row[ExportedColumn.percent], created: row.date(ExportedColumn.created),
      changed: row.moment(ExportedColumn.changed)?.date, completed: row.moment(ExportedColumn.done)?.date,
      deleted: row.moment(ExportedColumn.deleted)?.date, depth: depth, section: row[ExportedColumn.section])
  }

  /// About the memory that it takes.
  var bytes: Int { task.draft.bytes + 200 }
}

/// The columns of an exported task; those of `TaskField` follow.
enum ExportedColumn: Int, SelectedColumn {
  case id, position, uid, parent, percent, created, changed, done, deleted, section

  static let table = "tasks"
  static let expressions: [Self: String] = [
    .parent: "(SELECT p.uid FROM tasks p WHERE p.id = tasks.parent)",
    .section: """
    (SELECT s.name FROM sections s WHERE s.list = tasks.list AND s.deleted IS NULL AND s.position < tasks.position
      AND tasks.parent IS NULL ORDER BY s.position DESC LIMIT 1)
    """,
  ]
}

extension Database {
  /// The tasks of each list that a search finds, however many they are, each before those of its steps that are found as well.
  func exportedMatches(
    of text: String?, in filter: TaskFilter, for account: AccountID
  ) throws -> [Int64: [ExportedMatch]] {
    var found: [Int64: [Int64]] = [:]
    if let text {
      var before: TaskID?
      repeat {
        let search = Search(
          text: text, filter: filter, order: .newest, before: before, window: Limits.searchMatches, account: account)
        guard case .found(let matches) = try self.matches(of: search) else { return [:] }
        for key in matches.keys { found[key.list.id, default: []].append(key.id) }
        before = matches.olderThan
      } while before != nil
    } else {
      // List by list, because a scan compares only as many tasks as a few lists have.
      for list in try rows(FilterQuery.lists, [account.value, filter.list?.value], { $0[1] as Int64 }) {
        var filter = filter
        filter.list = ListID(list)
        let scan = try FilterScan(self, account, filter, .list, limit: 2 * Limits.tasksPerList)
        if scan.isCut { throw StoreError.internal("a list with more tasks than a filter compares") }
        if !scan.found.isEmpty { found[list] = scan.found.map(\.id) }
      }
    }
    return try found.mapValues { try nested($0) }
  }

  /// Tasks of one list in its order, each before its steps.
  private func nested(_ tasks: [Int64]) throws -> [ExportedMatch] {
    var places: [Int64: (parent: Int64?, position: Int64)] = [:]
    var missing = tasks
    // The parents of parents, level by level.
    while !missing.isEmpty {
      let parents = try rows(ExportQuery.places, [missing.map { TaskID($0) }.json]) { row in
        (id: row[0] as Int64, parent: row[1] as Int64?, position: row[2] as Int64)
      }
      for row in parents { places[row.id] = (row.parent, row.position) }
      missing = Array(Set(parents.compactMap(\.parent)).filter { places[$0] == nil })
    }
    func path(to task: Int64) -> [Place] {
      var (path, current): ([Place], Int64?) = ([], task)
      while let id = current, let place = places[id], path.count < Limits.subtaskLevels {
        path.append(Place(position: place.position, id: id))
        current = place.parent
      }
      return path.reversed()
    }
    let chosen = Set(tasks)
    return tasks.map(path).sorted { $0.lexicographicallyPrecedes($1) }.compactMap { path in
      path.last.map { last in ExportedMatch(id: last.id, depth: path.count { chosen.contains($0.id) } - 1) }
    }
  }
}
