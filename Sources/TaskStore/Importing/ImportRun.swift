import GRDB
import TaskFormats
import Tasks

/// An import between two of its chunks.
struct ImportRun: Sendable {
  /// The number of tasks that one transaction inserts, and about how many bytes of text.
  static let chunk = (tasks: 100, bytes: 128 << 10)

  let plan: ImportPlan
  private let unnamed: ListName
  private let unfinished: UnfinishedImport
  private let submission: SubmissionID
  private let lists: [PortableList]
  private let tasks: [ImportedTasks]
  private let tags: TagSpelling
  private let usage: Usage
  let all: Int
  private var ids: [ListID] = []
  /// The version of all rows: the id of a change that is older than those that report the import.
  private var version = ChangeID(0)

  /// The list that is being filled, and the ids of its tasks so far.
  private var place = 0
  private var inserted: [TaskID] = []
  /// The number of tasks that are inserted.
  private(set) var done = 0

  /// - Parameter known: the names of the account's tags, each tag's preferred one first.
  init(
    _ plan: ImportPlan, _ known: [Tag], unnamed: ListName, _ unfinished: UnfinishedImport, _ submission: SubmissionID
  ) {
    (self.plan, self.unnamed, self.unfinished, self.submission) = (plan, unnamed, unfinished, submission)
    lists = plan.added
    tasks = lists.map(ImportedTasks.init)
    all = lists.reduce(0) { $0 + $1.tasks.count }
    tags = TagSpelling(known: known, of: lists)
    usage = Usage(importing: lists)
  }

  var isComplete: Bool { place == lists.count }

  /// Checks the limits, and makes the lists without members.
  mutating func begin(_ write: Write) throws {
    try write.continueImport(unfinished)
    let replaced = try unusedInbox(write) == nil ? 0 : 1
    try write.requireRoomForLists(lists.count { $0.deleted == nil } - replaced)
    try write.requireRoomForFilters(lists.count { $0.isFilter && $0.deleted == nil })
    if tags.used.tags.count > Limits.tagsPerAccount { throw StoreError.limit(.tags(Limits.tagsPerAccount)) }
    try write.requireRoom(for: tags.used)
    try write.requireQuota(for: usage + Usage(lists: -replaced))
    version = try write.nextChange()
    for list in lists {
      let created = min(list.created.map { Milliseconds($0) } ?? write.now, write.now)
      let deleted = list.deleted.map { min(Milliseconds($0), write.now) }
      try write.run(ImportQuery.addList, [name(of: list), created.value, deleted?.value, version.value])
      let id = ListID(write.db.lastInsertedRowID)
      try write.run("INSERT INTO unfinished_lists (list, import) VALUES (?, ?)", [id.value, unfinished.id])
      ids.append(id)
    }
    try insertFilters(write)
    // Uses up the id of the version.
    let change = try Write.record(
      ChangeEntry(kind: .listsImported, list: ids[0], name: ""), key: nil, account: nil, now: write.now, write.db)
    try write.run("DELETE FROM changes WHERE id = ?", [change.value])
  }

  private func insertFilters(_ write: Write) throws {
    let numbered = zip(lists, ids).compactMap { list, id in list.number.map { ($0, id) } }
    let added = Dictionary(numbered) { first, _ in first }
    for (list, id) in zip(lists, ids) {
      guard case .filter(let query) = list.kind else { continue }
      try write.run("INSERT INTO filters (list, query) VALUES (?, ?)", [id.value, plan.query(query, added: added)])
    }
  }

  /// Inserts the next tasks.
  mutating func insertSome(_ write: Write) throws {
    try write.continueImport(unfinished)
    var budget = Self.chunk
    repeat {
      try insertPortion(write, &budget)
    } while !isComplete && budget.tasks > 0 && budget.bytes > 0
  }

  private mutating func insertPortion(_ write: Write, _ budget: inout (tasks: Int, bytes: Int)) throws {
    let list = tasks[place]
    let start = inserted.count
    try insertSections(list.sections(before: start), write)
    var end = start
    while end < list.tasks.count, budget.tasks > 0, budget.bytes > 0, end == start || list.sections(before: end).isEmpty
    {
      budget.tasks -= 1
      budget.bytes -= list.tasks[end].draft.bytes + list.tasks[end].comments.bytes
      end += 1
    }
    let slice = list.slice(start..<end, after: inserted, spelling: tags, at: write.now)
    inserted += try write.insert(slice, into: ids[place], at: .bottom, of: .all, version)
    done += slice.count
    guard end == list.tasks.count else { return }
    if end > start { try insertSections(list.sections(before: end), write) }
    (place, inserted) = (place + 1, [])
  }

  private func insertSections(_ names: [String], _ write: Write) throws {
    for name in names {
      let position = try Order(of: ids[place], write.db).bottom() + Order.sectionGap
      try write.insertSection(name, into: ids[place], at: position, version)
    }
  }

  /// Makes the account the owner of the lists, and records the changes.
  func finish(_ write: Write) throws -> ImportResult {
    try write.continueImport(unfinished)
    try write.requireNotRepeated(submission)
    // What it replaces is gone before the limits are checked.
    let inbox = try replaceInbox(write)
    try write.requireRoomForLists(lists.count { $0.deleted == nil })
    try write.requireRoomForFilters(lists.count { $0.isFilter && $0.deleted == nil })
    try write.requireRoom(for: tags.used)
    let stored = try write.db.row(ImportQuery.usage, [unfinished.id]) {
      Usage(bytes: $0[0], tasks: $0[1], lists: $0[2])
    }
    try write.requireQuota(for: (stored ?? Usage()) + Usage(bytes: lists.count * 3 * Usage.rowBytes))
    try tags.used.tags.forEach(write.register)
    for list in lists { try write.addColors(list.tagColors) }
    let first = try Order(of: write.account, write.db).bottom()
    for (index, list) in ids.enumerated() {
      let preferences = lists[index].preferences ?? .ofNewList
      let isInbox = index == inbox
      try write.run(
        ImportQuery.addMembership,
        [
          write.account.value, list.value, Role.owner.rawValue,
          isInbox ? Order.ofInbox : first + Int64(index) * Order.gap, isInbox ? 1 : nil,
          preferences.adds.rawValue, preferences.order.rawValue, preferences.layout.rawValue, preferences.color?.hex,
        ])
    }
    let change = try record(write, inbox: inbox)
    try write.endImport(unfinished)
    return ImportResult(
      change: change, lists: order.map { ids[$0] }, tasks: all, present: plan.present, remarks: plan.remarks)
  }

  /// The Inbox of the account, if it was never used and the import has another one.
  private func unusedInbox(_ write: Write) throws -> Int64? {
    guard inboxIndex != nil else { return nil }
    return try write.db.row(ImportQuery.unusedInbox, [write.account.value]) { $0[0] }
  }

  /// The index of the Inbox among the imported lists.
  private var inboxIndex: Int? { lists.firstIndex { $0.isInbox && $0.deleted == nil && $0.kind == .tasks } }

  /// The index of the imported Inbox, if it becomes that of the account: its own one was never used, and is gone.
  private func replaceInbox(_ write: Write) throws -> Int? {
    guard let unused = try unusedInbox(write) else { return nil }
    try write.run("DELETE FROM lists WHERE id = ?", [unused])
    return inboxIndex
  }

  /// One change for each list. Those in the trash are last, and have no inverse: an undo leaves them there. Of the Inbox it takes the tasks
  /// back, and leaves the list.
  private func record(_ write: Write, inbox: Int?) throws -> ChangeID? {
    let batch = ids.count > 1 ? try write.nextChange() : nil
    var first: ChangeID?
    for index in order {
      let (id, list) = (ids[index], lists[index])
      let change = try write.record(
        ChangeEntry(
          kind: .listsImported, list: id, name: name(of: list), count: list.tasks.count,
          submission: first == nil ? submission : nil, batch: batch))
      try write.run("UPDATE lists SET version = ? WHERE id = ?", [change.value, id.value])
      if index == inbox {
        let tasks = try write.db.rows(ImportQuery.tasks, [id.value]) { $0[0] as Int64 }
        if !tasks.isEmpty { try write.setInverse([.added(.tasks, tasks)], of: change) }
      } else if list.deleted == nil {
        try write.setInverse([.added(.lists, [id.value])], of: change)
      }
      first = first ?? change
    }
    return first
  }

  /// The indices of the lists, those in the trash last.
  private var order: [Int] {
    lists.indices.filter { lists[$0].deleted == nil } + lists.indices.filter { lists[$0].deleted != nil }
  }

  private func name(of list: PortableList) -> String { list.name ?? unnamed.text }
}

extension PortableList {
  fileprivate var isFilter: Bool {
    switch kind {
    case .filter: true
    case .tasks, .source: false
    }
  }
}

extension Usage {
  /// The usage of imported lists, with the changes that record them.
  fileprivate init(importing lists: [PortableList]) {
    let texts = lists.reduce(0) { sum, list in
      list.tasks.reduce(sum + 4 * Self.rowBytes + (list.name?.utf8.count ?? 0)) {
        $0 + $1.draft.bytes + $1.comments.bytes + Self.rowBytes
      }
    }
    self.init(bytes: texts, tasks: lists.reduce(0) { $0 + $1.tasks.count }, lists: lists.count)
  }
}

extension [PortableComment] {
  /// What they count for a quota.
  fileprivate var bytes: Int { reduce(0) { $0 + $1.text.bytes + Usage.rowBytes } }
}

extension Database {
  /// What the account has that an import could add again, also in the trash.
  func knownContent(of account: AccountID) throws -> KnownContent {
    var known = KnownContent()
    known.uids = try lists(ImportQuery.uids, account)
    known.names = try lists(ImportQuery.names, account)
    known.tags = Set(try rows(ImportQuery.tags, [account.value]) { Tag(stored: $0[0] as String).key })
    known.account = try row(ImportQuery.account, [account.value]) {
      Member(Person(account, $0[0]), username: $0[1], role: .owner, isReader: true)
    }
    known.filters = Set(try rows(ImportQuery.filters, [account.value]) { $0[0] as String })
    return known
  }

  /// Lists by a text of each row, the first one of each text.
  private func lists(_ query: String, _ account: AccountID) throws -> [String: ListID] {
    let rows = try rows(query, [account.value]) { ($0[0] as String, ListID($0[1])) }
    return Dictionary(rows) { first, _ in first }
  }
}

enum ImportQuery {
  static let account = "SELECT shown_name, name FROM accounts WHERE id = ?"

  static let uids = """
    SELECT t.uid, t.list FROM memberships m CROSS JOIN tasks t ON t.list = m.list WHERE m.account = ? AND t.uid IS NOT NULL
      AND t.source IS NULL
    """
  static let names = "SELECT l.name, l.id FROM memberships m CROSS JOIN lists l ON l.id = m.list WHERE m.account = ?"
  static let filters = "SELECT f.query FROM memberships m CROSS JOIN filters f ON f.list = m.list WHERE m.account = ?"
  static let tags = "SELECT name FROM tags WHERE account = ? ORDER BY key, id"

  static let addList = "INSERT INTO lists (name, created, deleted, version, revision) VALUES (?1, ?2, ?3, ?4, ?4)"
  static let addMembership = """
    INSERT INTO memberships (account, list, role, position, inbox, adds, shown_order, layout, color)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  /// The Inbox of an account of which nothing is known but that it was made.
  static let unusedInbox = """
    SELECT m.list FROM memberships m CROSS JOIN lists l ON l.id = m.list
    WHERE m.account = ? AND m.inbox IS NOT NULL AND l.stored_tasks = 0
      AND NOT EXISTS (SELECT 1 FROM changes c WHERE c.list = l.id AND c.kind <> 'list-created')
      AND NOT EXISTS (SELECT 1 FROM feeds f WHERE f.list = l.id)
    """
  static let tasks = "SELECT id FROM tasks WHERE list = ? AND deleted IS NULL"

  static let usage = """
    SELECT coalesce(sum(l.stored_bytes), 0), coalesce(sum(l.stored_tasks), 0), count(*)
    FROM unfinished_lists u CROSS JOIN lists l ON l.id = u.list WHERE u.import = ?
    """
}
