public import Foundation
import GRDB
public import Tasks

extension AccountStore {
  /// Stores an account's settings.
  public func setSettings(_ settings: AccountSettings) async throws(Problem) {
    try await write { db, now in
      try db.run(
        """
        UPDATE accounts SET language = ?, time_zone = ?, theme = ?, page_rows = ?, date_order = ?, hours = ?, settings_changed = ?
        WHERE id = ?
        """,
        [
          settings.language, settings.timeZone, settings.theme.rawValue, settings.rows, settings.dateOrder?.rawValue,
          settings.hours.description, now.value, account.value,
        ])
      guard db.changesCount == 1 else { throw StoreError.notFound }
    }
  }
}

extension TaskStore {
  /// Changes an account's password and ends its sessions.
  ///
  /// - Parameters:
  ///   - record: the record of the new password.
  ///   - old: the required record of the current password; nil accepts any.
  ///   - account: the account.
  ///   - digest: the token digest of a session to keep, if any.
  ///   - endsSecrets: whether its calendar feeds and app passwords end, too. They can be resumed like those that were ended one by one.
  ///   - entry: the entry for the account's audit trail.
  /// - Throws: ``StoreError/notFound`` if the account has no credentials, or its record is no longer `old`.
  public func setPassword(
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
  public func replaceRecord(
    _ new: String, insteadOf old: String, of account: AccountID
  ) async throws(StoreError) {
    try await write { db, _ in
      try db.run("UPDATE credentials SET record = ? WHERE account = ? AND record = ?", [new, account.value, old])
    }
  }
}
