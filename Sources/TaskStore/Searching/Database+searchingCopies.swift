import GRDB
import Tasks

extension Database {
  /// The tasks of followed lists whose last good copy has all words, in the order of the lists and of each copy.
  ///
  /// Copies are not indexed: they are replaced as a whole with each fetch that changes them. Their rows are compared one by one, at
  /// most ``CopyQuery/comparedTasks`` and ``CopyQuery/comparedBytes``; `isCut` reports whether there are more.
  func copiedTasks(
    with words: SearchWords, _ status: TaskStatus, for account: AccountID
  ) throws -> (tasks: [FoundRemoteTask], isCut: Bool) {
    var (found, count, bytes): ([FoundRemoteTask], Int, Int) = ([], 0, 0)
    let copies = try rows(CopyQuery.copies, [account.value]) { row in
      (
        list: row.id(0) as ListID, name: row[1] as String, source: row[2] as Int64, host: row[3] as String,
        at: row.date(4)
      )
    }
    for copy in copies {
      var before = (open: 0, closed: 0)
      let cursor = try Row.fetchCursor(
        try cachedStatement(sql: CopyQuery.tasks), arguments: [account.value, copy.list.value, copy.source])
      while let row = try cursor.next() {
        count += 1
        let (isOpen, title): (Bool, String) = (row[1], row[2])
        defer { if isOpen { before.open += 1 } else { before.closed += 1 } }
        guard count <= CopyQuery.comparedTasks, bytes <= CopyQuery.comparedBytes,
          found.count < Limits.foundRemoteTasks
        else { return (found, true) }
        switch status {
        case .open: if !isOpen { continue }
        case .done: if isOpen { continue }
        case .all: break
        }
        let notes = row[3] as String?
        bytes += title.utf8.count + (notes?.utf8.count ?? 0)
        guard words.areIn(title, notes) else { continue }
        let (marked, has) = words.mark(title)
        let missing = Set(words.words.indices).subtracting(has)
        found.append(
          FoundRemoteTask(
            list: copy.list, listName: copy.name, number: row[0] + 1,
            before: isOpen ? before.open : before.closed, title: marked,
            excerpt: missing.isEmpty ? nil : notes.flatMap { words.excerpt(of: $0, for: missing) },
            isOpen: isOpen, host: copy.host, checked: copy.at))
      }
    }
    return (found, false)
  }
}

enum CopyQuery {
  /// The numbers of tasks and bytes of text that a search compares.
  static let comparedTasks = 1_500
  static let comparedBytes = 1 << 20

  /// The account's followed lists that have a copy, in its order.
  static let copies = """
    SELECT l.id, l.name, s.id, s.host, s.checked
    FROM memberships m CROSS JOIN lists l ON l.id = m.list CROSS JOIN sources s ON s.list = l.id
    WHERE m.account = ? AND l.deleted IS NULL AND s.format IS NOT NULL ORDER BY m.position, m.list
    """

  static let tasks = """
    SELECT t.position, t.status = 'open', t.title, t.notes FROM source_tasks t
    WHERE \(ListQuery.isReadable) AND t.source = ?3 ORDER BY t.position
    """
}
