package import Foundation
import GRDB
package import Tasks

extension ReminderChannel: HasSecret {
  package static var table: SecretTable { .channels }
}

extension AccountStore {
  /// Makes a channel. A mail address gets nothing but the link with which it is confirmed.
  ///
  /// - Parameters:
  ///   - origin: what the addresses in its messages begin with, such as `https://lists.example`.
  ///   - digest: of a mail address, the SHA-256 digest of the secret in that link, 32 bytes.
  ///   - submission: the idempotency key of the form. A repeated form makes no other one.
  /// - Returns: the id, and whether it is new, with this secret.
  /// - Throws: ``StoreError/limit(_:)``.
  package func addChannel(
    _ address: ChannelAddress, from origin: String, digest: Data?, submission: SubmissionID
  ) async throws(Problem) -> (id: ReminderChannelID, isNew: Bool) {
    try await write { db, now in
      let id = try db.account(account).id
      if let known = try db.submitted(.channels, by: id, submission) { return (ReminderChannelID(known), false) }
      try db.makeRoom(in: .channels, of: id, now)
      let stored = StoredChannelAddress(address)
      try db.run(
        ChannelQuery.insert,
        [
          id.value, address.kind.rawValue, stored.address, stored.topic, stored.secret, origin, digest, now.value,
          submission.high64, submission.low64,
        ])
      return (ReminderChannelID(db.lastInsertedRowID), true)
    }
  }

  /// The account's channels in the order in which they were made, those that were just ended included.
  package func channels() async throws(Problem) -> [ReminderChannel] {
    let oldest = now - Limits.undoWindow
    return try await readShortly { db in
      try db.rows(ChannelQuery.ofAccount, [account.value, oldest.value], ChannelQuery.channel)
    }
  }

  /// A channel that was not ended.
  package func channel(_ id: ReminderChannelID) async throws(Problem) -> ReminderChannel {
    try await readShortly { db in
      try db.one(ChannelQuery.byID, [account.value, id.value], ChannelQuery.channel)
    }
  }

  /// Gives a mail address that was not confirmed yet another secret for its link. The old link confirms nothing from now on.
  package func renewConfirmation(of id: ReminderChannelID, digest: Data) async throws(Problem) {
    try await write { db, now in
      try db.run(ChannelQuery.renew, [digest, now.value, id.value, account.value])
      guard db.changesCount == 1 else { throw StoreError.notFound }
    }
  }

  /// Notes how an attempt went. Success ends a pause; the last of many failures in a row begins one.
  package func note(_ outcome: ReminderChannel.Outcome, of id: ReminderChannelID) async throws(Problem) {
    try await write { db, now in try db.note(outcome, of: id, now) }
  }

  package func reminderSettings() async throws(Problem) -> ReminderSettings {
    try await readShortly { db in
      try db.one(ChannelQuery.settings, [account.value], ChannelQuery.settings)
    }
  }

  package func set(_ settings: ReminderSettings) async throws(Problem) {
    try await write { db, now in
      let days = settings.days.map(\.rawValue).sorted().map { String($0) }.joined()
      try db.run(
        ChannelQuery.setSettings,
        [
          settings.digest?.description, days, settings.quiet?.description, settings.isPrivate, settings.phoneRings,
          now.value,
          account.value,
        ])
      guard db.changesCount == 1 else { throw StoreError.notFound }
    }
  }
}

extension TaskStore {
  /// The channel with the secret of a link by which a mail address is confirmed, and its account; nil if there is none.
  package func unconfirmedChannel(digest: Data) async throws(StoreError) -> (
    channel: ReminderChannel, account: Account
  )? {
    try await readShortly { db in
      let found = try db.row(ChannelQuery.byDigest, [digest]) { row in
        (channel: try ChannelQuery.channel(row), account: row.id(13) as AccountID)
      }
      return try found.map { (channel: $0.channel, account: try db.account($0.account)) }
    }
  }

  /// Confirms a mail address by the secret of its link.
  /// - Throws: ``StoreError/notFound`` if no channel waits for it.
  package func confirmChannel(digest: Data) async throws(StoreError) {
    try await write { db, now in
      guard let id = try db.row(ChannelQuery.byDigest, [digest], { $0.id(0) as ReminderChannelID }) else {
        throw StoreError.notFound
      }
      try db.run("UPDATE channels SET digest = NULL, confirmed = ? WHERE id = ?", [now.value, id.value])
    }
  }
}

extension Database {
  func note(_ outcome: ReminderChannel.Outcome, of channel: ReminderChannelID, _ now: Milliseconds) throws {
    switch outcome {
    case .sent:
      try run(ChannelQuery.succeeded, [now.value, channel.value])
    case .failed(let code, let reply):
      try run(ChannelQuery.failed, [now.value, code, reply, Limits.channelFailures, channel.value])
    }
  }
}

/// The columns of an address.
struct StoredChannelAddress {
  let address: String
  private(set) var topic, secret: String?

  init(_ channel: ChannelAddress) {
    switch channel {
    case .mail(let text): address = text
    case .ntfy(let server, let topic, let token): (address, self.topic, secret) = (server, topic, token)
    case .webhook(let url, let key): (address, secret) = (url, key)
    }
  }
}

enum ChannelQuery {
  static let columns = """
    c.id, c.kind, c.address, c.topic, c.secret, c.made, c.digest IS NULL, c.tried, c.failure, c.reply, c.paused, c.ended,
      c.origin
    """

  static let insert = """
    INSERT INTO channels (account, kind, address, topic, secret, origin, digest, made, submission_high, submission_low)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  static let ofAccount = """
    SELECT \(columns) FROM channels c WHERE c.account = ? AND (c.ended IS NULL OR c.ended >= ?) ORDER BY c.id
    """

  static let byID = "SELECT \(columns) FROM channels c WHERE c.account = ? AND c.id = ? AND c.ended IS NULL"

  static let byDigest = """
    SELECT \(columns), c.account FROM channels c CROSS JOIN accounts a ON a.id = c.account
    WHERE c.digest = ? AND c.ended IS NULL AND a.removed IS NULL AND a.disabled IS NULL
    """

  static let renew = """
    UPDATE channels SET digest = ?, made = ? WHERE id = ? AND account = ? AND digest IS NOT NULL AND ended IS NULL
    """

  static let succeeded = """
    UPDATE channels SET tried = ?1, failure = NULL, reply = NULL, failures = 0, paused = NULL WHERE id = ?2
    """

  static let failed = """
    UPDATE channels SET tried = ?1, failure = ?2, reply = ?3, failures = failures + 1,
      paused = coalesce(paused, CASE WHEN failures + 1 >= ?4 THEN ?1 END)
    WHERE id = ?5
    """

  static let settings = """
    SELECT digest_at, digest_days, quiet_hours, private_subjects, phone_rings FROM accounts WHERE id = ?
    """
  static let setSettings = """
    UPDATE accounts SET digest_at = ?, digest_days = ?, quiet_hours = ?, private_subjects = ?, phone_rings = ?,
      settings_changed = ?
    WHERE id = ? AND removed IS NULL
    """

  @Sendable static func settings(_ row: Row) throws -> ReminderSettings { try settings(row, from: 0) }

  /// - Parameter first: the index of the first of the columns.
  static func settings(_ row: Row, from first: Int) throws -> ReminderSettings {
    ReminderSettings(
      digest: (row[first] as String?).flatMap { TimeOfDay($0) },
      days: Set((row[first + 1] as String).compactMap { $0.wholeNumberValue.flatMap(Weekday.init(rawValue:)) }),
      quiet: (row[first + 2] as String?).flatMap { QuietHours($0) }, isPrivate: row[first + 3],
      phoneRings: row[first + 4])
  }

  @Sendable static func channel(_ row: Row) throws -> ReminderChannel {
    let address = row[2] as String
    let secret = row[4] as String?
    let target: ChannelAddress =
      switch ChannelAddress.Kind(rawValue: row[1]) {
      case .mail: .mail(address)
      case .ntfy: .ntfy(server: address, topic: row[3] ?? "", token: secret)
      case .webhook: .webhook(address, secret: secret ?? "")
      case nil: throw StoreError.internal("a channel of a kind that is not known")
      }
    let outcome = (row[8] as String?).map { ReminderChannel.Outcome.failed(code: $0, reply: row[9]) } ?? .sent
    return ReminderChannel(
      id: row.id(0), address: target, origin: row[12], made: row.date(5), isConfirmed: row[6],
      last: row.moment(7).map { ReminderChannel.Attempt(at: $0.date, outcome) }, paused: row.moment(10)?.date,
      ended: row.moment(11)?.date)
  }
}
