import Foundation
import GRDB
import TaskFormats
import Tasks
import Testing

@testable import TaskStore

/// Tasks as calendar object resources: the bytes of their texts, and all parts of what has changed.
final class ObjectTests: ListTests {
  static func text(_ uid: String, _ properties: String...) -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:A", "BEGIN:VTODO", "UID:\(uid)"] + properties
      + ["END:VTODO", "END:VCALENDAR", ""]).joined(separator: "\r\n")
  }

  private func put(_ text: String, _ href: String? = nil, in list: ListID? = nil) async throws {
    let sent = try #require(ReadObject(stored: text))
    _ = try await mine.putObject(
      sent, at: href ?? "\(sent.object.uid).ics", in: list ?? self.list, if: ObjectCondition())
  }

  private func remove(_ href: String) async throws {
    _ = try await mine.deleteObject(href, in: list, if: ObjectCondition())
  }

  @Test func `what was sent comes back byte by byte`() async throws {
    let text = Self.text(
      "a", "SUMMARY:e\u{301}\u{E9}", "X-B:1\r\n  2", "BEGIN:VALARM\r\nTRIGGER:PT0S\r\nEND:VALARM")
    try await put(text)
    #expect(try await mine.object("a.ics", in: list).map { Array($0.text.utf8) } == Array(text.utf8))
  }

  @Test func `the steps of a completed date stay its steps, whatever their app knew`() async throws {
    let (step, series) = (["STATUS:COMPLETED", "RELATED-TO:p"], ["DUE;VALUE=DATE:20261126", "RRULE:FREQ=DAILY"])
    try await put(Self.text("p", series[0], series[1]))
    try await put(Self.text("s", step[0], step[1]))
    let known = try #require(try await mine.object("s.ics", in: list))
    let date = try #require(try await mine.object("p.ics", in: list)).task
    let completion = try await mine.complete(date)

    let shown = try #require(try await mine.object("s.ics", in: list))
    #expect(shown.tag != known.tag && !shown.text.contains("RELATED-TO:p"), "the date has another identifier by now")
    let sent = try #require(ReadObject(stored: Self.text("s", step[0], step[1], "DESCRIPTION:Later")))
    let outcome = try await mine.putObject(sent, at: "s.ics", in: list, if: ObjectCondition(match: [known.tag]))
    guard case .stored = outcome else { throw Unexpected(what: "\(outcome)") }
    let task = try await mine.task(known.task)
    #expect(task.text.notes == "Later" && task.parents.map(\.id) == [date])

    let before = try #require(try await mine.object("s.ics", in: list)).tag
    try await mine.undo(#require(completion.change))
    let after = try #require(try await mine.object("s.ics", in: list))
    #expect(after.tag != before && after.text.contains("RELATED-TO:p"))
  }

  @Test func `what an app has read is forgotten after the app password, part by part, and not before`() async throws {
    let store = world.store
    var passwords: [AppPassword] = []
    for (number, name) in ["Phone", "Tablet"].enumerated() {
      let id = try await mine.addAppPassword(
        AppPasswordName(validating: name), digest: Data(repeating: UInt8(number), count: 32), submission: .fresh()
      ).id
      passwords.append(AppPassword(id: id, name: name, made: world.clock.now))
    }
    let long = String(repeating: "x", count: 256)
    for uid in ["a", "b", long] { try await put(Self.text(uid)) }
    for app in passwords {
      let phone = store[world.account, with: app]
      for uid in ["a", "b", long] {
        try await phone.noteRead([#require(try await phone.object("\(uid).ics", in: list))])
      }
    }
    #expect(try await store.number("SELECT count(*) FROM read_texts") == 4, "identifiers of 255 letters at most")
    try await store.execute("DELETE FROM app_passwords WHERE id = \(passwords[0].id)")
    try await store.purge(deletedBefore: world.clock.now)
    #expect(try await store.number("SELECT count(*) FROM read_texts") == 2)
    #expect(try await store.number("SELECT min(app_password) FROM read_texts") == Int(passwords[1].id.value))
  }

  @Test func `a series goes on as a step of a task that is not here yet`() async throws {
    let dates = ["DTSTART;VALUE=DATE:20261126", "DUE;VALUE=DATE:20261126", "RRULE:FREQ=DAILY", "RELATED-TO:p"]
    try await put(Self.text("a", dates[0], dates[1], dates[2], dates[3]))
    try await put(Self.text("a", dates[0], dates[1], dates[2], dates[3], "STATUS:COMPLETED"))
    let text = try #require(try await mine.object("a.ics", in: list)).text
    #expect(text.contains("DUE;VALUE=DATE:20261127") && text.contains("RELATED-TO:p"), "\(text)")
    try await put(Self.text("p"))
    let (step, parent) = (
      try await mine.object("a.ics", in: list)?.task, try await mine.object("p.ics", in: list)?.task
    )
    #expect(try await mine.task(#require(step)).parents.map(\.id) == [parent])
  }

  @Test func `a long text of a series is read before the transaction that goes on with it`() async throws {
    let rest = (0..<400).map { "X-LONG-\($0):" + String(repeating: "x", count: 50) }.joined(separator: "\r\n")
    let dates = "DTSTART;VALUE=DATE:20261126\r\nDUE;VALUE=DATE:20261126\r\nRRULE:FREQ=DAILY"
    try await put(Self.text("a", dates, rest))
    func object() async throws -> StoredObject { try #require(try await mine.object("a.ics", in: list)) }
    let (account, task, now) = (world.account, try await object().task, Milliseconds(world.clock.now))
    await #expect(throws: LongSeries.self) {
      try await world.store.database.write { db in
        let write = Write(db: db, account: account, now: now, quotas: .standard)
        _ = try write.complete(write.task(task), on: Day(daysSince1970: 0))
      }
    }
    try await mine.complete(task)
    #expect(try await object().text.contains("DUE;VALUE=DATE:20261127"))
    try await mine.skip(object().task, on: Day(daysSince1970: 0))
    #expect(try await object().text.contains("DUE;VALUE=DATE:20261128"))
    try await put(object().text.replacing("RRULE:", with: "STATUS:COMPLETED\r\nRRULE:"))
    let text = try await object().text
    #expect(text.contains("DUE;VALUE=DATE:20261129") && text.contains("X-LONG-399"), "\(text.prefix(300))")
  }

  @Test(arguments: [1, 2, 10])
  func `parts tell all that there is, whatever was lost and has come back`(most: Int) async throws {
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
      try await remove("\(uid).ics")
    }
    for uid in ["b", "c", "d", "e"] { try await put(Self.text(uid)) }
    let first = try await sync([], since: nil)
    #expect(first.known == ["b.ics", "c.ics", "d.ics", "e.ics"])
    for target in [garden, list, garden, list] { try await put(Self.text("b"), in: target) }
    try await put(Self.text("c"), in: garden)
    try await remove("d.ics")
    try await put(Self.text("other"), "d.ics")
    try await put(Self.text("e"), in: garden)
    #expect(try await sync(first.known, since: first.token).known == ["b.ics", "d.ics"])
  }

  @Test func `the token of a part holds however old the part is`() async throws {
    for uid in ["a", "b", "c"] { try await put(Self.text(uid)) }
    world.clock.advance(days: 100)
    try await put(Self.text("d"))
    let part = try #require(try await mine.objectChanges(in: list, since: nil, most: 2))
    let rest = try #require(try await mine.objectChanges(in: list, since: part.token, most: 9))
    #expect(
      part.isPart && !rest.isPart && (part.entries + rest.entries).map(\.href) == ["a.ics", "b.ics", "c.ics", "d.ics"])
  }

  @Test func `a text that was merged with an older one is merged again`() async throws {
    try await put(Self.text("a", "SUMMARY:Milk"))
    let known = try #require(try await mine.object("a.ics", in: list))
    let sent = try #require(ReadObject(stored: Self.text("a", "SUMMARY:Oats")))
    let condition = ObjectCondition(match: [known.tag])
    let (account, list, now) = (world.account, list, Milliseconds(world.clock.now))
    @Sendable func sending(_ db: Database) throws -> ObjectPut {
      let write = Write(db: db, account: account, now: now, quotas: .standard)
      return ObjectPut(sent, "a.ics", try write.ownList(list), "GMT", write)
    }
    let database = world.store.database
    let prepared = try await database.read { db in try sending(db).prepare(condition) }
    let early = try #require(prepared)
    try await mine.setDue(known.task, to: Day(iso: "2026-12-24"))
    #expect(try await database.write { db in try sending(db).outcome(condition, early) == nil })
    #expect(try await mine.object("a.ics", in: list)?.text.contains("SUMMARY:Milk") == true, "nothing is written")

    let late = try #require(try await database.read { db in try sending(db).prepare(condition) })
    #expect(late.row != early.row)
    #expect(try await database.write { db in try sending(db).outcome(condition, late) != nil })
    let text = try #require(try await mine.object("a.ics", in: list)).text
    #expect(text.contains("SUMMARY:Oats") && text.contains("DUE;VALUE=DATE:20261224"), "\(text)")
  }

  @Test func `all steps that wait for a task become its steps`() async throws {
    for number in 1...1_200 { try await put(Self.text("s\(number)", "RELATED-TO:p")) }
    try await put(Self.text("p"))
    let parent = try #require(try await mine.object("p.ics", in: list)).task
    let steps = try await world.store.database.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM tasks WHERE parent = ?", arguments: [parent.value])
    }
    #expect(steps == 1_200)
  }

  @Test func `deletions of an app are undone two hundred at a time`() async throws {
    for number in 1...205 { try await put(Self.text("s\(number)")) }
    let app = AppPassword(id: AppPasswordID(1), name: "Phone", made: Date(timeIntervalSince1970: 0))
    let phone = world.store[world.account, with: app]
    for number in 1...205 {
      _ = try await phone.deleteObject("s\(number).ics", in: list, if: ObjectCondition())
    }
    let newest = try #require(try await mine.history(of: list, limit: 1).first)
    try await mine.undo(newest.id)
    #expect(try await mine.openTasks(in: list).count == 5)
    let older = try #require(try await mine.history(of: list, limit: 20).last { $0.kind == .taskDeleted && !$0.undone })
    try await mine.undo(older.id)
    #expect(try await mine.openTasks(in: list).count == 205)
  }
}
