public import Foundation
import GRDB
import Scheduling
import Tasks

extension AccountStore {
  /// Marks what the account put into its trash up to `moment` for deletion by ``deleteRemoved(within:)``.
  public func emptyTrash(until moment: Date) async throws(Problem) {
    try await write { db, _ in
      let id = try db.account(account).id
      try db.run(
        """
        INSERT INTO emptied_trashes (account, until) VALUES (?, ?)
        ON CONFLICT DO UPDATE SET until = max(until, excluded.until)
        """, [id.value, Milliseconds(moment).value])
    }
  }

  /// Whether the account's trash is still being emptied.
  public func isEmptyingTrash() async throws(Problem) -> Bool {
    try await read { db in
      try db.row("SELECT 1 FROM emptied_trashes WHERE account = ?", [account.value]) { _ in true } ?? false
    }
  }
}

extension TaskStore {
  /// Deletes the rows of removed accounts, discarded lists, unfinished imports and emptied trashes, in short transactions that alternate with other
  /// writes. The next process continues an unfinished deletion.
  /// - Parameter patience: the maximum duration; nil for no limit.
  public func deleteRemoved(within patience: Duration? = nil) async throws(StoreError) {
    let end = patience.map { ContinuousClock.now + $0 }
    try await runSteps { () async throws(StoreError) in
      guard try await deleteSome() else { return false }
      return end.map { ContinuousClock.now < $0 } ?? true
    }
  }

  /// Deletes some rows. Returns whether there may be more.
  private func deleteSome() async throws(StoreError) -> Bool {
    // A write takes the lock and invalidates the query cache, so it is skipped if there is nothing to do.
    let now = Milliseconds(now())
    guard try await read({ db in try db.hasRowsToDelete(at: now) }) else { return false }
    return try await write { [writeQueue] db, now in
      try writeQueue.repeating(upTo: DeletionStep.most) { try db.deleteSome(now) }
    }
  }
}

extension Database {
  fileprivate func hasRowsToDelete(at now: Milliseconds) throws -> Bool {
    if try hasUnfinishedImports(at: now) || hasForgottenWords() { return true }
    return try row(
      """
      SELECT EXISTS (SELECT 1 FROM discarded_lists) OR EXISTS (SELECT 1 FROM removed_accounts)
        OR EXISTS (SELECT 1 FROM emptied_trashes)
      """, []
    ) { $0[0] } ?? false
  }
}
