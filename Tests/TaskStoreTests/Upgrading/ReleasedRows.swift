import GRDB

/// Rows for a database of any schema since the first one: of each row, the columns that the schema has.
///
/// The values are SQL. ``ReleasedSchemaTests`` fails if a table or a column of the newest schema is missing here.
enum ReleasedRows {
  /// Tables that follow from others, or that a migration fills. `TaskStore.check` compares those that matter.
  static let derivedTables: Set = [
    "search", "search_data", "search_idx", "search_config", "unindexed", "index_build", "due_tasks", "trashed_tasks",
    "trash_counts", "task_tags", "history_retention", "grdb_migrations", "meta", "sqlite_sequence",
  ]

  /// Columns that follow from other rows, or that a migration sets, so that they are not kept as they were.
  static let derivedColumns: Set = [
    "lists.open", "lists.completed", "lists.trashed", "lists.stored_tasks", "lists.stored_bytes",
    "sources.stored_bytes",
    // Validators, which are reset so that all sources are fetched again.
    "sources.etag", "sources.modified", "sources.ctag",
    // Filled in by a migration.
    "credentials.skeleton",
  ]

  /// The rows in the order of insertion.
  static let rows: [(table: String, columns: [String: String])] = [
    (
      "accounts",
      [
        "id": "1", "name": "'Ana'", "created": "1", "revision": "0", "time_zone": "'Europe/Berlin'", "theme": "'dark'",
        "page_rows": "50", "settings_changed": "2",
      ]
    ),
    (
      "accounts",
      [
        "id": "2", "name": "'Ben'", "created": "2", "disabled": "9", "quota_bytes": "1000", "quota_tasks": "100",
        "quota_lists": "10", "quota_sources": "0", "operator": "1",
      ]
    ),
    ("accounts", ["id": "3", "name": "'Removed'", "created": "3", "removed": "4"]),
    ("credentials", ["account": "1", "key": "'ana'", "record": "'r1'", "changed": "5", "skeleton": "'ana'"]),
    ("credentials", ["account": "2", "key": "'ben'", "record": "'r2'", "changed": "6"]),
    (
      "sessions",
      [
        "id": "1", "account": "1", "digest": "zeroblob(32)", "begun": "1", "seen": "2", "agent": "'Firefox'",
        "ended": "3", "reason": "'idle'",
      ]
    ),
    ("kept_forms", ["id": "1", "session": "1", "at": "3", "path": "'/lists/7/tasks'", "fields": "'[]'"]),
    (
      "account_events",
      [
        "id": "1", "account": "1", "kind": "'signed-in'", "network": "'192.0.2.0/24'", "agent": "'Firefox'", "at": "1",
        "last": "2", "times": "3",
      ]
    ),
    ("lists", ["id": "7", "name": "'House'", "created": "1", "version": "1", "revision": "1", "folds": "2"]),
    ("lists", ["id": "8", "name": "'Attic'", "created": "1", "deleted": "5", "version": "2", "revision": "2"]),
    ("lists", ["id": "9", "name": "'Choir'", "created": "1", "version": "3", "revision": "3"]),
    ("lists", ["id": "10", "name": "'Due'", "created": "1", "version": "4", "revision": "4"]),
    ("lists", ["id": "11", "name": "'Imported'", "created": "1"]),
    ("lists", ["id": "12", "name": "'Discarded'", "created": "1"]),
    (
      "memberships",
      ["account": "1", "list": "7", "role": "'owner'", "position": "0", "adds": "'bottom'", "shown_order": "'date'"]
    ),
    ("memberships", ["account": "2", "list": "7", "role": "'editor'", "position": "0"]),
    ("memberships", ["account": "1", "list": "8", "role": "'owner'", "position": "1"]),
    ("memberships", ["account": "1", "list": "9", "role": "'owner'", "position": "2"]),
    ("memberships", ["account": "1", "list": "10", "role": "'owner'", "position": "3"]),
    (
      "changes",
      [
        "id": "1", "account": "1", "list": "7", "other": "8", "other_name": "'Attic'", "task": "1",
        "kind": "'task-transferred'", "name": "'Milk'", "count": "2", "at": "1", "undoes": "1", "undone": "1",
        "submission": "zeroblob(16)", "inverse": "'[]'", "batch": "1",
      ]
    ),
    ("changes", ["id": "2", "account": "1", "list": "8", "kind": "'list-created'", "name": "'Attic'", "at": "1"]),
    ("changes", ["id": "3", "account": "1", "list": "9", "kind": "'list-created'", "name": "'Choir'", "at": "1"]),
    ("changes", ["id": "4", "list": "10", "kind": "'list-created'", "name": "'Due'", "at": "1"]),
    ("tags", ["id": "1", "account": "1", "key": "'shop'", "name": "'shop'"]),
    (
      "tasks",
      [
        "id": "1", "list": "7", "position": "0", "priority": "3", "due": "'2026-03-03'", "created": "1",
        "version": "1", "title": "'Milk'", "notes": "'two'", "repeats": "'2026-03-03 FREQ=WEEKLY;BYDAY=TU'",
        "tags": "'shop'", "time": "'09:30'", "start": "'2026-03-01'", "uid": "'u1'", "changed": "2", "percent": "40",
        "folded": "1",
      ]
    ),
    (
      "tasks",
      [
        "id": "2", "list": "7", "position": "1", "created": "1", "version": "1", "title": "'Whole'", "parent": "1",
        "uid": "'u2'", "changed": "2",
      ]
    ),
    (
      "tasks",
      [
        "id": "3", "list": "7", "position": "2", "done": "4", "created": "1", "version": "1", "title": "'Bread'",
        "uid": "'u3'", "changed": "4",
      ]
    ),
    (
      "tasks",
      [
        "id": "4", "list": "7", "position": "3", "due": "'2026-03-04'", "deleted": "5", "created": "1", "version": "1",
        "title": "'Butter'", "uid": "'u4'", "changed": "5",
      ]
    ),
    (
      "tasks",
      [
        "id": "5", "list": "8", "position": "0", "created": "1", "version": "2", "title": "'Lamp'", "uid": "'u5'",
        "changed": "5",
      ]
    ),
    (
      "sources",
      [
        "id": "1", "list": "9", "created": "1", "revision": "2", "next": "9", "asked": "3", "format": "'markdown'",
        "title": "'Choir'", "open": "1", "closed": "1", "skipped": "1", "fetched": "3", "checked": "4",
        "origin": "'https://choir.example/'", "etag": "'\"1\"'", "modified": "'now'", "ctag": "'c'",
        "url": "'https://choir.example/'", "host": "'choir.example'", "omitted": "1", "appointments": "2",
        "collections": "'[]'", "stored_bytes": "NULL",
      ]
    ),
    (
      "sources",
      [
        "id": "2", "account": "1", "created": "1", "next": "9", "wanted": "4", "not_before": "8",
        "failure": "'timed-out'", "failure_detail": "'30'", "failing_since": "2", "failed_times": "3",
        "url": "'https://slow.example/'", "host": "'slow.example'",
      ]
    ),
    (
      "source_tasks",
      [
        "source": "1", "position": "0", "depth": "0", "priority": "1", "status": "'open'", "percent": "10",
        "due": "'2026-03-05'", "key": "'k'", "title": "'Alto'", "heading": "'Voices'", "tags": "'[\"a\"]'",
        "notes": "'n'", "repeats": "1", "rule": "'FREQ=DAILY'", "start": "7",
      ]
    ),
    (
      "source_tasks",
      [
        "source": "1", "position": "1", "depth": "1", "priority": "0", "status": "'done'", "done": "8", "key": "'l'",
        "title": "'Bass'",
      ]
    ),
    (
      "source_events",
      [
        "id": "1", "source": "1", "at": "3", "last": "4", "times": "2", "host": "'choir.example'",
        "failure": "'timed-out'", "failure_detail": "'30'", "open": "1", "closed": "1", "skipped": "1",
        "changes": "'{}'",
      ]
    ),
    ("filters", ["list": "10", "query": "'due=week'"]),
    ("removed_accounts", ["account": "3"]),
    ("discarded_lists", ["list": "12"]),
    ("emptied_trashes", ["account": "2", "until": "0"]),
    ("unfinished_imports", ["id": "1", "account": "1", "at": "9"]),
    ("unfinished_lists", ["list": "11", "import": "1"]),
    (
      "feeds",
      [
        "id": "1", "account": "1", "list": "7", "digest": "zeroblob(32)", "made": "1", "used": "2", "ended": "3",
        "submission_high": "4", "submission_low": "5",
      ]
    ),
  ]

  /// Inserts the rows of the tables and columns that the database has.
  static func insert(into db: Database) throws {
    for (table, values) in rows where try db.tableExists(table) {
      let columns = try db.columns(in: table).map(\.name).filter { values[$0] != nil }
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO \(table) (\(columns.joined(separator: ", ")))
          VALUES (\(columns.compactMap { values[$0] }.joined(separator: ", ")))
          """)
    }
  }

  /// What has to be kept: the stored columns of every table, as text.
  static func stored(_ db: Database) throws -> [String: [String]] {
    let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
    return try tables.filter { !derivedTables.contains($0) }.reduce(into: [:]) { columns, table in
      columns[table] = try db.columns(in: table).map(\.name).filter { !derivedColumns.contains("\(table).\($0)") }
    }
  }

  /// The rows of a table, of which some columns count.
  static func contents(of table: String, _ columns: [String], _ db: Database) throws -> [String] {
    try Row.fetchAll(db, sql: "SELECT \(columns.joined(separator: ", ")) FROM \(table)").map { "\($0)" }.sorted()
  }
}
