import Foundation
import GRDB

/// The schema of the database. A released migration is never edited.
///
/// - Times are milliseconds since 1970, days are texts such as 2026-01-31.
/// - Ids are never reused (`AUTOINCREMENT`), so a bookmarked address never refers to another item.
/// - Tables are `STRICT`. The domain validates lengths and characters; constraints check what the code relies on.
enum Schema {
  /// "Four": identifies databases of this app.
  static let applicationID = 0x466F_7572

  /// Sets the application id, in a transaction before any other, so that the database of an interrupted first start is not
  /// mistaken for another program's.
  static func mark(_ db: Database) throws {
    if try Int.fetchOne(db, sql: "PRAGMA application_id") != applicationID {
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
    }
  }

  /// Requires that the database at `path` is one of this app, or empty.
  static func requireMark(_ db: Database, _ path: String) throws {
    let mark = try Int.fetchOne(db, sql: "PRAGMA application_id")
    if mark == 0, try isUnbegun(db) { return }
    if mark != applicationID { throw OpenProblem.foreign(path) }
  }

  /// Requires that this version knows all steps of the schema of the database at `path`.
  static func requireKnown(_ db: Database, _ path: String) throws {
    let migrator = migrator(now: Date())
    guard try migrator.hasBeenSuperseded(db) else { return }
    throw OpenProblem.newer(path, schema: try version(of: db, migrator), known: SchemaVersion(of: migrator))
  }

  /// The version of the database's schema.
  static func version(of db: Database, _ migrator: DatabaseMigrator) throws -> SchemaVersion {
    let applied = try migrator.appliedIdentifiers(db)
    // The last known step is followed by unknown ones.
    let unknown = applied.subtracting(migrator.migrations).sorted()
    return SchemaVersion(
      number: applied.count, step: unknown.last ?? migrator.migrations.last { applied.contains($0) } ?? "none")
  }

  /// Whether the database is empty: without tables, or with only the empty table of migrations. A start that was interrupted
  /// before ``mark(_:)`` leaves either.
  static func isUnbegun(_ db: Database) throws -> Bool {
    let tables = try String.fetchSet(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
    if tables.isEmpty { return try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0 }
    guard tables == ["grdb_migrations"] else { return false }
    return try Int.fetchOne(db, sql: "SELECT count(*) FROM grdb_migrations") == 0
  }

  static func migrator(now: Date) -> DatabaseMigrator { migrations(now: now).migrator }

  /// All steps of the schema, in order.
  static func migrations(now: Date) -> Migrations {
    var migrator = Migrations()
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
    // The migration has no foreign keys, so the rows of other tables need no check.
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
    migrator.registerMigration("priorities", foreignKeyChecks: .immediate) { db in try db.execute(sql: priorities) }
    migrator.registerMigration("due tasks", foreignKeyChecks: .immediate) { db in try db.execute(sql: dueTasks) }
    migrator.registerMigration("recurrence rules", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: recurrenceRules)
    }
    migrator.registerMigration("list views", foreignKeyChecks: .immediate) { db in try db.execute(sql: listViews) }
    migrator.registerMigration("saved filters", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: savedFilters)
    }
    migrator.registerMigration("batches", foreignKeyChecks: .immediate) { db in try db.execute(sql: batches) }
    migrator.registerMigration("repeating tasks", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: repeatingTasks)
    }
    migrator.registerMigration("tags", foreignKeyChecks: .immediate) { db in try db.execute(sql: tags) }
    migrator.registerMigration("repeating index", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: repeatingIndex)
    }
    migrator.registerMigration("times", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: times)
      try db.execute(sql: timedDueTasks)
      try db.execute(sql: remoteStarts)
    }
    migrator.registerMigration("steps", foreignKeyChecks: .immediate) { db in try db.execute(sql: subtasks) }
    migrator.registerMigration("imports", foreignKeyChecks: .immediate) { db in try db.execute(sql: imports) }
    migrator.registerMigration("account limits", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: accountLimits)
    }
    migrator.registerMigration("feeds", foreignKeyChecks: .immediate) { db in try db.execute(sql: feeds) }
    migrator.registerMigration("operators", foreignKeyChecks: .immediate) { db in try db.execute(sql: operators) }
    migrator.registerMigration("trash items", foreignKeyChecks: .immediate) { db in try db.execute(sql: trashItems) }
    return migrator
  }
}
