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
  private let includesTrash: Bool
  private let hasSteps: Bool
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
    let found = try Row.fetchCursor(
      try db.cachedStatement(sql: sql), arguments: StatementArguments(common + rest))
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
