package import Foundation
import GRDB
package import Tasks

/// A table of secrets of an account: of calendar feeds, of app passwords, or of channels.
///
/// A row has the digest of its secret, when that was made and last used, and when it was ended. An ended row is kept for
/// ``Limits/undoWindow``, to be resumed.
package struct SecretTable: Sendable {
  let name: String
  /// The maximum number of rows of an account, without those that were ended.
  let most: Int
  let limit: LimitReached

  static let feeds = SecretTable(name: "feeds", most: Limits.feedsPerAccount, limit: .feeds(Limits.feedsPerAccount))
  static let channels = SecretTable(
    name: "channels", most: Limits.channelsPerAccount, limit: .channels(Limits.channelsPerAccount))
  static let appPasswords = SecretTable(
    name: "app_passwords", most: Limits.appPasswordsPerAccount, limit: .appPasswords(Limits.appPasswordsPerAccount))
}

/// A calendar feed, an app password, or a channel.
package protocol HasSecret: SendableMetatype {
  static var table: SecretTable { get }
}

extension Feed: HasSecret {
  package static var table: SecretTable { .feeds }
}

extension AppPassword: HasSecret {
  package static var table: SecretTable { .appPasswords }
}

extension AccountStore {
  /// Gives a feed or an app password another secret. The old one grants nothing from now on.
  package func renewSecret<Subject: HasSecret>(
    of id: Identifier<Subject>, digest: Data, recording entry: AccountEventEntry? = nil
  ) async throws(Problem) {
    let table = Subject.table
    try await write { db, now in
      try db.run(
        """
        UPDATE \(table.name) SET digest = ?1, made = ?2, used = NULL
        WHERE id = ?3 AND account = ?4 AND ended IS NULL
        """, [digest, now.value, id.value, account.value])
      guard db.changesCount == 1 else { throw StoreError.notFound }
      // The program has to sign in, and to subscribe, anew.
      if table.name == SecretTable.appPasswords.name { try db.run(PushQuery.ofAppPassword, [id.value]) }
      if let entry { try db.addAccountEvent(entry, of: account, now) }
    }
  }

  /// Ends a feed or an app password. It can be resumed for ``Limits/undoWindow``. Has no effect on an ended one.
  package func endSecret<Subject: HasSecret>(of id: Identifier<Subject>) async throws(Problem) {
    let table = Subject.table
    try await write { db, now in
      _ = try db.isEnded(id.value, in: table, of: account)
      try db.run("UPDATE \(table.name) SET ended = ? WHERE id = ? AND ended IS NULL", [now.value, id.value])
      try db.forgetEndedSecrets(of: account, in: table, now)
    }
  }

  /// Resumes a feed or an app password that was just ended, with the same secret. Has no effect on one that was not ended.
  /// - Throws: ``StoreError/notFound`` for one that was ended before, and ``StoreError/limit(_:)``.
  package func resumeSecret<Subject: HasSecret>(of id: Identifier<Subject>) async throws(Problem) {
    let table = Subject.table
    try await write { db, now in
      try db.forgetEndedSecrets(of: account, in: table, now)
      guard try db.isEnded(id.value, in: table, of: account) else { return }
      try db.requireRoom(in: table, of: account)
      try db.run("UPDATE \(table.name) SET ended = NULL WHERE id = ?", [id.value])
    }
  }
}

extension Database {
  /// The row that a form has already made; nil if it made none.
  func submitted(_ table: SecretTable, by account: AccountID, _ submission: SubmissionID) throws -> Int64? {
    try row(
      "SELECT id FROM \(table.name) WHERE account = ? AND submission_high = ? AND submission_low = ?",
      [account.value, submission.high64, submission.low64]
    ) { $0[0] }
  }

  /// Throws `limit` if the account has no room for another row.
  func makeRoom(in table: SecretTable, of account: AccountID, _ now: Milliseconds) throws {
    try forgetEndedSecrets(of: account, in: table, now)
    try requireRoom(in: table, of: account)
  }

  func endSecrets(of account: AccountID, in table: SecretTable, _ now: Milliseconds) throws {
    try run("UPDATE \(table.name) SET ended = ? WHERE account = ? AND ended IS NULL", [now.value, account.value])
    try forgetEndedSecrets(of: account, in: table, now)
  }

  fileprivate func isEnded(_ id: Int64, in table: SecretTable, of account: AccountID) throws -> Bool {
    return try one(
      "SELECT ended IS NOT NULL FROM \(table.name) WHERE id = ? AND account = ?", [id, account.value]
    ) { $0[0] as Bool }
  }

  fileprivate func requireRoom(in table: SecretTable, of account: AccountID) throws {
    let count = try row("SELECT count(*) FROM \(table.name) WHERE account = ? AND ended IS NULL", [account.value]) {
      $0[0] as Int
    }
    if (count ?? 0) >= table.most { throw StoreError.limit(table.limit) }
  }

  /// Deletes rows that can't be resumed any more, and the oldest of those beyond the limit.
  fileprivate func forgetEndedSecrets(of account: AccountID, in table: SecretTable, _ now: Milliseconds) throws {
    try run(
      """
      DELETE FROM \(table.name) WHERE account = ?1 AND ended IS NOT NULL AND (ended < ?2 OR id NOT IN (
        SELECT id FROM \(table.name) WHERE account = ?1 AND ended IS NOT NULL ORDER BY ended DESC, id DESC LIMIT ?3))
      """, [account.value, (now - Limits.undoWindow).value, table.most])
  }
}
