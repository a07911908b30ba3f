import Foundation
import GRDB
import HTTPTypes
import Tasks
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore

/// Values that the schema allows, at the ends of its ranges or without a meaning: every page answers, and forms do as well.
///
/// By default all columns of a table change at once. With `FOURFOLD_COLUMNS=1` each changes alone.
struct StoredValueTests {
  private enum Kind: CaseIterable {
    case highest, lowest, text

    /// The values to try, the first one that a column takes counts.
    var values: [DatabaseValue] {
      let numbers: [Int64] = [
        .max, 1 << 60, 253_402_300_799_999, 1 << 53, 1 << 31 - 1, 1_000, 99, 3, 1, 0, -1, -(1 << 53),
        -62_135_596_800_000,
        -(1 << 60), .min,
      ]
      return switch self {
      case .highest: numbers.map(\.databaseValue)
      case .lowest: numbers.reversed().map(\.databaseValue)
      case .text: ["?", "{}", "0001-01-01", "9999-12-31", "99:99"].map(\.databaseValue)
      }
    }

    var types: String { self == .text ? "'TEXT', 'ANY'" : "'INTEGER', 'ANY'" }
  }

  @Test func `every page answers, whatever a column holds`() async throws {
    let rich = try await RichWorld()
    let addresses = [
      "/today", "/lists", "/lists/\(rich.house)", "/lists/\(rich.followed)", "/lists/\(rich.house)/history",
      "/tasks/\(rich.open)", "/search?q=o", "/search?tag=kitchen&status=all", "/review", "/tags", "/trash", "/upcoming",
      "/settings", "/settings/account", "/settings/display", "/settings/apps", "/settings/data", "/settings/reminders",
      "/settings/activity",
      "/operator", "/lists/\(rich.house)/export?format=csv", "/remote/\(rich.draft)",
      "/drafts/\(rich.kept)",
    ]
    for kind in Kind.allCases {
      for (table, columns) in try await columns(kind, rich.world.store) {
        let isEach = ProcessInfo.processInfo.environment["FOURFOLD_COLUMNS"] != nil
        for columns in isEach ? columns.map({ [$0] }) : [columns] {
          let world = try rich.world.copy()
          var changed: [String] = []
          for column in columns where await set(column, of: table, to: kind.values, in: world.store) {
            changed.append(column)
          }
          if changed.isEmpty { continue }
          for address in addresses {
            let answer = try await world.get(address)
            #expect(answer.status.code < 500, "\(kind) \(table) \(changed) \(address) \(answer.words)")
          }
          _ = try await world.post("/lists/\(rich.garden)/tasks", ["title": "More", "version": "1"])
          _ = try await world.post("/tasks/\(rich.open)/complete")
          _ = try await world.post("/lists/\(rich.garden)/move", ["to": "bottom"])
          _ = try await world.post("/changes/\(rich.change)/undo")
          let texts = world.log.texts.filter { !$0.hasPrefix("an entry of a history can't be read") }
          // A counter at its end is not raised, and what says that a list is followed takes no tasks.
          let refusals = ["CHECK constraint failed", "a followed list takes the tasks of its source"]
          let others = texts.filter { text in !refusals.contains { text.contains($0) } }
          #expect(others == [], "\(kind) \(table) \(changed)")
        }
      }
    }
  }

  private func columns(_ kind: Kind, _ store: TaskStore) async throws -> [(table: String, columns: [String])] {
    let rows = try await store.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT t.name, c.name FROM pragma_table_list t, pragma_table_info(t.name) c
          WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%'
            AND t.name NOT IN ('grdb_migrations', 'meta') AND c.type IN (\(kind.types)) ORDER BY t.name
          """
      ).map { (table: $0[0] as String, column: $0[1] as String) }
    }
    return Dictionary(grouping: rows, by: \.table).sorted { $0.key < $1.key }
      .map { (table: $0.key, columns: $0.value.map(\.column)) }
  }

  /// Sets a column of all rows to the first value that its constraints allow, or of one row if it is unique.
  private func set(_ column: String, of table: String, to values: [DatabaseValue], in store: TaskStore) async -> Bool {
    for value in values {
      for rows in ["", " WHERE rowid = (SELECT max(rowid) FROM \(table))"] {
        do {
          try await store.write { db, _ in
            try db.execute(sql: "UPDATE \(table) SET \(column) = ?\(rows)", arguments: [value])
          }
          return true
        } catch {
          continue
        }
      }
    }
    return false
  }

  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "0", "1e300"])
  func `a number from a form ends no server`(number: String) async throws {
    let rich = try await RichWorld()
    for field in ["until", "version", "list", "day", "page", "before", "section", "occurrence", "at"] {
      for address in [
        "/trash/empty", "/tasks/\(rich.open)", "/tasks/\(rich.open)/move", "/lists/\(rich.house)/move",
        "/lists/\(rich.house)/tasks",
      ] {
        let answer = try await rich.world.post(address, fields: [("title", "x"), (field, number)])
        #expect(answer.status.code < 500, "\(address) \(field)")
      }
    }
    for address in [
      "/lists/\(rich.house)?page=\(number)", "/trash?page=\(number)", "/lists/\(number)", "/tasks/\(number)",
    ] {
      #expect(try await rich.world.get(address).status.code < 500, "\(address)")
    }
  }
}
