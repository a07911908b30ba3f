public import Foundation
import GRDB
public import Tasks

extension TaskStore {
  /// Deletes what is left of removed accounts, of lists that were removed for good and of trashes that are being emptied: in short
  /// transactions, between which others write. What a process does not come to the end of, the next one goes on with.
  /// - Parameter patience: for how long at most; nil for to the end.
  public func deleteRemoved(within patience: Duration? = nil) async throws(StoreError) {
    let end = patience.map { ContinuousClock.now + $0 }
    var began = ContinuousClock.now
    while try await deleteSome() {
      if let end, ContinuousClock.now >= end { return }
      try await giveWay(since: began)
      began = .now
    }
  }

  /// Whether there was anything to do.
  private func deleteSome() async throws(StoreError) -> Bool {
    // Writing takes a lock and tells all that something is new.
    guard try await read({ db in try db.hasRowsToDelete() }) else { return false }
    return try await write { db, now in try db.deleteSome(now) }
  }

  /// Begins to remove for good what the account has put into its trash up to that moment. ``deleteRemoved()`` does it.
  public func emptyTrash(until moment: Date, for account: AccountID) async throws(StoreError) {
    try await write(by: account) { db, _ in
      let id = try db.account(account).id
      try db.run(
        """
        INSERT INTO emptied_trashes (account, until) VALUES (?, ?)
        ON CONFLICT DO UPDATE SET until = max(until, excluded.until)
        """, [id.value, Milliseconds(moment).value])
    }
  }

  /// Whether what the account put into its trash is still being removed for good.
  public func isEmptyingTrash(for account: AccountID) async throws(StoreError) -> Bool {
    try await read { db in
      try db.row("SELECT 1 FROM emptied_trashes WHERE account = ?", [account.value]) { _ in true } ?? false
    }
  }
}

extension Database {
  fileprivate func hasRowsToDelete() throws -> Bool {
    try row(
      """
      SELECT EXISTS (SELECT 1 FROM discarded_lists) OR EXISTS (SELECT 1 FROM removed_accounts)
        OR EXISTS (SELECT 1 FROM emptied_trashes)
      """, []
    ) { $0[0] } ?? false
  }
}
