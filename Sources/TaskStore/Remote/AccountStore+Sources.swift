package import Foundation
import GRDB
package import Tasks

extension AccountStore {
  /// A source of the account: a draft, or the source of one of its lists.
  ///
  /// - Throws: ``StoreError/gone(_:)`` while that list is in the trash.
  package func source(_ id: SourceID) async throws(Problem) -> Source {
    try await readShortly { db in try db.source(id, for: account) }
  }

  /// The first open tasks of a source's last good copy that are due before a day in a time zone, the earliest first.
  package func dueRemoteTasks(
    of source: SourceID, before day: Day, in zone: TimeZone, limit: Int
  ) async throws(Problem) -> RemoteTaskPage {
    let start = Milliseconds(day.start(in: zone)).value
    return try await readShortly { db in
      let total = try db.count(SourceQuery.dueCount, [account.value, source.value, day.iso, start])
      if total == 0 { try db.source(source, for: account) }
      let tasks = try db.rows(
        SourceQuery.dueTasks, [account.value, source.value, day.iso, start, limit], PlacedRemoteTask.init(stored:))
      return RemoteTaskPage(tasks, paging: Paging(total, of: limit))
    }
  }

  /// The open tasks that the card of a remote list shows: those of its last good copy that are late or due today in a time zone, the
  /// earliest first, then the others in its order.
  package func remoteCardTasks(
    of source: SourceID, today: Day, in zone: TimeZone, limit: Int
  ) async throws(Problem) -> CardTasks<PlacedRemoteTask> {
    let (start, end) = (Milliseconds(today.start(in: zone)), Milliseconds(today.adding(days: 1).start(in: zone)))
    return try await readShortly { db in
      let late = try db.count(SourceQuery.dueCount, [account.value, source.value, today.iso, start.value])
      let due = try db.rows(
        SourceQuery.dueTasks, [account.value, source.value, today.adding(days: 1).iso, end.value, limit],
        PlacedRemoteTask.init(stored:))
      let open = try db.rows(
        SourceQuery.openTasks, [account.value, source.value, limit + due.count], PlacedRemoteTask.init(stored:))
      if open.isEmpty { try db.source(source, for: account) }
      let others = open.filter { task in !due.contains { $0.number == task.number } }
      return CardTasks(Array((due + others).prefix(limit)), late: late)
    }
  }

  /// A task of a source's last good copy by its key, alone on the page that it has among the tasks of its state; no task if the copy has
  /// none with that key.
  package func remoteTask(_ key: String, onPagesOf size: Int, of source: SourceID) async throws(Problem)
    -> RemoteTaskPage
  {
    try await readShortly { db in
      let found = try db.row(SourceQuery.taskOf, [account.value, source.value, key]) { row in
        let place: Int = row[RemoteTaskRow.count]
        let before: Int = row[RemoteTaskRow.count + 1]
        let task = PlacedRemoteTask(try RemoteTask(stored: row), number: place + 1, depth: 0)
        return RemoteTaskPage([task], number: before / size + 1, paging: Paging(before + 1, of: size))
      }
      if found == nil { try db.source(source, for: account) }
      return found ?? RemoteTaskPage([], paging: Paging(0, of: size))
    }
  }

  /// One page of the open tasks of a source's last good copy and one of the closed tasks, or the nearest existing pages; empty
  /// before the first fetch.
  ///
  /// - Parameters:
  ///   - open: the page of open tasks, from 1.
  ///   - closed: the page of closed tasks, from 1.
  package func remotePages(
    open: Int = 1, closed: Int = 1, of size: Int, of source: SourceID
  ) async throws(Problem) -> RemoteTaskPages {
    try await readShortly { db in
      // Nesting depends on all tasks, but not on their texts.
      let outline = try db.rows(SourceQuery.outline, [account.value, source.value]) { row in
        (depth: row[0] as Int, isOpen: row[1] as Bool)
      }
      if outline.isEmpty { try db.source(source, for: account) }
      let depths = PlacedRemoteTask.depths(of: outline)
      func page(_ asked: Int, isOpen: Bool) throws -> RemoteTaskPage {
        let places = outline.indices.filter { outline[$0].isOpen == isOpen }
        return try RemoteTaskPage(nearest: asked, of: size, total: places.count) { shown in
          try places[shown].compactMap { place in
            try db.row(SourceQuery.taskAt, [account.value, source.value, place], RemoteTask.init(stored:))
              .map { PlacedRemoteTask($0, number: place + 1, depth: depths[place]) }
          }
        }
      }
      return RemoteTaskPages(open: try page(open, isOpen: true), closed: try page(closed, isOpen: false))
    }
  }

  /// The events of a source, the newest first; at most ``Limits/sourceEvents``.
  package func events(of source: SourceID) async throws(Problem) -> [SourceEvent] {
    try await read { db in
      let events = try db.rows(
        SourceQuery.events, [account.value, source.value, Limits.sourceEvents], SourceQuery.event)
      if events.isEmpty { try db.source(source, for: account) }
      return events
    }
  }
}

extension Database {
  /// The sources of the remote lists among `lists`.
  func sources(of lists: [ListSummary], for account: AccountID) throws -> [ListID: Source] {
    try lists.filter { $0.source != nil }.reduce(into: [:]) { byList, list in
      byList[list.id] = try row(SourceQuery.ofList, [account.value, list.id.value], SourceQuery.source)
    }
  }

  /// The source. Throws `notFound` if the account may not see it, and `gone` while its list is in the trash.
  @discardableResult func source(_ id: SourceID, for account: AccountID) throws -> Source {
    let found = try row(SourceQuery.one, [account.value, id.value]) { row in
      (
        source: SourceQuery.source(row), deleted: row.moment(SourceListColumn.deleted),
        name: row[SourceListColumn.name] as String?
      )
    }
    guard let (source, deleted, name) = found else { throw StoreError.notFound }
    if let list = source.list, let deleted { throw StoreError.gone(.list(list, name: name ?? "", since: deleted.date)) }
    return source
  }
}

extension PlacedRemoteTask {
  /// A task of ``SourceQuery/openTasks`` or ``SourceQuery/dueTasks``, without its nesting.
  fileprivate init(stored row: Row) throws {
    self.init(try RemoteTask(stored: row), number: row[RemoteTaskRow.count] + 1, depth: 0)
  }
}
