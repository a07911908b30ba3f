import Foundation
import GRDB

/// The schema of the database: one script, `schema.sql`, until version 0.1.0 is released. From then on a released migration is never
/// edited.
enum Schema {
  /// "Four": identifies databases of this app.
  static let applicationID = 0x466F_7572

  /// The migrations, in order.
  static func migrator(now: Date) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    // No rows yet, so no references to check.
    migrator.registerMigration("0.1", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: EmbeddedTexts.schema_sql)
      try Meta.begin(db, now: Milliseconds(now))
    }
    return migrator
  }

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

  /// Requires that this version knows all migrations of the database at `path`.
  static func requireKnown(_ db: Database, _ path: String) throws {
    let migrator = migrator(now: Date())
    guard try migrator.hasBeenSuperseded(db) else { return }
    throw OpenProblem.newer(path, schema: try version(of: db), known: newest)
  }

  /// The newest version that this version of the app knows.
  static let newest = migrator(now: Date(timeIntervalSince1970: 0)).migrations.last ?? "none"

  /// The version of the database's schema: the name of its last migration.
  static func version(of db: Database) throws -> String {
    let migrator = migrator(now: Date())
    let applied = try migrator.appliedIdentifiers(db)
    // The last known migration is followed by unknown ones.
    let unknown = applied.subtracting(migrator.migrations).sorted()
    return unknown.last ?? migrator.migrations.last { applied.contains($0) } ?? "none"
  }

  /// Whether the database is empty: without tables, or with only the empty table of migrations. A start that was interrupted
  /// before ``mark(_:)`` leaves either.
  static func isUnbegun(_ db: Database) throws -> Bool {
    let tables = try String.fetchSet(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
    if tables.isEmpty { return try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0 }
    guard tables == ["grdb_migrations"] else { return false }
    return try Int.fetchOne(db, sql: "SELECT count(*) FROM grdb_migrations") == 0
  }
}

extension Schema {
  /// What of a database's schema is not as the migrations that it has applied make it, such as `trigger spy`: an object that is missing,
  /// foreign or changed, each once.
  static func differences(_ db: Database) throws -> [String] {
    let (own, found) = try expected(db)
    return Set(own.keys).union(found.keys).filter { own[$0] != found[$0] }.sorted().map(printable)
  }

  /// Requires that a database has what its migrations make. The script changes until it is released, so a file of an unreleased version
  /// can lack a table that this one reads. An index that an operator added is no harm.
  static func requireComplete(_ db: Database, _ path: String) throws {
    let (own, found) = try expected(db)
    guard let first = own.keys.filter({ own[$0] != found[$0] }).min() else { return }
    throw OpenProblem.otherSchema(path, difference: first)
  }

  /// The objects that the migrations of a database make, and those that it has.
  private static func expected(_ db: Database) throws -> (own: [String: String], found: [String: String]) {
    let migrator = migrator(now: Date(timeIntervalSince1970: 0))
    let applied = try migrator.appliedIdentifiers(db)
    let new = try DatabaseQueue(configuration: TaskStore.configuration(TaskStore.Settings()))
    if let last = migrator.migrations.last(where: applied.contains) { try migrator.migrate(new, upTo: last) }
    return (try new.read(objects), try objects(db))
  }

  /// The SQL of each object by its type and name. Left out are tables that others make as they need them: SQLite its statistics and the
  /// tables of an index of words, Litestream and GRDB theirs.
  private static func objects(_ db: Database) throws -> [String: String] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT type || ' ' || name, tbl_name || ' ' || sql FROM sqlite_schema
        WHERE sql IS NOT NULL AND NOT (type = 'table' AND (
          name IN ('grdb_migrations', 'sqlite_stat1', 'sqlite_stat4', '_litestream_seq', '_litestream_lock')
          OR name IN (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow')))
        """)
    return Dictionary(rows.map { ($0[0] as String, $0[1] as String) }) { first, second in first + ";" + second }
  }

  /// A name in a foreign file may have any characters.
  static func printable(_ object: String) -> String {
    String(String.UnicodeScalarView(object.unicodeScalars.prefix(100).map { (" "..."~").contains($0) ? $0 : "?" }))
  }
}
