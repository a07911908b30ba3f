import GRDB
import Synchronization
package import Tasks

package struct AccountUse: Hashable, Sendable {
  package let account: Account
  package let usage: Usage
  package let quotas: Quotas

  package init(account: Account, usage: Usage, quotas: Quotas) {
    (self.account, self.usage, self.quotas) = (account, usage, quotas)
  }
}

/// A page of accounts, the oldest first.
package typealias AccountUsePage = RowPage<AccountUse>

/// What an operator sees of a database. It contains no content of lists.
package struct ServerState: Hashable, Sendable {
  /// The size of the file in bytes; nil in memory.
  package var databaseBytes: UInt64?
  /// The size of its log in bytes; nil in memory.
  package var logBytes: UInt64?
  /// The room on the disk in bytes; nil in memory.
  package var freeBytes: UInt64?
  /// The numbers of accounts and followed lists.
  package var totals: Totals
  package var reminders: ReminderTotals
  /// What is known of scheduled backups; nil if none are made.
  package var backups: BackupStatus?
  /// The last check of the whole file; nil if there was none yet.
  package var lastCheck: FinishedCheck?
  package var problems: [HealthProblem]

  package init(
    databaseBytes: UInt64?, logBytes: UInt64?, freeBytes: UInt64?, totals: Totals,
    reminders: ReminderTotals, backups: BackupStatus?,
    lastCheck: FinishedCheck?, problems: [HealthProblem]
  ) {
    (self.databaseBytes, self.logBytes, self.freeBytes) = (databaseBytes, logBytes, freeBytes)
    self.reminders = reminders
    (self.totals, self.backups, self.lastCheck, self.problems) = (totals, backups, lastCheck, problems)
  }
}

extension TaskStore {
  /// Makes an account an operator, or no longer: its page about the server tells names of accounts and figures.
  /// - Returns: whether that was changed.
  @discardableResult
  package func setOperator(_ account: AccountID, to isOperator: Bool) async throws(StoreError) -> Bool {
    try await write(by: account) { db, _ in
      guard try db.account(account).isOperator != isOperator else { return false }
      try db.run("UPDATE accounts SET operator = ? WHERE id = ?", [isOperator, account.value])
      return true
    }
  }

  /// A page of the accounts that can sign in, or the nearest existing page, each with its use.
  package func accountUses(_ number: Int, of size: Int) async throws(StoreError) -> AccountUsePage {
    let usual = settings.quotas
    return try await read { db in
      let total = try db.count("SELECT count(*) FROM credentials", [])
      return try AccountUsePage(nearest: number, of: size, total: total) { shown in
        try db.rows(OperatorQuery.accounts, [shown.count, shown.lowerBound]) { try AccountQuery.account($0) }
          .map { account in
            AccountUse(
              account: account, usage: try db.usage(of: account.id),
              quotas: usual.replaced(by: try db.ownQuotas(of: account.id)))
          }
      }
    }
  }

  /// The state of the database as far as it is known without a check.
  package func serverState() async throws(StoreError) -> ServerState {
    let sizes = fileSizes
    return ServerState(
      databaseBytes: sizes?.database, logBytes: sizes?.log, freeBytes: freeBytes, totals: try await totals(),
      reminders: try await reminderTotals(),
      backups: backups, lastCheck: healthRecord.withLock { $0.lastCheck }, problems: await health())
  }

  /// The background jobs that failed since the start, the newest first, at most ``JobFailure/kept``.
  package var failedJobs: [JobFailure] { healthRecord.withLock { $0.failedJobs } }
}

private enum OperatorQuery {
  static let accounts = """
    SELECT \(AccountQuery.columns) FROM credentials c CROSS JOIN accounts a ON a.id = c.account
    WHERE a.removed IS NULL ORDER BY a.id LIMIT ? OFFSET ?
    """
}
