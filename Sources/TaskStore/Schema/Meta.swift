import Foundation
import GRDB
import Tasks

/// Data of the database about itself, in the table `meta`.
enum Meta {
  /// Inserts the rows that every database has.
  static func begin(_ db: Database, now: Milliseconds) throws {
    try db.execute(sql: "INSERT INTO accounts (name, created) VALUES ('local', ?)", arguments: [now.value])
    let account = db.lastInsertedRowID
    try db.execute(
      sql: "INSERT INTO meta (key, value) VALUES ('epoch', ?), ('local-account', ?)",
      arguments: [newEpoch(), String(account)])
    try db.execute(sql: "INSERT INTO meta (key, value) VALUES ('device-key', lower(hex(randomblob(32))))")
  }

  static func epoch(_ db: Database) throws -> String { try value(db, key: "epoch") }

  /// Replaces the epoch.
  static func renewEpoch(_ db: Database) throws { try set(db, key: "epoch", to: newEpoch()) }

  /// Begins the use of a copy of a database.
  static func beginCopy(_ db: Database, at now: Milliseconds) throws {
    try renewEpoch(db)
    // What was due before was sent by the database that this one is a copy of.
    try set(db, key: "reminds-since", to: String(now.value))
    try db.execute(
      sql: "UPDATE deliveries SET begun = NULL, next = NULL, outcome = 'void', ended = ? WHERE next IS NOT NULL",
      arguments: [now.value])
    // Programs that are told by the other database subscribe again to the one that they reach.
    try db.execute(sql: "DELETE FROM push_subscriptions")
  }

  /// The moment before which nothing reminds; nil if there is none.
  static func remindsSince(_ db: Database) throws -> Milliseconds? {
    let value = try String.fetchOne(db, sql: "SELECT value FROM meta WHERE key = 'reminds-since'")
    return value.flatMap { Int64($0) }.map { Milliseconds(value: $0) }
  }

  static func set(_ db: Database, key: String, to value: String) throws {
    try db.run(
      "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      [key, value])
  }

  static func localAccount(_ db: Database) throws -> AccountID {
    guard let account = AccountID(try value(db, key: "local-account")) else {
      throw StoreError.internal("the local account in meta is no number")
    }
    return account
  }

  static func deviceKey(_ db: Database) throws -> Data { Data(try value(db, key: "device-key").utf8) }

  static func newEpoch() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 36)
    return String(repeating: "0", count: 13 - digits.count) + digits
  }

  private static func value(_ db: Database, key: String) throws -> String {
    guard let value = try String.fetchOne(db, sql: "SELECT value FROM meta WHERE key = ?", arguments: [key]) else {
      throw StoreError.internal("meta has no \(key)")
    }
    return value
  }
}
