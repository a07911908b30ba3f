import Foundation
import GRDB

extension Schema {
  /// What of a database's schema is not as the migrations that it has applied make it, such as `trigger spy`: an object that is missing,
  /// foreign or changed, each once.
  static func differences(_ db: Database) throws -> [String] {
    let migrator = migrator(now: Date(timeIntervalSince1970: 0))
    let applied = try migrator.appliedIdentifiers(db)
    let new = try DatabaseQueue(configuration: TaskStore.configuration(TaskStore.Settings()))
    if let last = migrator.migrations.last(where: applied.contains) { try migrator.migrate(new, upTo: last) }
    let (own, found) = (try new.read(objects), try objects(db))
    return Set(own.keys).union(found.keys).filter { own[$0] != found[$0] }.sorted().map(printable)
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
  private static func printable(_ object: String) -> String {
    String(String.UnicodeScalarView(object.unicodeScalars.prefix(100).map { (" "..."~").contains($0) ? $0 : "?" }))
  }
}
