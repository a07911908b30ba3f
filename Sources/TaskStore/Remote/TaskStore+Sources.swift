import Foundation
import GRDB
public import Tasks

extension TaskStore {
  /// A source that the account drafted, or that one of its lists shows. Throws ``StoreError/gone(_:)`` while that list is in
  /// the trash.
  public func source(_ id: SourceID, for account: AccountID) async throws(StoreError) -> Source {
    try await read { db in try db.source(id, for: account) }
  }

  /// What a list shows; nil for a list of one's own.
  public func source(of list: ListID, for account: AccountID) async throws(StoreError) -> Source? {
    try await read { db in
      try db.requireReadable(list, for: account)
      return try db.row(SourceQuery.ofList, [account.value, list.value], SourceQuery.source)
    }
  }

  /// What the account's lists show that come from elsewhere, without those in the trash.
  public func sources(for account: AccountID) async throws(StoreError) -> [ListID: Source] {
    try await read { db in
      let sources = try db.rows(SourceQuery.ofAccount, [account.value], SourceQuery.source)
      return sources.reduce(into: [:]) { byList, source in
        if let list = source.list { byList[list] = source }
      }
    }
  }

  /// The tasks of a source's last good copy, in its order; none before the first.
  ///
  /// - Parameters:
  ///   - openOnly: whether those are left out that are completed or cancelled.
  ///   - limit: how many at most, from the top; nil for all.
  public func remoteTasks(
    of source: SourceID, for account: AccountID, openOnly: Bool, limit: Int? = nil
  ) async throws(StoreError) -> [RemoteTask] {
    try await read { db in
      let source = try db.source(source, for: account).id
      return try db.rows(
        openOnly ? SourceQuery.openTasks : SourceQuery.tasks, [account.value, source.value, limit ?? -1],
        RemoteTask.init(stored:))
    }
  }

  /// What happened to a source, the last first; at most ``Limits/sourceEvents``.
  public func events(of source: SourceID, for account: AccountID) async throws(StoreError) -> [SourceEvent] {
    try await read { db in
      let source = try db.source(source, for: account).id
      return try db.rows(
        SourceQuery.events, [account.value, source.value, Limits.sourceEvents], SourceQuery.event)
    }
  }
}

extension Database {
  /// The source; throws `notFound` when it is not the account's, and `gone` while its list is in the trash.
  func source(_ id: SourceID, for account: AccountID) throws -> Source {
    let found = try row(SourceQuery.one, [account.value, id.value]) { row in
      (source: try SourceQuery.source(row), deleted: row.moment(22), name: row[23] as String?)
    }
    guard let (source, deleted, name) = found else { throw StoreError.notFound }
    if let list = source.list, let deleted {
      throw StoreError.gone(.list(list, name: name ?? "", since: deleted.date))
    }
    return source
  }
}
