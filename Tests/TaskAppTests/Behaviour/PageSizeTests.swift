import Foundation
import GRDB
import HTTPTypes
import StatePagesTesting
import TaskFormats
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// No page has more than ten million bytes, however long its texts are: 500 rows, whose titles are cut. Serialized, because each test
/// renders much.
@Suite(.serialized) final class PageSizeTests: WorldTests {
  /// Texts of the maximum length, or of a length from before the limit: characters that are printed as six bytes each, and one
  /// with as many accents as fit.
  enum Texts {
    case longest, former

    var title: String { text(500, bytes: self == .longest ? Limits.titleBytes : 16 * 1024) }
    var name: String { text(200, bytes: self == .longest ? Limits.listNameBytes : 4 * 1024) }

    private func text(_ characters: Int, bytes: Int) -> String {
      String(repeating: "\"", count: characters - 2) + " a"
        + String(repeating: "\u{301}", count: (bytes - characters) / 2)
    }
  }

  /// As many tags as a task can have, each as long as it can be.
  private static let tags = (0..<Limits.tagsPerTask).map { String(repeating: "市", count: 32) + "\($0)" }
    .joined(separator: " ")

  /// A list with 510 open tasks, as many completed ones, and as many in the trash; many other lists; and the largest pages that
  /// can be chosen.
  private func scene(_ texts: Texts) async throws -> (World, ListID, [TaskID]) {
    let world = try await World()
    try await showMost(world)
    for _ in 0..<105 { _ = try await world.add(3, to: world.makeList()) }
    let list = try await world.makeList()
    let tasks = try await world.add(510, to: list)
    for column in ["done", "deleted"] {
      let others = try await world.add(510, to: list)
      try await world.store.database.write { db in
        try db.execute(
          sql: "UPDATE tasks SET \(column) = 5 WHERE id BETWEEN ? AND ?",
          arguments: [others[0].value, others[509].value])
      }
    }
    try await world.store.database.write { db in
      try db.execute(sql: "UPDATE tasks SET title = ?, tags = ?", arguments: [texts.title, Self.tags])
      try db.execute(sql: "UPDATE lists SET name = ?", arguments: [texts.name])
      for number in 0..<600 {
        try db.execute(
          sql: "INSERT INTO changes (account, list, kind, name, at, inverse) VALUES (?, ?, 'task-added', '', 5, '[]')",
          arguments: [world.account.value, list.value])
        if number == 0 { try db.execute(sql: "UPDATE changes SET inverse = NULL WHERE kind <> 'task-added'") }
      }
      try db.execute(sql: "UPDATE changes SET name = ?, other_name = ?", arguments: [texts.title, texts.name])
    }
    return (world, list, tasks)
  }

  private func showMost(_ world: World) async throws {
    let rows = try AccountSettings(validating: AccountSettingsInput(timeZone: "", theme: "system", rows: "500"))
    try await world.mine.setSettings(rows)
  }

  @discardableResult
  private func small(_ answer: Answer, _ what: String) -> String {
    let (count, end) = (answer.body.utf8.count, String(decoding: answer.body.utf8.suffix(9), as: UTF8.self))
    #expect(count < 10_000_000, "\(what): \(count)")
    #expect(end == "\n</html>\n", "\(what)")
    return answer.body
  }

  @Test func `no page of lists and tasks has more than ten million bytes`() async throws {
    let (world, list, tasks) = try await scene(.longest)
    for address in [
      "/lists", "/lists?arrange", "/lists/\(list)", "/lists/\(list)?arrange", "/lists/\(list)?arrange&page=2",
      "/lists/\(list)?picked=\(tasks[3])", "/lists?picked=\(list)",
      "/lists/\(list)?several", "/lists/\(list)?rename", "/lists/\(list)?all-open", "/lists/\(list)?done=1",
      "/lists/\(list)/history", "/tasks/\(tasks[300])", "/trash", "/search?q=a", "/search?q=a&completed=on",
    ] {
      let answer = try await world.get(address)
      #expect(answer.status == .ok, "\(address)")
      small(answer, address)
      await Task.yield()
    }
  }

  @Test func `titles from before the limit do not exceed the page size`() async throws {
    let (world, list, _) = try await scene(.former)
    for address in ["/lists", "/lists/\(list)", "/lists/\(list)?arrange", "/trash"] {
      small(try await world.get(address), address)
      await Task.yield()
    }
  }

  @Test func `a refused form does not exceed the page size`() async throws {
    let (world, list, tasks) = try await scene(.longest)
    let titles = "titles=" + String(repeating: "\"", count: 240 * 1024)
    let refused = try await world.send(.post, "/lists/\(list)/tasks", .form, body: titles)
    #expect(refused.status.code == 422)
    small(refused, "titles that were refused")
    let gone = try await world.send(.post, "/lists/999/tasks", .form, body: titles)
    #expect(gone.status == .notFound)
    small(gone, "titles for a list that is not there")
    let notes = String(repeating: "\"", count: Limits.notesBytes - 1)
    let version = try await world.version(of: tasks[0])
    for (letter, status) in [("x", 303), ("y", 409)] {
      let body = "version=\(version)&title=x&notes=\(letter)\(notes)"
      let answer = try await world.send(.post, "/tasks/\(tasks[0])", .form, body: body)
      #expect(answer.status.code == status)
      if status == 409 { small(answer, "two long texts in conflict") }
    }
    small(try await world.get("/tasks/\(tasks[0])"), "long notes")
  }

  @Test func `rows that do not fit on a page are on the next one`() async throws {
    let (world, list, tasks) = try await scene(.longest)
    for (address, row, navigation) in [
      ("/lists/\(list)", "<li class=\"task-row\"", "open tasks"),
      ("/lists/\(list)?arrange", "<li class=\"task-row arranged\"", "what is put in order"),
      ("/lists/\(list)?select", "<li class=\"task-row\"", "open tasks"),
      ("/lists/\(list)?done=1", "<li class=\"task-row done\"", "completed tasks"),
      ("/trash", "/restore\"", "the trash"),
    ] {
      var (next, rows, pages) = (Optional(address), 0, 0)
      while let address = next, pages < 100 {
        let body = PageBytes(small(try await world.get(address), address))
        rows += body.count(of: row)
        next = body.next(in: "Pages of \(navigation)")
        pages += 1
        await Task.yield()
      }
      #expect(rows == 510, "\(address)")
    }
    // A change is shown on the page with its row.
    let completed = try await world.follow(world.post("/tasks/\(tasks[480])/complete"))
    #expect(PageBytes(small(completed, "a completed task")).count(of: "id=\"task-\(tasks[480])\"") == 1)
    let pane = PageBytes(small(try await world.get("/tasks/\(tasks[490])"), "a task"))
    #expect(pane.count(of: "aria-current=\"true\"><span") == 1)
  }

  @Test func `no page of a followed list has more than ten million bytes`() async throws {
    try await showMost(world)
    let texts = Texts.longest
    for _ in 0..<100 { _ = try await world.makeList(texts.name) }
    let tasks = (1...900).map { number in
      PortableTask(
        uid: "\(number)",
        draft: TaskDraft(
          title: texts.title, notes: String(repeating: "\"", count: 1_000), due: nil, tags: TagSet(stored: "one two"),
          priority: .none), completed: number % 2 == 0 ? .unknown : nil)
    }
    let followed = try await world.follow(
      "https://choir.example/tasks.ics", ReadList(format: .iCalendar, title: nil, tasks: tasks))
    for mode in ["", "?all-open", "?choose", "?page=2", "?done=1"] {
      small(try await world.get("/lists/\(followed.list)\(mode)"), "a list by link\(mode)")
      await Task.yield()
    }
    let long = (1...20).map {
      PortableTask(
        uid: "\($0)",
        draft: TaskDraft(
          title: texts.title, notes: String(repeating: "\"", count: Limits.notesBytes), due: nil, priority: .none))
    }
    let draft = try await world.draft(
      "https://choir.example/other.ics", ReadList(format: .iCalendar, title: nil, tasks: long))
    small(try await world.get("/remote/\(draft)"), "a preview")
  }

  @Test func `a title over the limit is shown, completed and deleted; an edit reports the limit`() async throws {
    let list = try await world.makeList()
    let task = try #require(try await world.add(1, to: list).first)
    let title = Texts.former.title
    try await world.store.database.write { db in try db.execute(sql: "UPDATE tasks SET title = ?", arguments: [title]) }
    #expect(try await world.page("/lists/\(list)").titles() == [ShortText.ofRow(title)])
    #expect(try await world.page("/tasks/\(task)").value(of: "title") == title)
    let version = try await world.version(of: task)
    let edited = try await world.post("/tasks/\(task)", ["version": "\(version)", "title": title, "notes": "new"])
    #expect(edited.status.code == 422 && edited.body.contains("more than 2 KB"))
    #expect(try await world.post("/tasks/\(task)/complete").status.code == 303)
    #expect(try await world.post("/tasks/\(task)/delete").status.code == 303)
    #expect(try await world.page("/trash").region("trash")?.text.contains(ShortText.ofRow(title)) == true)
  }

  /// The page of a list as it is used: long titles, each with a date. Compressed, it is a tenth.
  @Test func `a page of a hundred rows has at most 120 KB`() async throws {
    let world = try await World()
    let list = try await world.makeList("House")
    let titles = (100..<200).map { "Call the plumber about the long pipe under the whole house \($0) tomorrow" }
    _ = try await world.post(
      "/lists/\(list)/tasks", ["titles": titles.joined(separator: "\n"), "version": "1"])
    let page = try await world.get("/lists/\(list)")
    #expect(page.body.components(separatedBy: "<li class=\"task-row\"").count - 1 == 100)
    #expect(page.body.utf8.count <= 120_000)
  }

  @Test(arguments: [
    ("", ""), ("short", "short"), (String(repeating: "x", count: 80), String(repeating: "x", count: 80)),
    (String(repeating: "x", count: 81), String(repeating: "x", count: 80) + "…"),
    (String(repeating: "é", count: 80), String(repeating: "é", count: 80)),
  ])
  func `a label is cut by characters`(text: String, label: String) { #expect(ShortText.of(text) == label) }

  @Test func `a label is cut by bytes within an endless grapheme cluster`() {
    for lead in ["", "x", "xy"] {
      let label = ShortText.of(lead + "a" + String(repeating: "\u{301}", count: 9_000))
      #expect((310...330).contains(label.utf8.count) && label.hasSuffix("…"))
    }
  }
}

/// Searches a page that is too long to be parsed.
private struct PageBytes {
  let bytes: [UInt8]

  init(_ body: String) { bytes = Array(body.utf8) }

  /// The number of occurrences of a text.
  func count(of text: String) -> Int { places(of: text).count }

  /// The address of the link to the next page, in the navigation with that label.
  func next(in label: String) -> String? {
    guard let start = places(of: "<nav class=\"more\" aria-label=\"\(label)\"").first else { return nil }
    let navigation = String(decoding: bytes[start...].prefix(2_000), as: UTF8.self)
    let links = navigation.components(separatedBy: "</nav>")[0].components(separatedBy: "<a href=\"")
    return links.first { $0.contains("rel=\"next\"") }?.components(separatedBy: "\"")[0]
      .replacingOccurrences(of: "&amp;", with: "&")
  }

  private func places(of text: String) -> [Int] {
    let wanted = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      var places: [Int] = []
      var index = 0
      while index + wanted.count <= bytes.count {
        if bytes[index] == wanted[0], bytes[index...].starts(with: wanted) { places.append(index) }
        index += 1
      }
      return places
    }
  }
}
