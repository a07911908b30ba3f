import Foundation
import GRDB
import HTTPTypes
import StatePagesTesting
import Tasks
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore

/// Failures of the store: the page has a message and the right status, and the text is kept.
struct UnavailableTests {
  /// The reason why a write fails.
  enum AttemptFailure: String, CaseIterable {
    case busy, diskFull, readOnly

    var reason: String {
      switch self {
      case .busy: "not-now"
      case .diskFull: "disk-full"
      case .readOnly: "read-only"
      }
    }

    var words: String {
      switch self {
      case .busy: "can’t be saved right now"
      case .diskFull: "disk is full"
      case .readOnly: "Nothing can be saved"
      }
    }
  }

  /// A world with one list and one task, whose database then fails.
  private func with(_ trouble: AttemptFailure, _ body: (World) async throws -> Void) async throws {
    try await TemporaryFolder.with { folder in
      var world = try await folder.world()
      let list = try await world.makeList()
      try await world.add("paint", to: list)
      switch trouble {
      case .busy:
        world = try folder.impatient(world)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: folder.path + "/lists.sqlite", configuration: configuration)
        try await other.writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }
        try await body(world)
        try await other.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
        try other.close()
      case .diskFull:
        try await world.store.database.writeWithoutTransaction { db in
          // No more pages than there are, and none of those free.
          try db.execute(sql: "CREATE TABLE filler (x); INSERT INTO filler VALUES (zeroblob(3000))")
          let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
          try db.execute(sql: "PRAGMA max_page_count = \(pages)")
        }
        try await body(world)
      case .readOnly:
        try await world.store.database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA query_only = ON") }
        try await body(world)
        try await world.store.database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA query_only = OFF") }
      }
      try world.store.close()
    }
  }

  private static let long = String(repeating: "notes ", count: 10_000)

  @Test(arguments: AttemptFailure.allCases)
  func `a new task that cannot be saved: the page has the list, the text and the message`(
    trouble: AttemptFailure
  ) async throws {
    try await with(trouble) { world in
      let answer = try await world.post("/lists/2/tasks", ["title": "buy <milk>", "notes": Self.long, "version": "2"])
      #expect(answer.status == .serviceUnavailable)
      #expect(answer.headers[.retryAfter].flatMap(Int.init) != nil)
      let page = try answer.page
      #expect(page.titles() == ["paint"])
      #expect(page.value(of: "title") == "buy <milk>")
      #expect(page.error(of: "title")?.contains(trouble.words) == true, "\(page.error(of: "title") ?? "")")
      #expect(page.all { $0["autofocus"] != nil }.map { $0["name"] } == ["title"])
      #expect(world.log.texts.count == 1, "the log has the cause, once: \(world.log.texts)")
    }
  }

  @Test(arguments: AttemptFailure.allCases)
  func `a new list and a new name that cannot be saved`(trouble: AttemptFailure) async throws {
    try await with(trouble) { world in
      let name = String(repeating: "👩‍👩‍👧‍👦", count: 40)
      for address in ["/lists", "/lists/2"] {
        let answer = try await world.post(address, ["name": name, "version": "2"])
        // A page with room for a few more bytes accepts a name.
        if trouble == .diskFull, answer.status == .seeOther { continue }
        #expect(answer.status == .serviceUnavailable, "\(address)")
        let page = try answer.page
        #expect(page.value(of: "name") == name)
        #expect(page.error(of: "name")?.contains(trouble.words) == true)
      }
    }
  }

  @Test(arguments: AttemptFailure.allCases)
  func `an edit that cannot be saved: the form keeps it, below the message`(trouble: AttemptFailure) async throws {
    try await with(trouble) { world in
      let form = try await world.form(at: "/tasks/1")
      let answer = try await world.press(form, typing: ["title": "paint it", "notes": Self.long, "due": "2026-12-24"])
      #expect(answer.status == .serviceUnavailable)
      #expect(answer.headers[.retryAfter] != nil)
      let page = try answer.page
      #expect(page.value(of: "title") == "paint it")
      #expect(page.value(of: "notes") == Self.long)
      #expect(page.value(of: "due") == "2026-12-24")
      #expect(page.element(id: "form-error")?.text.contains(trouble.words) == true)
      #expect(page.element(id: "form-error")?["autofocus"] != nil)
    }
  }

  @Test(arguments: [AttemptFailure.busy, .readOnly])
  func `a button that fails: its own page shows the message, with a button that sends the same again`(
    trouble: AttemptFailure
  ) async throws {
    try await with(trouble) { world in
      for (address, origin, heading) in [
        ("/tasks/1/complete", "/lists/2", "House"), ("/tasks/1/complete", "/lists?page=1", "Lists"),
        ("/tasks/1/complete", nil, "House"), ("/tasks/1/delete", "/search?q=paint", "Search"),
        ("/lists/2/delete", "/lists/2", "House"), ("/changes/2/undo", "/lists/2/history", "History"),
        ("/changes/2/undo", "/lists/2?did=2", "House"), ("/changes/2/undo", nil, "Lists"),
        // No page of the app, or another account's.
        ("/tasks/1/complete", "/nowhere", "House"), ("/tasks/1/complete", "//lists/2", "House"),
        ("/tasks/1/complete", "/lists/999", "House"), ("/tasks/1/complete", "/lists/2/tasks", "House"),
        // The page of a failure, where the same fails again.
        ("/tasks/1/complete", "/tasks/1/complete", "House"), ("/tasks/1/delete", "/tasks/1/complete", "House"),
      ] as [(String, String?, String)] {
        var headers = HTTPFields.form
        headers[try #require(HTTPField.Name("Referer"))] = origin.map { "https://localhost\($0)" }
        let answer = try await world.send(.post, address, headers, body: "version=1")
        #expect(answer.status == .serviceUnavailable, "\(address) from \(origin ?? "")")
        #expect(answer.headers[.retryAfter] != nil && answer.headers[.eTag] == nil)
        let page = try answer.page
        #expect(page.all("h1").contains { $0.text.contains(heading) }, "\(address) from \(origin ?? "")")
        let notice = try #require(page.first { $0["class"] == "notice failed" })
        #expect(notice.text.contains("Not saved"))
        #expect(page.title.hasPrefix("Not saved"))
        #expect(notice.form(to: address)?.fields(pressing: nil).map(\.name) == ["version"])
        #expect(page.first { $0["class"] == "request-id" } != nil, "the id under which the log has the cause")
      }
      let page = try await world.page("/lists/2")
      #expect(page.first { $0["class"] == "notice failed" } == nil, "no other page tells it")
    }
  }

  @Test func `a row whose button fails twice stays where it was, in its list or on Today`() async throws {
    try await with(.readOnly) { world in
      let referer = try #require(HTTPField.Name("Referer"))
      for (from, page, heading) in [("", "/lists/2", "House"), ("/today", "/today", "Today")] {
        for origin in [page, "/tasks/1/complete"] {
          var headers = HTTPFields.form
          headers[referer] = "https://localhost\(origin)"
          let answer = try await world.send(.post, "/tasks/1/complete", headers, body: "from=\(from)&at.x=20&at.y=407")
          let shown = try answer.page(.serviceUnavailable)
          #expect(shown.all("h1").contains { $0.text.contains(heading) }, "\(origin)")
          if from.isEmpty { #expect(shown.element(id: "at-1")?["height"] == "407", "\(origin)") }
        }
      }
    }
  }

  @Test func `a button that fails on a page that cannot be read has a page of its own`() async throws {
    try await TemporaryFolder.with { folder in
      let world = try await folder.world()
      _ = try await world.makeList()
      try FileManager.default.removeItem(atPath: folder.path + "/lists.sqlite")
      try Data("other".utf8).write(to: URL(filePath: folder.path + "/lists.sqlite"))
      let answer = try await world.post("/lists/2/delete")
      #expect(answer.status == .serviceUnavailable)
      #expect(try answer.page.form(to: "/lists/2/delete")?.method == "post")
      try world.store.close()
    }
  }

  @Test func `a move that failed succeeds when it is sent again from the page with the message`() async throws {
    try await TemporaryFolder.with { folder in
      let world = try await folder.world()
      let list = try await world.makeList()
      let tasks = try await world.add("a", "b", to: list)
      let database = world.store.database
      try await database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA query_only = ON") }
      let refused = try await world.post("/tasks/\(tasks[0])/move", ["to": "bottom"])
      #expect(refused.status == .serviceUnavailable)
      try await database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA query_only = OFF") }
      let moved = try await world.press(refused.page.form(to: "/tasks/\(tasks[0])/move"))
      #expect(try await world.follow(moved).page.titles() == ["b", "a"])
      try world.store.close()
    }
  }

  @Test func `a failure of the store is logged once, whether it is a region's, a page's or a form's`() async throws {
    let world = try await World()
    let list = try await world.makeList()
    try await world.store.database.writeWithoutTransaction { db in
      try db.execute(sql: "ALTER TABLE tasks RENAME COLUMN priority TO rank")
    }
    let answers = [
      try await world.get("/lists/\(list)"), try await world.get("/tasks/1"),
      try await world.post("/lists/\(list)/tasks", ["title": "Milk", "version": "1"]),
    ]
    for answer in answers { #expect(answer.status == .internalServerError) }
    let lines = world.log.texts
    #expect(lines.count == 4 && lines.allSatisfy { $0.contains("hb.request.id=") }, "\(lines)")
    // Those of the list's page, twice: the form is shown on it again.
    #expect(lines.count { $0.hasPrefix("a region failed") } == 2)
  }

  @Test func `no page shows a library's message, and no typed text is logged`() async throws {
    try await with(.busy) { world in
      let answer = try await world.post("/lists/2/tasks", ["title": "private", "version": "2"])
      for words in ["SQL", "database", "GRDB", "busy", "StoreError"] {
        #expect(!(try answer.page.text.contains(words)), "\(words)")
      }
      #expect(!world.log.texts.joined().contains("private"))
      #expect(world.log.texts.joined().contains("busy"))
    }
  }
}
