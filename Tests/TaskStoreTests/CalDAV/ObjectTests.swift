import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

/// Tasks as calendar object resources.
struct ObjectTests {
  let world: World
  let list: ListID
  var mine: AccountStore<StoreError> { world.store[world.account, in: "Europe/Berlin", with: "Phone"] }

  init() async throws {
    world = try World()
    list = try await world.list("House")
  }

  static func text(_ uid: String, _ properties: String..., program: String = "A") -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:\(program)", "BEGIN:VTODO", "UID:\(uid)"] + properties
      + ["END:VTODO", "END:VCALENDAR", ""]).joined(separator: "\r\n")
  }

  @discardableResult
  func put(
    _ text: String, _ href: String? = nil, in list: ListID? = nil, match: String? = nil, noneMatch: String? = nil
  ) async throws -> ObjectOutcome {
    let object = try CalendarObject(Array(text.utf8))
    return try await mine.putObject(
      object, #require(object.values()), at: href ?? "\(object.uid).ics", in: list ?? self.list,
      if: ObjectCondition(match: match.map { [$0] }, noneMatch: noneMatch.map { [$0] }))
  }

  func get(_ href: String, in list: ListID? = nil) async throws -> StoredObject? {
    try await mine.object(href, in: list ?? self.list)
  }

  func title(_ task: TaskID) async throws -> String { try await mine.task(task).title }

  @Test func `what was sent comes back byte by byte, from one change with an undo`() async throws {
    let text = Self.text(
      "a", "SUMMARY:Milk", "X-B:1", "DUE:20261126T120000Z", "BEGIN:VALARM\r\nTRIGGER:PT0S\r\nEND:VALARM")
    guard case .stored(let object, true, true) = try await put(text, "other.ics") else { throw Unexpected() }
    #expect(try await get("other.ics")?.text == text && object.text == text)
    let task = try await mine.task(object.task)
    #expect(task.title == "Milk" && task.text.time == ClockTime("13:00 Europe/Berlin"))
    guard case .stored(let same, false, true) = try await put(text, "other.ics") else { throw Unexpected() }
    #expect(same.tag == object.tag)
    let changes = try await mine.history(of: list, limit: 10)
    #expect(changes.map(\.kind) == [.taskAdded, .listCreated])
    try await mine.undo(changes[0].id)
    #expect(try await get("other.ics") == nil)
  }

  @Test func `a change on a page is in the object, and in its tag`() async throws {
    let text = Self.text("a", "SUMMARY:Milk", "X-B:1")
    guard case .stored(let object, _, _) = try await put(text) else { throw Unexpected() }
    try await mine.complete(object.task, on: Day(iso: "2026-11-26")!)
    let done = try #require(try await get("a.ics"))
    #expect(done.tag != object.tag && done.text.contains("STATUS:COMPLETED") && done.text.contains("X-B:1"))
    try await mine.reopen(object.task)
    #expect(try await get("a.ics")?.text == text)
  }

  @Test func `conditions hold for the newest text only`() async throws {
    let text = Self.text("a", "SUMMARY:Milk")
    guard case .preconditionFailed = try await put(text, match: "*") else { throw Unexpected() }
    guard case .stored(let object, true, _) = try await put(text, noneMatch: "*") else { throw Unexpected() }
    guard case .preconditionFailed = try await put(text, noneMatch: "*") else { throw Unexpected() }
    guard case .preconditionFailed = try await put(text, match: "\"x\"") else { throw Unexpected() }
    guard case .stored(_, false, true) = try await put(Self.text("a", "SUMMARY:Oats"), match: object.tag) else {
      throw Unexpected()
    }
    guard case .conflict("a.ics") = try await put(text, "b.ics") else { throw Unexpected() }
    guard case .conflict("a.ics") = try await put(Self.text("b"), "a.ics") else { throw Unexpected() }
  }

  @Test func `an edit of an older text is merged by field, and what was lost can be brought back`() async throws {
    guard case .stored(let object, _, _) = try await put(Self.text("a", "SUMMARY:Milk", "DESCRIPTION:n")) else {
      throw Unexpected()
    }
    let version = try await mine.task(object.task).version
    try await mine.editTask(object.task, draft("Oat milk", notes: "n", due: "2026-12-01"), version: version)
    for match in [nil, object.tag] {
      guard
        case .stored(_, false, false) = try await put(Self.text("a", "SUMMARY:Soy milk", "DESCRIPTION:n"), match: match)
      else { throw Unexpected() }
      let task = try await mine.task(object.task).text
      #expect(task.title == "Soy milk" && task.due == Day(iso: "2026-12-01"))
      let last = try await mine.history(of: list, limit: 1)[0]
      #expect(last.fields == [.title(from: "Oat milk", to: "Soy milk")])
      try await mine.undo(last.id)
      #expect(try await title(object.task) == "Oat milk")
    }
    // Both texts of a field that both have changed are there, one after the other.
    try await mine.editTask(
      object.task, draft("Oat milk", notes: "mine", due: "2026-12-01"), version: mine.task(object.task).version)
    try await put(Self.text("a", "SUMMARY:Oat milk", "DESCRIPTION:theirs"), match: object.tag)
    #expect(try await mine.task(object.task).text.notes == "theirs")
    try await mine.undo(try await mine.history(of: list, limit: 1)[0].id)
    #expect(try await mine.task(object.task).text.notes == "mine")
  }

  @Test func `parents may come after their steps`() async throws {
    try await put(Self.text("step", "RELATED-TO:task"))
    #expect(try await get("step.ics")?.text.contains("RELATED-TO:task") == true)
    guard case .stored(let task, _, true) = try await put(Self.text("task")) else { throw Unexpected() }
    let first = try #require(try await get("step.ics"))
    #expect(try await mine.task(first.task).parents.map(\.id) == [task.task])
    let step = try #require(try await get("step.ics"))
    #expect(step.text == Self.text("step", "RELATED-TO:task"))
    try await put(Self.text("step", program: "B"))
    #expect(try await get("step.ics")?.text.contains("RELATED-TO:task") == true, "B may not know parents")
    try await put(Self.text("step", "SUMMARY:x", program: "B"), match: nil)
  }

  @Test func `a move between lists keeps the task, and tells the list that it left`() async throws {
    let garden = try await world.list("Garden")
    let text = Self.text("a", "SUMMARY:Milk")
    guard case .stored(let object, _, _) = try await put(text) else { throw Unexpected() }
    let token = try #require(try await mine.objectChanges(in: list, since: nil, most: 10)).token
    guard case .stored(let moved, true, true) = try await put(text, in: garden) else { throw Unexpected() }
    #expect(moved.task == object.task && moved.tag != object.tag)
    #expect(try await get("a.ics") == nil)
    let changes = try #require(try await mine.objectChanges(in: list, since: token, most: 10))
    #expect(changes.entries.map(\.href) == ["a.ics"] && changes.entries.map(\.tag) == [nil])
    guard case .deleted = try await mine.deleteObject("a.ics", in: garden, if: ObjectCondition()) else {
      throw Unexpected()
    }
    guard case .stored(let back, true, true) = try await put(text) else { throw Unexpected() }
    #expect(back.task == object.task)
    #expect(
      try #require(try await mine.objectChanges(in: list, since: token, most: 10)).entries.map(\.tag) == [back.tag])
  }

  @Test func `a series advances once, whichever way a client completes it`() async throws {
    let rule = ["DTSTART;VALUE=DATE:20261126", "DUE;VALUE=DATE:20261126", "RRULE:FREQ=DAILY"]
    let text = Self.text("a", "SUMMARY:Milk", rule.joined(separator: "\r\n"), "X-B:1")
    let next = Self.text(
      "a", "SUMMARY:Milk", rule.joined(separator: "\r\n").replacing("20261126", with: "20261127"), "X-B:1")
    let override = text.replacing(
      "END:VCALENDAR",
      with:
        "BEGIN:VTODO\r\nUID:a\r\nRECURRENCE-ID;VALUE=DATE:20261126\r\nSTATUS:COMPLETED\r\nEND:VTODO\r\nEND:VCALENDAR")
    let whole = text.replacing("SUMMARY:Milk", with: "SUMMARY:Milk\r\nSTATUS:COMPLETED")
    for sent in [next, override, whole] {
      let list = try await world.list("List")
      try await put(text, "x.ics", in: list)
      for _ in 0..<2 {
        try await put(sent, "x.ics", in: list)
        let open = try await mine.openTasks(in: list)
        #expect(open.map(\.due) == [Day(iso: "2026-11-27")], "\(sent)")
        let object = try #require(try await get("x.ics", in: list))
        #expect(object.text.contains("RRULE") && object.text.contains("X-B:1"), "\(object.text)")
      }
      _ = try await mine.deleteObject("x.ics", in: list, if: ObjectCondition())
      try await mine.deleteList(list)
    }
  }

  @Test func `a series that is completed on a page goes on under its name, and its undo brings it back`() async throws {
    let text = Self.text("a", "DUE;VALUE=DATE:20261126", "RRULE:FREQ=DAILY", "X-B:1")
    guard case .stored(let object, _, _) = try await put(text, "x.ics") else { throw Unexpected() }
    let done = try await mine.complete(object.task, on: Day(iso: "2026-11-26")!)
    let next = try #require(try await get("x.ics"))
    #expect(next.task != object.task && next.text.contains("DUE;VALUE=DATE:20261127") && next.text.contains("X-B:1"))
    #expect(try await mine.objectEntries(in: list).count == 2)
    try await mine.undo(#require(done.change))
    #expect(try await get("x.ics")?.text == text)
    #expect(try await mine.objectEntries(in: list).count == 1)
  }

  @Test func `order goes both ways`() async throws {
    guard case .stored(let first, _, true) = try await put(Self.text("a", "X-APPLE-SORT-ORDER:700000000")),
      case .stored(_, _, true) = try await put(Self.text("b", "X-APPLE-SORT-ORDER:600000000"))
    else { throw Unexpected() }
    #expect(try await mine.openTasks(in: list).map(\.id).last == first.task)
    try await put(Self.text("b", "X-APPLE-SORT-ORDER:800000000"))
    #expect(try await mine.openTasks(in: list).map(\.id).first == first.task)
    try await mine.moveTask(first.task, .bottom)
    #expect(try await get("a.ics")?.text.contains("X-APPLE-SORT-ORDER:700000000") == false)
  }

  @Test func `a token tells every change and every loss since, in parts if need be`() async throws {
    for uid in ["a", "b", "c", "d"] { try await put(Self.text(uid)) }
    var token: SyncToken?
    var seen: [String] = []
    for _ in 0..<3 {
      let part = try #require(try await mine.objectChanges(in: list, since: token, most: 2))
      seen += part.entries.map(\.href)
      token = SyncToken(part.token.description)
      #expect(token == part.token)
      if !part.isPart { break }
    }
    #expect(seen == ["a.ics", "b.ics", "c.ics", "d.ics"])
    _ = try await mine.deleteObject("a.ics", in: list, if: ObjectCondition())
    try await put(Self.text("b", "SUMMARY:x"))
    world.clock.advance(days: 31)
    try await world.store.purge(deletedBefore: world.clock.now)
    let later = try #require(try await mine.objectChanges(in: list, since: token, most: 10))
    #expect(later.entries.map(\.href) == ["a.ics", "b.ics"] && later.entries.map { $0.tag == nil } == [true, false])
    #expect(try await mine.objectChanges(in: list, since: SyncToken("data:,\(list).1.1"), most: 10) == nil)
    world.clock.advance(days: 91)
    try await put(Self.text("e"))
    #expect(try await mine.objectChanges(in: list, since: token, most: 10) == nil, "too old")
  }

  @Test func `tags and tokens hold after a restart, and a token of a discarded change does not`() async throws {
    guard case .stored(let object, _, _) = try await put(Self.text("a", "SUMMARY:Milk")) else { throw Unexpected() }
    let token = try #require(try await mine.objectChanges(in: list, since: nil, most: 10)).token
    // As with each start.
    try await world.store.write { db, _ in try Meta.renewEpoch(db) }
    #expect(try await get("a.ics")?.tag == object.tag)
    #expect(try await mine.objectChanges(in: list, since: token, most: 10)?.entries.isEmpty == true)
    #expect(try await mine.calendarCollections().first { $0.list == list }?.token == token)
    try await mine.setDue(object.task, to: Day(iso: "2026-12-01"))
    try await world.store.write { db, _ in try Meta.renewEpoch(db) }
    guard case .stored(_, false, _) = try await put(Self.text("a", "SUMMARY:Oats"), match: object.tag) else {
      throw Unexpected()
    }
    let task = try await mine.task(object.task)
    #expect(task.title == "Oats" && task.text.due == Day(iso: "2026-12-01"))
    // Another change has its number now.
    try await world.store.write { db, _ in try db.run("UPDATE changes SET at = at + 1 WHERE id = ?", [token.revision]) }
    #expect(try await mine.objectChanges(in: list, since: token, most: 10) == nil)
  }

  @Test(arguments: [1, 2, 10]) func `parts tell all that there is, whatever was lost and has come back`(most: Int)
    async throws
  {
    let garden = try await world.list("Garden")
    /// What a client has after reading all parts since a token.
    func sync(_ known: Set<String>, since token: SyncToken?) async throws -> (known: Set<String>, token: SyncToken) {
      var (known, token, isPart) = (known, token, true)
      while isPart {
        let part = try #require(try await mine.objectChanges(in: list, since: token, most: most))
        #expect(Set(part.entries.map(\.href)).count == part.entries.count, "each name once")
        for entry in part.entries { if entry.tag == nil { known.remove(entry.href) } else { known.insert(entry.href) } }
        (token, isPart) = (part.token, part.isPart)
      }
      return (known, try #require(token))
    }
    for uid in ["x", "y", "z"] {
      try await put(Self.text(uid))
      _ = try await mine.deleteObject("\(uid).ics", in: list, if: ObjectCondition())
    }
    for uid in ["b", "c", "d", "e"] { try await put(Self.text(uid)) }
    let first = try await sync([], since: nil)
    #expect(first.known == ["b.ics", "c.ics", "d.ics", "e.ics"])
    for target in [garden, list, garden, list] { try await put(Self.text("b"), in: target) }
    try await put(Self.text("c"), in: garden)
    _ = try await mine.deleteObject("d.ics", in: list, if: ObjectCondition())
    try await put(Self.text("other"), "d.ics")
    try await put(Self.text("e"), in: garden)
    #expect(try await sync(first.known, since: first.token).known == ["b.ics", "d.ics"])
  }

  @Test func `a collection has its own name, what clients keep with it, and comes back with its undo`() async throws {
    let name: ListName = "Work"
    let color = StoredProperty(namespace: "n", name: "c", xml: "<c xmlns='n'>#FF0000</c>")
    #expect(try await mine.makeCollection("w-1", name, [color]))
    #expect(try await !mine.makeCollection("w-1", name, []))
    let made = try #require(try await mine.calendarCollections().first { $0.segment == "w-1" })
    #expect(made.name == "Work" && made.properties == [color] && made.role == .owner)
    try await put(Self.text("a"), in: made.list)
    let deleted = try await mine.deleteList(made.list)
    #expect(try await !mine.calendarCollections().contains { $0.segment == "w-1" })
    try await mine.undo(#require(deleted.change))
    #expect(try await mine.calendarCollections().contains { $0.segment == "w-1" })
    #expect(try await get("a.ics", in: made.list)?.text == Self.text("a"))
  }

  @Test func `others see no object, and viewers write none`() async throws {
    try await put(Self.text("a"))
    let stranger = try await world.asStranger().mine
    await #expect(throws: StoreError.notFound) { try await stranger.object("a.ics", in: list) }
    await #expect(throws: StoreError.notFound) {
      try await stranger.deleteObject("a.ics", in: list, if: ObjectCondition())
    }
    await #expect(throws: StoreError.notFound) { try await stranger.objectChanges(in: list, since: nil, most: 1) }
  }

  struct Unexpected: Error {}
}
