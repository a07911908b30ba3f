import Foundation
import GRDB
public import Tasks

extension TaskStore {
  /// A source that the account drafted, or that one of its lists shows. Throws ``StoreError/gone(_:)`` while that list is in
  /// the trash.
  public func source(_ id: SourceID, for account: AccountID) async throws(StoreError) -> Source {
    try await read { db in try db.source(id, for: account) }
  }

  /// The tasks of a source's last good copy, in its order; none before the first.
  ///
  /// - Parameters:
  ///   - openOnly: whether those are left out that are completed or cancelled.
  ///   - limit: how many at most, from the top; nil for all.
  public func remoteTasks(
    of source: SourceID, for account: AccountID, openOnly: Bool, limit: Int? = nil
  ) async throws(StoreError) -> [RemoteTask] {
    try await readShortly(rows: limit) { db in
      let rows = try db.rows(
        openOnly ? SourceQuery.openTasks : SourceQuery.tasks, [account.value, source.value, limit ?? -1],
        RemoteTask.init(stored:))
      if rows.isEmpty { try db.source(source, for: account) }
      return rows
    }
  }

  /// What happened to a source, the last first; at most ``Limits/sourceEvents``.
  public func events(of source: SourceID, for account: AccountID) async throws(StoreError) -> [SourceEvent] {
    try await read { db in
      let events = try db.rows(
        SourceQuery.events, [account.value, source.value, Limits.sourceEvents], SourceQuery.event)
      if events.isEmpty { try db.source(source, for: account) }
      return events
    }
  }
}

extension Database {
  /// What the account's lists show that come from elsewhere, without those in the trash.
  func sources(for account: AccountID) throws -> [ListID: Source] {
    try rows(SourceQuery.ofAccount, [account.value], SourceQuery.source).reduce(into: [:]) { byList, source in
      if let list = source.list { byList[list] = source }
    }
  }

  /// The source; throws `notFound` when it is not the account's, and `gone` while its list is in the trash.
  @discardableResult
  func source(_ id: SourceID, for account: AccountID) throws -> Source {
    let found = try row(SourceQuery.one, [account.value, id.value]) { row in
      (source: try SourceQuery.source(row), deleted: row.moment(23), name: row[24] as String?)
    }
    guard let (source, deleted, name) = found else { throw StoreError.notFound }
    if let list = source.list, let deleted {
      throw StoreError.gone(.list(list, name: name ?? "", since: deleted.date))
    }
    return source
  }
}
