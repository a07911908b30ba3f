import Tasks
import Testing

@testable import TaskStore

/// What clients write over what they don't know.
extension ObjectTests {
  @Test func `what a client leaves out is told, and its undo brings it back`() async throws {
    let alarm = "BEGIN:VALARM\r\nTRIGGER:PT0S\r\nEND:VALARM"
    let text = Self.text("a", "SUMMARY:Milk", "URL:https://a.example", "X-B:1", "ATTACH:b", alarm)
    let changed = Self.text("a", "SUMMARY:Oats", "X-C:2", program: "B")
    guard case .stored(let object, _, _) = try await put(text),
      case .stored(let kept, _, false) = try await put(changed)
    else { throw Unexpected() }
    #expect(
      kept.text == changed.replacing("X-C:2\r\n", with: "X-C:2\r\nX-B:1\r\nX-FOURFOLD-KEPT:X-B\r\n"),
      "B may not know X-B")
    let last = try await mine.history(of: list, limit: 1)[0]
    #expect(last.fields == [.title(from: "Milk", to: "Oats"), .leftOut(["URL", "ATTACH", "VALARM"])])
    guard case .stored(let same, false, false) = try await put(changed) else { throw Unexpected() }
    #expect(same.tag == kept.tag, "nothing has changed")
    try await mine.undo(last.id)
    #expect(try await get("a.ics")?.text == text)
    try await put(Self.text("a", "SUMMARY:Milk", "STATUS:COMPLETED", program: "B"))
    #expect(try await mine.history(of: list, limit: 1)[0].fields == [.leftOut(["URL", "ATTACH", "VALARM"])])
    #expect(try await mine.task(object.task).done != nil)
  }

  @Test(arguments: ["RRULE:FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "RRULE:FREQ=HOURLY;INTERVAL=6", "RDATE:20261203T090000Z"])
  func `a rule that tasks don't have is kept as it came, and told`(rule: String) async throws {
    let text = Self.text("a", "SUMMARY:Milk", "DTSTART:20261126T090000Z", "DUE:20261126T090000Z", rule)
    guard case .stored(let object, true, true) = try await put(text) else { throw Unexpected() }
    #expect(try await mine.task(object.task).text.repeats == nil)
    #expect(try await mine.history(of: list, limit: 1)[0].fields == [.unknownRule(rule)])
    try await put(text.replacing("Milk", with: "Oats"))
    #expect(try await mine.history(of: list, limit: 1)[0].fields == [.title(from: "Milk", to: "Oats")])
    let version = try await mine.task(object.task).version
    try await mine.editTask(object.task, draft("Soy", due: "2026-11-27"), version: version)
    #expect(try #require(try await get("a.ics")).text.contains("\r\n\(rule)\r\n"))
    try await put(Self.text("b", "DUE;VALUE=DATE:20261126", "RRULE:FREQ=DAILY"))
    #expect(try await mine.history(of: list, limit: 1)[0].fields == [])
  }

  @Test func `a task that a client completes is one task in the history`() async throws {
    try await put(Self.text("a", "SUMMARY:Milk"))
    try await put(Self.text("a", "SUMMARY:Milk", "STATUS:COMPLETED"))
    let last = try await mine.history(of: list, limit: 1)[0]
    #expect(last.kind == .taskCompleted && last.count == 1)
  }

  @Test func `a text that comes again has no effect, but for a client that goes back to it`() async throws {
    let text = Self.text("a", "SUMMARY:Milk")
    guard case .stored(let first, _, true) = try await put(text) else { throw Unexpected() }
    func rename() async throws -> String {
      try await mine.editTask(first.task, draft("Oats"), version: mine.task(first.task).version)
      return try #require(try await get("a.ics")).tag
    }
    let renamed = try await rename()
    for match in [nil, "\"\(first.tag.dropFirst().prefix { $0 != "-" })-1-\(first.task)-0\""] {
      try await put(text, match: match)
      #expect(try await title(first.task) == "Oats", "\(match ?? "")")
    }
    try await put(text, match: renamed)
    #expect(try await title(first.task) == "Milk", "it has seen Oats")
    let again = try await rename()
    try await mine.setDue(first.task, to: Day(iso: "2026-12-01"))
    try await put(text, match: again)
    #expect(try await title(first.task) == "Milk")
    #expect(try await mine.task(first.task).text.due == Day(iso: "2026-12-01"), "it has not seen that")
  }

  @Test(arguments: [true, false])
  func `an instance that a page has completed is not completed again by what a client knew`(isOfClient: Bool)
    async throws
  {
    let lines = "DTSTART;VALUE=DATE:20261126\r\nDUE;VALUE=DATE:20261126\r\nRRULE:FREQ=DAILY"
    if isOfClient {
      try await put(Self.text("a", "SUMMARY:Milk", lines))
    } else {
      let daily = try draft("Milk", due: "2026-11-26", repeats: "2026-11-26 FREQ=DAILY")
      try await mine.addTasks([daily], to: list, submission: .fresh())
    }
    let href = try #require(try await mine.objectEntries(in: list).first).href
    let known = try #require(try await get(href))
    try await mine.complete(known.task, on: Day(iso: "2026-11-26")!)
    for text in [
      known.text.replacing("STATUS:NEEDS-ACTION\r\n", with: "")
        .replacing("SUMMARY:Milk", with: "SUMMARY:Milk\r\nSTATUS:COMPLETED"),
      known.text.replacing("Milk", with: "Oats"),
    ] {
      for _ in 0..<2 { try await put(text, href, match: known.tag) }
      let open = try await mine.openTasks(in: list)
      #expect(open.map(\.due) == [Day(iso: "2026-11-27")], "\(text)")
    }
    #expect(try await mine.openTasks(in: list).map(\.title) == ["Oats"])
    // A client that moves the date moves the rule, though it keeps the app's own property.
    let newest = try #require(try await get(href))
    try await put(newest.text.replacing("DATE:20261127", with: "DATE:20261128"), href, match: newest.tag)
    try await mine.complete(try #require(try await get(href)).task, on: Day(iso: "2026-11-28")!)
    #expect(try await mine.openTasks(in: list).map(\.due) == [Day(iso: "2026-11-29")])
  }

  @Test func `a client that leaves out what others wrote completes a series once`() async throws {
    let lines = "DTSTART;VALUE=DATE:20261126\r\nDUE;VALUE=DATE:20261126\r\nRRULE:FREQ=DAILY"
    try await put(Self.text("a", "SUMMARY:Milk", lines, "X-B:1"))
    try await put(Self.text("a", "SUMMARY:Oats", lines, program: "B"))
    let tag = try #require(try await get("a.ics")).tag
    for _ in 0..<2 {
      try await put(Self.text("a", "SUMMARY:Oats", lines, "STATUS:COMPLETED", program: "B"), match: tag)
      #expect(try await mine.openTasks(in: list).map(\.due) == [Day(iso: "2026-11-27")])
      #expect(try #require(try await get("a.ics")).text.contains("X-B:1"))
    }
  }
}
