import GRDB
import TaskFormats
import Tasks

/// Brings the stored tasks of a source to those of a file. The same task is found by its identifier in the file, so it keeps its id, its
/// place and what has not changed.
///
/// Each chunk compares both anew, and writes at most ``chunk`` rows.
struct SourceSync: Sendable {
  /// The number of rows that one transaction writes.
  static let chunk = 1_000

  private let tasks: [PortableTask]
  /// The changes from the stored copy; nil for the first copy of an address.
  private(set) var changes: SourceChanges?
  /// Whether a row was written.
  private(set) var isChanged = false
  private var hasBegun = false
  /// The tags of tasks that have others now.
  private var formerTags: Set<Tag> = []

  init(_ tasks: [PortableTask]) { self.tasks = tasks }

  /// Writes the next rows. Returns whether these were the last ones.
  /// - Parameters:
  ///   - source: the source, as it is stored.
  ///   - list: the list that has its tasks.
  ///   - write: the transaction, of the account that the source is read for.
  mutating func run(_ source: Source, in list: ListID, _ write: Write) throws -> Bool {
    let stored = try write.db.rows(SyncQuery.tasks, [list.value, source.id.value], SyncedTask.init)
    begin(stored, source)
    var chunk = SyncChunk(list: list, source: source.id, write: write)
    let isComplete = try chunk.run(tasks, over: stored)
    isChanged = isChanged || chunk.rowBudget < Self.chunk
    formerTags.formUnion(chunk.formerTags)
    if isComplete, isChanged { try nameTags(of: list, write) }
    return isComplete
  }

  private mutating func begin(_ stored: [SyncedTask], _ source: Source) {
    guard !hasBegun else { return }
    hasBegun = true
    guard let copy = source.copy, !copy.isFormer else { return }
    changes = SourceChanges(
      from: stored.map { (key: $0.uid, title: $0.title) },
      to: tasks.map { (key: $0.uid, title: $0.draft.title) })
  }

  /// Registers the tags of the tasks for all members of the list, and forgets those that no task has any more.
  private func nameTags(of list: ListID, _ write: Write) throws {
    for account in try write.db.rows(SyncQuery.members, [list.value], { $0.id(0) as AccountID }) {
      let member = Write(db: write.db, account: account, now: write.now, quotas: write.quotas)
      try member.registerTags(of: list)
      try member.forgetUnused(Array(formerTags))
    }
  }
}

/// A chunk of a synchronisation.
private struct SyncChunk {
  let list: ListID
  let source: SourceID
  let write: Write
  /// The number of rows that may still be written.
  var rowBudget = SourceSync.chunk
  var formerTags: Set<Tag> = []

  private enum Row {
    case section(String)
    /// A task by its index.
    case task(Int)
  }

  mutating func run(_ tasks: [PortableTask], over stored: [SyncedTask]) throws -> Bool {
    let (portable, spelling) = try spelled(PortableList(name: nil, tasks: tasks))
    let wanted = ImportedTasks(portable)
    let headings = try write.db.headings(of: list)
    let rows = wanted.tasks.indices.flatMap { index in
      wanted.sections(before: index).map(Row.section) + [.task(index)]
    }
    guard try delete(stored, headings, unlessIn: portable) else { return false }

    let known = Dictionary(stored.map { ($0.uid, $0) }) { first, _ in first }
    let sections = Dictionary(headings.map { ($0.name, $0) }) { first, _ in first }
    let positions = SyncOrder.positions(
      rows.map { row in
        switch row {
        case .section(let name): sections[name]?.position
        case .task(let index): known[wanted.tasks[index].uid]?.position
        }
      })
    var ids: [TaskID?] = []
    for (row, position) in zip(rows, positions) {
      guard rowBudget > 0 else { return false }
      switch row {
      case .section(let name): try put(name, sections[name], at: position)
      case .task(let index):
        let parent = wanted.parents[index].flatMap { ids[$0] }
        let task = wanted.task(index, under: parent.map { .task($0) }, spelling: spelling, from: source, at: write.now)
        ids.append(try put(task, under: parent, known[wanted.tasks[index].uid], at: position))
      }
    }
    return true
  }

  /// The tasks with tags in the spellings of the account. Those that it has no room for are in the notes.
  private func spelled(_ list: PortableList) throws -> (PortableList, TagSpelling) {
    let known = try write.db.rows(ImportQuery.tags, [write.account.value]) { Tag(stored: $0[0] as String) }
    let keys = Set(known.map(\.key))
    let new = Set(list.tasks.flatMap { $0.draft.tags.tags.map(\.key) }).subtracting(keys).sorted()
    let kept = keys.union(new.prefix(max(0, Limits.tagsPerAccount - known.count)))
    let spelled = new.count + known.count > Limits.tagsPerAccount ? list.keepingTags { kept.contains($0.key) } : list
    return (spelled, TagSpelling(known: known, of: [spelled]))
  }

  /// Deletes the rows that the file has no more. Returns whether all of them are deleted.
  private mutating func delete(
    _ stored: [SyncedTask], _ headings: [StoredSection], unlessIn wanted: PortableList
  ) throws -> Bool {
    let (uids, names) = (Set(wanted.tasks.map(\.uid)), Set(wanted.sections))
    let tasks = stored.filter { !uids.contains($0.uid) }
    let sections = headings.filter { !names.contains($0.name) }
    let (goneTasks, goneSections) = (tasks.prefix(rowBudget), sections.prefix(max(0, rowBudget - tasks.count)))
    if !goneTasks.isEmpty {
      for task in goneTasks { formerTags.formUnion(task.tags) }
      try write.run("DELETE FROM tasks WHERE id IN (SELECT value FROM json_each(?))", [goneTasks.map(\.id).json])
    }
    for section in goneSections { try write.run("DELETE FROM sections WHERE id = ?", [section.id.value]) }
    rowBudget -= goneTasks.count + goneSections.count
    return goneTasks.count == tasks.count && goneSections.count == sections.count
  }

  private mutating func put(_ name: String, _ stored: StoredSection?, at position: Int64) throws {
    if let stored, stored.position == position { return }
    rowBudget -= 1
    if let stored {
      try write.run("UPDATE sections SET position = ? WHERE id = ?", [position, stored.id.value])
    } else {
      try write.insertSection(name, into: list, at: position, ChangeID(0))
    }
  }

  private mutating func put(
    _ task: NewTask, under parent: TaskID?, _ stored: SyncedTask?, at position: Int64
  ) throws -> TaskID {
    guard let stored else {
      rowBudget -= 1
      return try write.insert([(task, at: position)], into: list, ChangeID(0))[0]
    }
    let wanted = SyncedTask.values(of: task, under: parent)
    let columns = SyncedTask.columns.filter { stored.values[$0] != wanted[$0] }
    if columns.isEmpty, stored.position == position { return TaskID(stored.id) }
    rowBudget -= 1
    if columns.contains(.tags) { formerTags.formUnion(stored.tags) }
    // A repeating task comes to its next date without a change in the file.
    let imported = (task.imported?.changed).flatMap { $0.value == stored.changed ? nil : $0 }
    let changed = columns.isEmpty ? nil : (imported ?? write.now).value
    let set = columns.map { "\($0.rawValue) = ?, " }.joined()
    let values = columns.map { wanted[$0]?.databaseValue ?? .null }
    try write.run(
      "UPDATE tasks SET \(set)position = ?, changed = coalesce(?, changed) WHERE id = ?",
      StatementArguments(values + [position.databaseValue, changed.databaseValue, stored.id.databaseValue]))
    return TaskID(stored.id)
  }
}

/// A stored task of a source, as far as its file decides it.
private struct SyncedTask {
  let id, position: Int64
  let uid: String
  let changed: Int64?
  let values: [Patch.Column: Stored]

  /// The columns that a task of a file decides, beside its place.
  static let columns: [Patch.Column] = TaskField.all.map(\.column) + [.done, .percent, .parent, .deleted]

  init(_ row: Row) throws {
    (id, position, uid, changed) = (row[0], row[1], row[2], row[3])
    var values: [Patch.Column: Stored] = [:]
    for (index, column) in Self.columns.enumerated() { values[column] = try Stored(row[index + 4] as DatabaseValue) }
    self.values = values
  }

  var title: String { if case .text(let title)? = values[.title] { title } else { "" } }
  var tags: [Tag] { values[.tags]?.tags.tags ?? [] }

  static func values(of task: NewTask, under parent: TaskID?) -> [Patch.Column: Stored] {
    var values: [Patch.Column: Stored] = [
      .done: Stored(task.done), .percent: task.percent.map { .integer(Int64($0)) } ?? .null,
      .parent: parent.map { .integer($0.value) } ?? .null, .deleted: Stored(task.imported?.deleted),
    ]
    for field in TaskField.all { values[field.column] = task.draft.stored(field) }
    return values
  }
}

enum SyncQuery {
  static let tasks = """
    SELECT id, position, uid, changed, \(SyncedColumns.selection) FROM tasks WHERE list = ? AND source = ? ORDER BY position
    """

  static let members = "SELECT account FROM memberships WHERE list = ?"

  private enum SyncedColumns {
    static let selection = SyncedTask.columns.map(\.rawValue).joined(separator: ", ")
  }
}

/// The places of rows in the order of a file.
enum SyncOrder {
  /// Keeps the stored positions while they are in order, with new rows between them. Otherwise, all rows are spread anew.
  /// - Parameter stored: the stored positions in the wanted order; nil for new rows.
  static func positions(_ stored: [Int64?]) -> [Int64] {
    let known = stored.compactMap(\.self)
    let isInOrder = zip(known, known.dropFirst()).allSatisfy { $0 < $1 }
    return isInOrder ? filled(stored) ?? spread(stored) : spread(stored)
  }

  private static func spread(_ stored: [Int64?]) -> [Int64] { stored.indices.map { Int64($0) * Order.gap } }

  /// Nil if there is no room between two of them.
  private static func filled(_ stored: [Int64?]) -> [Int64]? {
    var positions: [Int64] = []
    while positions.count < stored.count {
      if let position = stored[positions.count] {
        positions.append(position)
        continue
      }
      let end = stored[positions.count...].firstIndex { $0 != nil } ?? stored.count
      let count = Int64(end - positions.count)
      let next = end < stored.count ? stored[end] : nil
      let last = positions.last ?? next.map { $0 - (count + 1) * Order.gap } ?? -Order.gap
      let distance = next.map { ($0 - last) / (count + 1) } ?? Order.gap
      guard distance > 0, Order.usual.contains(last), Order.usual.contains(last + count * distance) else { return nil }
      positions += (1...count).map { last + $0 * distance }
    }
    return positions
  }
}
