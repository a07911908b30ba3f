import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import StatePages
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// The rows of a database, table by table, each as text; blobs in hexadecimal and as text.
struct Rows: Equatable, CustomStringConvertible {
  private let tables: [String: [String]]

  /// All rows.
  init(of store: TaskStore) async throws { try await self.init(store) { _ in "TRUE" } }

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
      "discarded_lists": "FALSE",
      "removed_accounts": "account = \(account)", "emptied_trashes": "account = \(account)",
      "unfinished_imports": "account = \(account)",
      "unfinished_lists": "import IN (SELECT id FROM unfinished_imports WHERE account = \(account))",
      "feeds": "account = \(account)", "app_passwords": "account = \(account)",
      "channels": "account = \(account)", "push_subscriptions": "account = \(account)",
      "incoming_addresses": "account = \(account)", "incoming_mails": "account = \(account)",
      "deliveries": "channel IN (SELECT id FROM channels WHERE account = \(account))",
      "read_texts": "app_password IN (SELECT id FROM app_passwords WHERE account = \(account))",
      "sections": "list \(lists)", "task_folds": "account = \(account)", "section_folds": "account = \(account)",
      "tags": "account = \(account)", "tag_colors": "account = \(account)", "task_tags": "list \(lists)",
      "departures": "list \(lists)",
      "filters": "list \(lists)", "sources": "account = \(account) OR list \(lists)",
      "source_tasks": "source \(sources)",
      "source_events": "source \(sources)",
      "saved_drafts": "account = \(account)", "invitations": "list \(lists) OR account = \(account)",
      "shared_pages": "list \(lists)",
      "comments": "author = \(account) OR task IN (SELECT id FROM tasks WHERE list \(lists))",
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

/// A piece of a page, as its template prints it.
func printed(_ piece: some Piece) throws -> HTMLElement {
  try HTMLReader.page("<!doctype html>" + House.catalogue().render(piece).html)
}

/// A response of the app.
struct Answer: Sendable {
  let status: HTTPResponse.Status
  let headers: HTTPFields
  let body: String

  init(_ response: Response) async throws {
    body = try await response.html()
    status = response.status
    headers = response.headers
  }

  var location: String? { headers[.location] }
  /// The session cookie that the browser sends from now on, as ``World/cookie``; `nil` if the response sets none.
  var cookie: String? { headers[values: .setCookie].first.map { String($0.prefix { $0 != ";" }) } }
  /// The cookie of a known browser; `nil` if the response sets none.
  var deviceCookie: String? {
    headers[values: .setCookie].first { $0.contains("fourfold-device=") }.map { String($0.prefix { $0 != ";" }) }
  }
  /// The fragment of the redirect's address.
  var fragment: String? { location?.split(separator: "#", maxSplits: 1).dropFirst().first.map(String.init) }

  /// The body as a page.
  /// - Throws: If it is not well-formed.
  var page: HTMLElement { get throws { try HTMLReader.page(body) } }

  /// The body as a page that is expected to have a status.
  func page(_ expected: HTTPResponse.Status, _ location: SourceLocation = #_sourceLocation) throws -> HTMLElement {
    #expect(status == expected, sourceLocation: location)
    return try page
  }

  /// The visible text, for failure messages.
  var words: String {
    do { return try page.text } catch { return body }
  }
}

extension HTMLElement {
  /// The titles of the rows of the open tasks, or of another region.
  func titles(_ region: String = "tasks") -> [String] {
    self.region(region)?.all { $0["class"] == "title" }.map(\.text) ?? []
  }

  func row(_ title: String) -> HTMLElement? {
    guard var row = first({ $0.name == "li" && $0.first { $0["class"] == "title" }?.text == title }) else { return nil }
    if let form = element(id: Self.formOfRows) { row.children.append(.element(form)) }
    return row
  }

  /// The title of the window.
  var title: String { first("title")?.text ?? "" }
  /// The notice at the foot, if there is one.
  var notice: HTMLElement? { first { $0["class"] == "notice" } }
  /// The error message of a field.
  func error(of field: String) -> String? {
    guard let input = first({ $0["name"] == field && $0["aria-invalid"] == "true" }),
      let ids = input["aria-describedby"]?.split(separator: " ")
    else { return nil }
    return first { element in element["class"] == "error" && ids.contains { element["id"] == String($0) } }?.text
  }
  /// The value of a field.
  func value(of field: String) -> String? { forms.flatMap(\.controls).first { $0.name == field }?.value }
}
