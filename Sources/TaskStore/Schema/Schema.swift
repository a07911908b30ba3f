import Foundation
import GRDB

/// The tables, chosen once. A migration that was ever released is never edited.
///
/// - Times are milliseconds since 1970, days are texts like 2026-01-31.
/// - Numbers are never used twice (`AUTOINCREMENT`): an address in somebody's bookmarks never means another thing.
/// - Tables are `STRICT`. Lengths and characters are the domain's business; what the code relies on is checked here.
enum Schema {
  /// "Four": tells our databases from others.
  static let applicationID = 0x466F_7572

  /// Marks the database as ours, in a transaction before any other: a start that is killed leaves nothing that the next one
  /// takes for another program's.
  static func mark(_ db: Database) throws {
    if try Int.fetchOne(db, sql: "PRAGMA application_id") != applicationID {
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
    }
  }

  /// Whether nothing was stored in it: no table, or the empty one with which migrations begin. A start that was killed before
  /// ``mark(_:)`` left either.
  static func isUnbegun(_ db: Database) throws -> Bool {
    let tables = try String.fetchSet(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
    if tables.isEmpty { return try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0 }
    guard tables == ["grdb_migrations"] else { return false }
    return try Int.fetchOne(db, sql: "SELECT count(*) FROM grdb_migrations") == 0
  }

  static func migrator(now: Date) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("accounts") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: accounts)
      try Meta.begin(db, now: Milliseconds(now))
    }
    migrator.registerMigration("lists") { db in try db.execute(sql: lists) }
    migrator.registerMigration("tasks") { db in try db.execute(sql: tasks) }
    migrator.registerMigration("changes") { db in try db.execute(sql: changes) }
    migrator.registerMigration("sign-in") { db in try db.execute(sql: signIn) }
    migrator.registerMigration("sessions") { db in try db.execute(sql: sessions) }
    migrator.registerMigration("kept forms") { db in try db.execute(sql: savedDrafts) }
    migrator.registerMigration("sources") { db in try db.execute(sql: sources) }
    // It refers to nothing: the references of all rows need no check.
    migrator.registerMigration("search", foreignKeyChecks: .immediate) { db in try db.execute(sql: search) }
    migrator.registerMigration("unindexed submissions", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: unindexedSubmissions)
    }
    migrator.registerMigration("smaller search", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: smallerSearch)
    }
    migrator.registerMigration("audit trail", foreignKeyChecks: .immediate) { db in try db.execute(sql: auditTrail) }
    migrator.registerMigration("known devices", foreignKeyChecks: .immediate) { db in try db.execute(sql: deviceKey) }
    migrator.registerMigration("skeletons", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: skeletons)
      try fillSkeletons(db)
    }
    migrator.registerMigration("collections", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: collectionColumns)
    }
    migrator.registerMigration("event changes", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: eventChanges)
    }
    migrator.registerMigration("deletions", foreignKeyChecks: .immediate) { db in try db.execute(sql: deletions) }
    migrator.registerMigration("usage", foreignKeyChecks: .immediate) { db in try db.execute(sql: usage) }
    migrator.registerMigration("trash", foreignKeyChecks: .immediate) { db in try db.execute(sql: trash) }
    migrator.registerMigration("read lists", foreignKeyChecks: .immediate) { db in try db.execute(sql: readLists) }
    migrator.registerMigration("bulk deletion", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: bulkDeletion)
    }
    return migrator
  }
}
