public import Foundation
import GRDB
public import Tasks

extension TaskStore {
  /// Notes that a person asked for a list to be fetched anew. Throws ``StoreError/notFound`` for a list of one's own too.
  public func wantRefresh(of list: ListID, for account: AccountID) async throws(StoreError) {
    try await write { db, now in
      try db.requireReadable(list, for: account)
      try db.run("UPDATE sources SET wanted = ?, revision = revision + 1 WHERE list = ?", [now.value, list.value])
      guard db.changesCount == 1 else { throw StoreError.notFound }
    }
  }

  /// Notes that a person asked for a source to be fetched anew, such as one that nobody follows yet.
  public func wantRefresh(source id: SourceID, for account: AccountID) async throws(StoreError) {
    try await write { db, now in
      let source = try db.source(id, for: account)
      try db.run(
        "UPDATE sources SET wanted = ?, revision = revision + 1 WHERE id = ?", [now.value, source.id.value])
    }
  }

  /// The followed sources whose background refresh is due at that moment, the longest due first; `limit` is how many at
  /// most. Those whose list is in the trash are left alone, and those that asked not to be asked yet.
  public func dueSources(at moment: Date, limit: Int) async throws(StoreError) -> [DueSource] {
    try await read { db in
      try db.rows(SourceQuery.due, [Milliseconds(bounding: moment).value, limit]) { row in
        DueSource(id: row.id(0), account: row.id(1))
      }
    }
  }

  /// Puts off the background refresh of a source, or brings it forward.
  public func setNext(_ moment: Date, of source: SourceID) async throws(StoreError) {
    try await write { db, _ in
      try db.run(
        "UPDATE sources SET next = ? WHERE id = ?", [Milliseconds(bounding: moment).value, source.value])
    }
  }
}
