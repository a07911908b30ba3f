package import Foundation
import GRDB
package import Tasks

extension AccountStore {
  package func setSettings(_ settings: AccountSettings) async throws(Problem) {
    try await write { write in
      try write.run(
        """
        UPDATE accounts SET display_name = ?, language = ?, time_zone = ?, theme = ?, page_rows = ?, date_order = ?, hours = ?, settings_changed = ?
        WHERE id = ?
        """,
        [
          settings.displayName, settings.language, settings.timeZone, settings.theme.rawValue, settings.rows,
          settings.dateOrder?.rawValue,
          settings.hours.description, write.now.value, account.value,
        ])
      guard write.db.changesCount == 1 else { throw StoreError.notFound }
      // Invited accounts see the name before they share a list.
      write.concerned.insert(try write.db.rows(InvitationQuery.invitedBy, [account.value]) { $0.id(0) })
    }
  }
}

extension TaskStore {
  /// Changes an account's password and ends its sessions.
  ///
  /// - Parameters:
  ///   - record: the record of the new password.
  ///   - old: the required record of the current password; nil accepts any.
  ///   - digest: the token digest of a session to keep, if any.
  ///   - endsSecrets: whether its calendar feeds and app passwords end, too. They can be resumed like those that were ended one by one.
  /// - Throws: ``StoreError/notFound`` if the account has no credentials, or its record is no longer `old`.
  package func setPassword(
    _ record: String, insteadOf old: String? = nil, of account: AccountID, keeping digest: Data?,
    endingSecrets endsSecrets: Bool = false, recording entry: AccountEventEntry? = nil
  ) async throws(StoreError) {
    try await write(by: account) { db, now in
      try db.run(
        "UPDATE credentials SET record = ?, changed = ? WHERE account = ? AND record = coalesce(?, record)",
        [record, now.value, account.value, old])
      guard db.changesCount == 1 else { throw StoreError.notFound }
      try db.run(
        """
        UPDATE sessions SET ended = ?, reason = ? WHERE account = ? AND ended IS NULL AND digest IS NOT ?
        """, [now.value, SessionEnd.replaced.rawValue, account.value, digest])
      if endsSecrets {
        for table in [SecretTable.feeds, .appPasswords] { try db.endSecrets(of: account, in: table, now) }
      }
      if let entry { try db.addAccountEvent(entry, of: account, now) }
    }
  }

  /// Replaces the record of an unchanged password, for example by one that is more expensive to guess. Does nothing if the
  /// password was changed meanwhile.
  package func replaceRecord(_ new: String, insteadOf old: String, of account: AccountID) async throws(StoreError) {
    try await write { db, _ in
      try db.run("UPDATE credentials SET record = ? WHERE account = ? AND record = ?", [new, account.value, old])
    }
  }

  /// Disables an account: ends its sessions and lets none begin. Its sources are not refreshed. Nothing is deleted.
  /// - Returns: the number of sessions ended; nil if it was disabled before.
  @discardableResult package func disableAccount(
    _ id: AccountID, recording entry: AccountEventEntry? = nil
  ) async throws(StoreError) -> Int? {
    try await write(by: id) { db, now in
      guard try db.account(id).disabled == nil else { return nil }
      try db.run("UPDATE accounts SET disabled = ? WHERE id = ?", [now.value, id.value])
      try db.run(
        "UPDATE sessions SET ended = ?, reason = ? WHERE account = ? AND ended IS NULL",
        [now.value, SessionEnd.revoked.rawValue, id.value])
      let count = db.changesCount
      if let entry { try db.addAccountEvent(entry, of: id, now) }
      return count
    }
  }

  /// Lets a disabled account sign in again.
  /// - Returns: whether it was disabled.
  @discardableResult package func enableAccount(
    _ id: AccountID, recording entry: AccountEventEntry? = nil
  ) async throws(StoreError) -> Bool {
    try await write(by: id) { db, now in
      guard try db.account(id).disabled != nil else { return false }
      try db.run("UPDATE accounts SET disabled = NULL WHERE id = ?", [id.value])
      if let entry { try db.addAccountEvent(entry, of: id, now) }
      return true
    }
  }

  /// The quotas that were set for the account.
  package func ownQuotas(of account: AccountID) async throws(StoreError) -> AccountQuotas {
    try await readShortly { db in try db.ownQuotas(of: account) }
  }

  /// Sets the account's own quotas, which hold from the next write on. What it has already is kept.
  package func setQuotas(_ quotas: AccountQuotas, of account: AccountID) async throws(StoreError) {
    try await write(by: account) { db, _ in
      try db.run(
        """
        UPDATE accounts SET quota_bytes = ?, quota_tasks = ?, quota_lists = ?, quota_sources = ?
        WHERE id = ? AND removed IS NULL
        """, [quotas.bytes, quotas.tasks, quotas.lists, quotas.sources, account.value])
      guard db.changesCount == 1 else { throw StoreError.notFound }
    }
  }
}

extension Database {
  /// The account's own quotas. Throws `notFound` if it does not exist.
  func ownQuotas(of account: AccountID) throws -> AccountQuotas {
    return try one(
      """
      SELECT quota_bytes, quota_tasks, quota_lists, quota_sources FROM accounts WHERE id = ? AND removed IS NULL
      """, [account.value]
    ) { AccountQuotas(bytes: $0[0], tasks: $0[1], lists: $0[2], sources: $0[3]) }
  }
}
