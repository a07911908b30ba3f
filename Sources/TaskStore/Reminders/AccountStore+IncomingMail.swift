package import Foundation
import GRDB
package import Tasks

extension AccountStore {
  /// Makes an address at which mails become tasks. The one before takes no more.
  ///
  /// - Parameter submission: the idempotency key of the form. A repeated form makes no other address.
  package func makeIncomingAddress(submission: SubmissionID) async throws(Problem) {
    try await write { db, now in
      let id = try db.account(account).id
      let key: StatementArguments = [id.value, submission.high64, submission.low64]
      if try db.exists(IncomingMailQuery.isKnown, key) { return }
      try db.run(IncomingMailQuery.end, [now.value, id.value])
      try db.forgetEnded(of: id, now)
      try db.run(IncomingMailQuery.insert, [IncomingAddress.randomName(), now.value] + key)
    }
  }

  /// The account's address, and the one that was ended last, as long as it can be resumed.
  package func incomingAddresses() async throws(Problem) -> [IncomingAddress] {
    let oldest = now - Limits.undoWindow
    return try await readShortly { db in
      try db.rows(IncomingMailQuery.ofAccount, [account.value, oldest.value], IncomingMailQuery.address)
    }
  }

  /// Ends an address. It can be resumed for ``Limits/undoWindow``. Has no effect on an ended one.
  package func endIncomingAddress(_ id: IncomingAddressID) async throws(Problem) {
    try await write { db, now in
      guard try db.exists(IncomingMailQuery.byID, [account.value, id.value]) else { throw StoreError.notFound }
      try db.run(IncomingMailQuery.end + " AND id = ?", [now.value, account.value, id.value])
      try db.forgetEnded(of: account, now)
    }
  }

  /// Resumes an address that was just ended, or replaced: then it takes the place of the other one again.
  /// - Throws: ``StoreError/notFound`` for one that was ended before.
  package func resumeIncomingAddress(_ id: IncomingAddressID) async throws(Problem) {
    try await write { db, now in
      try db.forgetEnded(of: account, now)
      guard try db.exists(IncomingMailQuery.byID, [account.value, id.value]) else { throw StoreError.notFound }
      try db.run(IncomingMailQuery.end + " AND id <> ?", [now.value, account.value, id.value])
      try db.run("UPDATE incoming_addresses SET ended = NULL WHERE id = ?", [id.value])
    }
  }

  /// Adds the task of a mail to the Inbox, once.
  /// - Parameters:
  ///   - address: the address that the mail was sent to.
  ///   - digest: the SHA-256 digest of what every copy of the mail has in common, 32 bytes.
  /// - Throws: ``StoreError/notFound`` for an address that takes no mails, and ``StoreError/limit(_:)``.
  package func addMail(
    _ draft: TaskDraft, literal: TaskDraft?, to address: IncomingAddressID, digest: Data
  ) async throws(Problem) -> MailReceipt {
    try await write { write in
      let (db, now) = (write.db, write.now)
      guard try db.exists(IncomingMailQuery.takesMails, [account.value, address.value]) else {
        throw StoreError.notFound
      }
      if try db.exists(IncomingMailQuery.isTaken, [account.value, digest]) { return .known }
      let since = now - .seconds(3_600)
      guard try db.count(IncomingMailQuery.since, [account.value, since.value]) < Limits.mailsPerHour else {
        return .tooMany
      }
      let inbox = try db.one(IncomingMailQuery.inbox, [account.value]) { $0.id(0) as ListID }
      let list = try write.ownList(inbox)
      let submission = SubmissionID(digest)
      let written = try write.add(
        [NestedDraft(draft)], to: list, at: list.adds, of: .unsectioned, literal: literal, submission)
      try db.run(IncomingMailQuery.take, [account.value, digest, now.value])
      try db.run("UPDATE incoming_addresses SET used = ? WHERE id = ?", [now.value, address.value])
      return written.tasks.first.map(MailReceipt.added) ?? .known
    }
  }
}

/// What became of a mail.
package enum MailReceipt: Hashable, Sendable {
  case added(TaskID)
  /// A copy of it has become a task before.
  case known
  /// The account has got as many mails within an hour as it may.
  case tooMany
}

extension TaskStore {
  /// The address with a name that takes mails, and its account; nil if there is none.
  package func incomingAddress(
    named name: String
  ) async throws(StoreError) -> (id: IncomingAddressID, account: Account)? {
    try await read { db in
      let found = try db.row(IncomingMailQuery.byName, [name]) { row in
        (id: row.id(0) as IncomingAddressID, account: row.id(1) as AccountID)
      }
      return try found.map { (id: $0.id, account: try db.account($0.account)) }
    }
  }
}

extension SubmissionID {
  /// - Parameter digest: of at least 16 bytes.
  fileprivate init(_ digest: Data) {
    func half(_ bytes: Data) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(
      high: half(digest.prefix(8)) ^ half(digest.suffix(8)), low: half(digest.dropFirst(8).prefix(8)))
  }
}

extension Database {
  /// Deletes what can't be resumed any more, and all but the last one that was ended.
  fileprivate func forgetEnded(of account: AccountID, _ now: Milliseconds) throws {
    try run(IncomingMailQuery.forgetEnded, [account.value, (now - Limits.undoWindow).value])
  }
}

enum IncomingMailQuery {
  private static let columns = "id, name, made, used, ended"

  static let isKnown = """
    SELECT 1 FROM incoming_addresses WHERE account = ? AND submission_high = ? AND submission_low = ?
    """
  static let insert = """
    INSERT INTO incoming_addresses (name, made, account, submission_high, submission_low) VALUES (?, ?, ?, ?, ?)
    """
  static let end = "UPDATE incoming_addresses SET ended = ? WHERE account = ? AND ended IS NULL"
  static let byID = "SELECT 1 FROM incoming_addresses WHERE account = ? AND id = ?"
  static let takesMails = "\(byID) AND ended IS NULL"

  static let ofAccount = """
    SELECT \(columns) FROM incoming_addresses WHERE account = ? AND (ended IS NULL OR ended >= ?)
    ORDER BY ended IS NOT NULL, ended DESC, id DESC LIMIT 2
    """

  static let forgetEnded = """
    DELETE FROM incoming_addresses WHERE account = ?1 AND ended IS NOT NULL AND (ended < ?2 OR id NOT IN (
      SELECT id FROM incoming_addresses WHERE account = ?1 AND ended IS NOT NULL ORDER BY ended DESC, id DESC LIMIT 2))
    """

  static let byName = """
    SELECT i.id, i.account FROM incoming_addresses i CROSS JOIN accounts a ON a.id = i.account
    WHERE i.name = ? AND i.ended IS NULL AND a.removed IS NULL AND a.disabled IS NULL
    """

  static let isTaken = "SELECT 1 FROM incoming_mails WHERE account = ? AND digest = ?"
  static let since = "SELECT count(*) FROM incoming_mails WHERE account = ? AND at > ?"
  static let take = "INSERT INTO incoming_mails (account, digest, at) VALUES (?, ?, ?)"
  static let inbox = "SELECT list FROM memberships WHERE account = ? AND inbox IS NOT NULL"

  static let forget = """
    DELETE FROM incoming_mails WHERE (account, digest) IN (
      SELECT account, digest FROM incoming_mails WHERE at < ? LIMIT ?)
    """

  @Sendable static func address(_ row: Row) throws -> IncomingAddress {
    IncomingAddress(
      id: row.id(0), name: row[1], made: row.date(2), used: row.moment(3)?.date, ended: row.moment(4)?.date)
  }
}
