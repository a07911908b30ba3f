public import Foundation
import GRDB
public import Tasks

extension AccountStore {
  /// Records that a user requested a refresh of a list. Throws ``StoreError/notFound`` for own lists too.
  public func wantRefresh(of list: ListID) async throws(Problem) {
    try await write { db, now in
      try db.requireReadable(list, for: account)
      try db.run("UPDATE sources SET wanted = ?, revision = revision + 1 WHERE list = ?", [now.value, list.value])
      guard db.changesCount == 1 else { throw StoreError.notFound }
    }
  }

  /// Records that a user requested a refresh of a source, which may be a draft.
  public func wantRefresh(source id: SourceID) async throws(Problem) {
    try await write { db, now in
      let source = try db.source(id, for: account)
      try db.run(
        "UPDATE sources SET wanted = ?, revision = revision + 1 WHERE id = ?", [now.value, source.id.value])
    }
  }
}

extension TaskStore {
  /// The followed sources with a background refresh due at `moment`, the longest overdue first, at most `limit` of them. Excludes
  /// lists in the trash, and sources whose server asked to wait longer.
  public func dueSources(at moment: Date, limit: Int) async throws(StoreError) -> [DueSource] {
    try await read { db in
      try db.rows(SourceQuery.due, [Milliseconds(bounding: moment).value, limit]) { row in
        DueSource(id: row.id(0), account: row.id(1))
      }
    }
  }
}
