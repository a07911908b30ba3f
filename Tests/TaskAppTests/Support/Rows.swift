import GRDB
import Tasks
import Testing

@testable import TaskStore

/// The rows of a database, table by table, each as text; blobs in hexadecimal and as text.
struct Rows: Equatable, CustomStringConvertible {
  private let tables: [String: [String]]

  /// All rows.
  init(of store: TaskStore) async throws {
    try await self.init(store) { _ in "TRUE" }
  }

  /// All rows of an account.
  init(of account: AccountID, in store: TaskStore) async throws {
    let lists = "IN (SELECT list FROM memberships WHERE account = \(account))"
    let sources = "IN (SELECT id FROM sources WHERE account = \(account) OR list \(lists))"
    let owners = [
      "accounts": "id = \(account) AND removed IS NULL", "credentials": "account = \(account)",
      "memberships": "account = \(account)",
      "lists": "id \(lists)",
      "tasks": "list \(lists)",
      "changes": "list \(lists) OR other \(lists)",
      "sessions": "account = \(account)", "account_events": "account = \(account)", "meta": "FALSE",
      "grdb_migrations": "FALSE",
      // The word index is derived from the tasks, which are included.
      "search": "FALSE", "search_data": "FALSE", "search_idx": "FALSE", "search_docsize": "FALSE",
      "search_config": "FALSE",
      "history_retention": "FALSE", "discarded_lists": "FALSE",
      "removed_accounts": "account = \(account)", "emptied_trashes": "account = \(account)",
      "unfinished_imports": "account = \(account)",
      "unfinished_lists": "import IN (SELECT id FROM unfinished_imports WHERE account = \(account))",
      "feeds": "account = \(account)", "app_passwords": "account = \(account)",
      "sections": "list \(lists)", "tags": "account = \(account)", "task_tags": "list \(lists)",
      "departures": "list \(lists)",
      "filters": "list \(lists)", "sources": "account = \(account) OR list \(lists)",
      "source_tasks": "source \(sources)",
      "source_events": "source \(sources)",
      "kept_forms": "session IN (SELECT id FROM sessions WHERE account = \(account))",
    ]
    try await self.init(store) { table in try #require(owners[table], "nobody said whose the rows of \(table) are") }
  }

  private init(_ store: TaskStore, _ condition: @Sendable (String) throws -> String) async throws {
    tables = try await store.database.read { db in
      let names = try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
      return try Dictionary(
        uniqueKeysWithValues: names.map { name in
          let rows = try Row.fetchAll(db, sql: "SELECT * FROM \(name) WHERE \(condition(name))")
          return (name, rows.map(Self.text).sorted())
        })
    }
  }

  private static func text(_ row: Row) -> String {
    row.map { column, value in
      switch value.storage {
      case .blob(let bytes):
        "\(column)=\(bytes.map { String($0, radix: 16) }.joined()) \(String(decoding: bytes, as: UTF8.self))"
      case .null, .int64, .double, .string: "\(column)=\(value)"
      }
    }.joined(separator: "; ")
  }

  /// The number of rows in a table.
  func count(_ table: String) -> Int { tables[table]?.count ?? 0 }
  var isEmpty: Bool { tables.values.allSatisfy(\.isEmpty) }
  var description: String { tables.sorted { $0.key < $1.key }.map { "\($0): \($1)" }.joined(separator: "\n") }
  func contains(_ text: String) -> Bool { description.contains(text) }

  /// The differences from another state.
  func changes(since before: Rows) -> String {
    tables.compactMap { name, rows in
      let (old, now) = (Set(before.tables[name] ?? []), Set(rows))
      let (new, gone) = (now.subtracting(old), old.subtracting(now))
      return new.isEmpty && gone.isEmpty ? nil : "\(name): + \(new) - \(gone)"
    }.joined(separator: "\n")
  }
}
