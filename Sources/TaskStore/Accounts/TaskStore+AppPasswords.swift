package import Foundation
import GRDB
package import Tasks

/// An app password that was found by its secret.
package struct FoundAppPassword: Hashable, Sendable {
  package let appPassword: AppPassword
  package let account: Account
}

extension AccountStore {
  /// Makes an app password.
  ///
  /// - Parameters:
  ///   - name: its name, such as that of the phone. Several may have one name.
  ///   - digest: the SHA-256 digest of its secret, 32 bytes.
  ///   - submission: the idempotency key of the form. A repeated form makes no other one.
  /// - Returns: the id, and whether it is new, with this secret.
  /// - Throws: ``StoreError/limit(_:)``.
  package func addAppPassword(
    _ name: AppPasswordName, digest: Data, submission: SubmissionID, recording entry: AccountEventEntry? = nil
  ) async throws(Problem) -> (id: AppPasswordID, isNew: Bool) {
    try await write { db, now in
      let id = try db.account(account).id
      if let known = try db.submitted(.appPasswords, by: id, submission) { return (AppPasswordID(known), false) }
      try db.makeRoom(in: .appPasswords, of: id, now)
      try db.run(
        AppPasswordQuery.insert, [id.value, name.text, digest, now.value, submission.high64, submission.low64])
      let made = AppPasswordID(db.lastInsertedRowID)
      if let entry { try db.addAccountEvent(entry, of: id, now) }
      return (made, true)
    }
  }

  /// The account's app passwords in the order in which they were made, those that were just ended included.
  package func appPasswords() async throws(Problem) -> [AppPassword] {
    let (now, oldest) = (now, now - Limits.undoWindow)
    return try await readShortly { db in
      try db.rows(AppPasswordQuery.ofAccount, [account.value, oldest.value, now.value]) { row in
        try AppPasswordQuery.appPassword(row, AppPasswordQuery.pushing(row))
      }
    }
  }
}

extension TaskStore {
  /// The app password with an id, a secret and the account of a name; nil if there is none, it was ended, or the account is removed or
  /// disabled.
  package func appPassword(
    _ id: AppPasswordID, digest: Data, of name: Username
  ) async throws(StoreError) -> FoundAppPassword? {
    try await readShortly { db in
      try db.row(AppPasswordQuery.found, [id.value, digest, name.key]) { row in
        FoundAppPassword(
          appPassword: try AppPasswordQuery.appPassword(row, .off), account: try AccountQuery.account(row, from: 7))
      }
    }
  }

  package func noteAppPasswordUses(_ uses: [AppPasswordID: AppPassword.Use]) async throws(StoreError) {
    try await write { db, _ in
      for (id, use) in uses {
        let agent = use.origin.agent.cut(toBytes: Limits.agentBytes)
        try db.run(AppPasswordQuery.use, [Milliseconds(use.at).value, id.value, use.origin.network, agent])
      }
    }
  }
}

private enum AppPasswordQuery {
  private static let columns = "p.id, p.name, p.made, p.used, p.network, p.agent, p.ended"

  static let insert = """
    INSERT INTO app_passwords (account, name, digest, made, submission_high, submission_low) VALUES (?, ?, ?, ?, ?, ?)
    """

  static let ofAccount = """
    SELECT \(columns), r.id IS NOT NULL, r.tried, r.failure, r.reply FROM app_passwords p
      LEFT JOIN push_subscriptions r ON r.id = (
        SELECT id FROM push_subscriptions WHERE app_password = p.id AND until > ?3 ORDER BY tried DESC LIMIT 1)
    WHERE p.account = ?1 AND (p.ended IS NULL OR p.ended >= ?2) ORDER BY p.id
    """

  static let found = """
    SELECT \(columns), \(AccountQuery.columns) FROM app_passwords p
    CROSS JOIN accounts a ON a.id = p.account CROSS JOIN credentials c ON c.account = a.id
    WHERE p.id = ? AND p.digest = ? AND c.key = ? AND p.ended IS NULL AND a.removed IS NULL AND a.disabled IS NULL
    """

  static let use = """
    UPDATE app_passwords SET used = ?1, network = ?3, agent = ?4
    WHERE id = ?2 AND ended IS NULL AND ?1 >= made AND (used IS NULL OR used < ?1)
    """

  /// Whether and how the program was told of changes, the last time of all its subscriptions.
  static func pushing(_ row: Row) -> AppPassword.Pushing {
    guard row[7] as Bool else { return .off }
    let last = row.moment(8).map { tried in
      ReminderChannel.Attempt(
        at: tried.date, (row[9] as String?).map { .failed(code: $0, reply: row[10]) } ?? .sent)
    }
    return .on(last: last)
  }

  static func appPassword(_ row: Row, _ pushing: AppPassword.Pushing) throws -> AppPassword {
    let used = row.moment(3).map {
      AppPassword.Use(at: $0.date, from: AccountEvent.Origin(network: row[4], agent: row[5] ?? ""))
    }
    return AppPassword(
      id: row.id(0), name: row[1], made: row.date(2), used: used, ended: row.moment(6)?.date, pushing: pushing)
  }
}
