public import Foundation
import GRDB
public import Tasks

extension TaskStore {
  /// Gives an account another password, and ends its sessions.
  ///
  /// - Parameters:
  ///   - record: what the new password is checked against.
  ///   - old: what the present password has to be checked against; nil if it may be any.
  ///   - account: whose it is.
  ///   - digest: of the token whose session lives on, if one does.
  ///   - entry: what the account's audit trail tells of it.
  /// - Throws: ``StoreError/notFound`` when nobody can sign in to the account, or not by the record `old` any more.
  public func setPassword(
    _ record: String, insteadOf old: String? = nil, of account: AccountID, keeping digest: Data?,
    recording entry: AccountEventEntry? = nil
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
      if let entry { try db.addAccountEvent(entry, of: account, now) }
    }
  }

  /// Keeps the same password in another form, such as one that costs more to guess; does nothing when it was changed
  /// meanwhile.
  public func replaceRecord(
    _ new: String, insteadOf old: String, of account: AccountID
  ) async throws(StoreError) {
    try await write { db, _ in
      try db.run("UPDATE credentials SET record = ? WHERE account = ? AND record = ?", [new, account.value, old])
    }
  }

  /// Keeps how an account likes its pages.
  public func setSettings(_ settings: AccountSettings, of account: AccountID) async throws(StoreError) {
    try await write { db, now in
      try db.run(
        "UPDATE accounts SET time_zone = ?, theme = ?, page_rows = ?, settings_changed = ? WHERE id = ?",
        [settings.timeZone, settings.theme.rawValue, settings.rows, now.value, account.value])
      guard db.changesCount == 1 else { throw StoreError.notFound }
    }
  }
}
