import Foundation
import TestSupport
import Testing

@testable import TaskFormats
@testable import Tasks

/// Calendar object resources, kept as they came.
struct CalendarObjectTests {
  static func text(_ properties: [String], zone: String = "", more: String = "", program: String = "A") -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:\(program)"] + (zone.isEmpty ? [] : [zone])
      + ["BEGIN:VTODO", "UID:1"] + properties + ["END:VTODO"] + (more.isEmpty ? [] : [more])
      + ["END:VCALENDAR", ""])
      .joined(separator: "\r\n")
  }

  static func object(_ properties: String..., more: String = "") throws -> CalendarObject {
    try CalendarObject(Array(text(properties, more: more).utf8))
  }

  /// A change here, the lines that it replaces, and those in their place.
  struct Row: Sendable {
    let lines: [String]
    let change: @Sendable (inout TodoValues) -> Void
    let after: [String]

    init(_ lines: String..., after: String..., change: @escaping @Sendable (inout TodoValues) -> Void) {
      (self.lines, self.after, self.change) = (lines, after, change)
    }
  }

  static let rows = [
    Row("SUMMARY;LANGUAGE=en:Milk", "X-A:1", after: "SUMMARY:Oat\\, milk", "X-A:1") {
      $0.task.draft.title = "Oat, milk"
    },
    Row("X-A:1", "SUMMARY:s", "DESCRIPTION:a\\nb", after: "X-A:1", "SUMMARY:s") { $0.task.draft.notes = "" },
    Row("SUMMARY:Milk", after: "SUMMARY:Milk", "DESCRIPTION:c\\nd") { $0.task.draft.notes = "c\nd" },
    Row("PRIORITY:3", after: "PRIORITY:5") { $0.task.draft.priority = .medium },
    Row("CATEGORIES:home,Two; words,work", after: "CATEGORIES:home,Two; words,shop") {
      $0.task.draft.tags.remove(Tag(stored: "work"))
      $0.task.draft.tags.insert(Tag(stored: "shop"))
    },
    Row(
      "STATUS:NEEDS-ACTION", "X-A:1", after: "STATUS:COMPLETED", "PERCENT-COMPLETE:100", "COMPLETED:20261126T120000Z",
      "X-A:1"
    ) { $0.task.completed = Date(timeIntervalSince1970: 1_795_694_400) },
    Row("STATUS:COMPLETED", "COMPLETED:20261101T000000Z", "PERCENT-COMPLETE:100", after: "STATUS:NEEDS-ACTION") {
      $0.task.completed = nil
    },
    Row("DUE;VALUE=DATE:20261126", after: "DUE;VALUE=DATE:20261127") { $0.task.draft.due = Day(iso: "2026-11-27") },
    Row("DUE:20261126T120000Z", after: "DUE:20261127T120000Z") { $0.task.draft.due = Day(iso: "2026-11-27") },
    Row("DUE:20261126T120000", after: "DUE:20261127T120000") { $0.task.draft.due = Day(iso: "2026-11-27") },
    Row(
      "DUE;VALUE=DATE:20261126", "DTSTART;VALUE=DATE:20261120", after: "DUE;VALUE=DATE:20261119",
      "X-FOURFOLD-START:2026-11-20"
    ) { $0.task.draft.due = Day(iso: "2026-11-19") },
    Row("DUE;VALUE=DATE:20261126", "X-A:1", after: "X-A:1") { $0.task.draft.due = nil },
    Row(
      "DUE;VALUE=DATE:20261126", "DTSTART;VALUE=DATE:20261126", "RRULE:INTERVAL=1;FREQ=DAILY",
      after: "DUE;VALUE=DATE:20261127", "DTSTART;VALUE=DATE:20261127", "RRULE:INTERVAL=1;FREQ=DAILY"
    ) {
      $0.task.draft.due = Day(iso: "2026-11-27")
      if let day = $0.task.draft.due { $0.task.draft.repeats?.current = day }
    },
    // A rule without a date rests.
    Row("DUE;VALUE=DATE:20261126", "DTSTART;VALUE=DATE:20261126", "RRULE:FREQ=DAILY", "X-A:1", after: "X-A:1") {
      $0.task.draft.due = nil
    },
    Row("RELATED-TO:2", "RELATED-TO;RELTYPE=SIBLING:3", after: "RELATED-TO:4", "RELATED-TO;RELTYPE=SIBLING:3") {
      $0.parent = "4"
    },
    Row("X-APPLE-SORT-ORDER:5", after: "X-APPLE-SORT-ORDER:-6") { $0.order = -6 },
    Row("LAST-MODIFIED:20260101T000000Z", "SUMMARY:a", after: "LAST-MODIFIED:20261126T120000Z", "SUMMARY:b") {
      $0.task.draft.title = "b"
      $0.task.changed = Date(timeIntervalSince1970: 1_795_694_400)
    },
  ]

  @Test(arguments: rows.indices) func `a change replaces its property, in its place, and nothing else`(row: Int) throws
  {
    let row = Self.rows[row]
    let alarm = "BEGIN:VALARM\r\nTRIGGER;RELATED=END:-PT5M\r\nDESCRIPTION:x\r\nEND:VALARM"
    let object = try CalendarObject(Array(Self.text(row.lines + [alarm]).utf8))
    var values = try #require(object.values())
    #expect(object.text(showing: values) == object.text)
    row.change(&values)
    #expect(object.text(showing: values) == Self.text(row.after + [alarm]))
  }

  @Test func `a due time in a zone brings the description of the zone`() throws {
    let object = try Self.object("DUE;VALUE=DATE:20261126")
    var values = try #require(object.values())
    values.task.draft.time = ClockTime("12:00 Europe/Berlin")
    let text = object.text(showing: values)
    #expect(
      text.contains("BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\n")
        && text.contains("DUE;TZID=Europe/Berlin:20261126T120000"))
    let again = try CalendarObject(Array(text.utf8))
    #expect(again.values()?.task.draft == values.task.draft)
    #expect(again.text(showing: values) == text)
  }

  @Test func `text without a place stays out of the notes`() throws {
    let values = try #require(
      Self.object("SUMMARY:a", "LOCATION:Home", "COMMENT:x", "ATTACH:http://a", "CATEGORIES:\"q\",b").values())
    #expect(values.task.draft.notes.isEmpty && values.task.draft.tags.text == "b")
  }

  @Test func `a series that was completed with the task above it keeps its rule`() throws {
    let dates = ["DTSTART;VALUE=DATE:20261126", "DUE;VALUE=DATE:20261126", "RRULE:FREQ=DAILY"]
    var values = try #require(Self.object(dates[0], dates[1], dates[2]).values())
    values.task.completed = Date(timeIntervalSince1970: 1_795_694_400)
    let object = try Self.object(dates[0], dates[1], dates[2], "STATUS:COMPLETED", "COMPLETED:20261126T120000Z")
    #expect(object.text(showing: values) == object.text)
    values.task.completed = nil
    let text = object.text(showing: values)
    #expect(dates.allSatisfy(text.contains) && !text.contains("COMPLETED"))
  }

  @Test func `completed instances of a series move its task on`() throws {
    let done = "BEGIN:VTODO\r\nUID:1\r\nRECURRENCE-ID;VALUE=DATE:20261126\r\nSTATUS:COMPLETED\r\nEND:VTODO"
    let object = try Self.object(
      "DTSTART;VALUE=DATE:20261126", "DUE;VALUE=DATE:20261126", "RRULE:FREQ=DAILY", more: done)
    let values = try #require(object.values())
    #expect(values.task.draft.due == Day(iso: "2026-11-27") && values.task.completed == nil)
    #expect(values.task.draft.repeats?.current == Day(iso: "2026-11-27"))
    #expect(object.text(showing: values) == object.text)
    var later = values
    later.task.draft.due = Day(iso: "2026-11-28")
    later.task.draft.repeats?.current = try #require(Day(iso: "2026-11-28"))
    let text = object.text(showing: later)
    #expect(text.contains(done) && text.contains("DTSTART;VALUE=DATE:20261128"))
    #expect(try CalendarObject(Array(text.utf8)).values()?.task.draft == later.task.draft)
  }

  @Test func `what another program does not know is kept, what the same one leaves out is removed`() throws {
    let earlier = try Self.object("SUMMARY:a", "X-B:1\r\n  2", "RELATED-TO:7", "LOCATION:x")
    let other = try CalendarObject(Array(Self.text(["SUMMARY:b"], program: "B").utf8))
    let kept = Self.text(["SUMMARY:b", "X-B:1\r\n  2", "RELATED-TO:7", "X-FOURFOLD-KEPT:RELATED-TO,X-B"], program: "B")
    #expect(other.keepingUnknown(of: earlier) == kept)
    // It leaves them out each time, until it sends what it does not know.
    let stored = try CalendarObject(Array(kept.utf8))
    #expect(other.keepingUnknown(of: stored) == kept)
    let knowing = try CalendarObject(
      Array(Self.text(["SUMMARY:b", "X-FOURFOLD-KEPT:RELATED-TO,X-B"], program: "B").utf8))
    #expect(knowing.keepingUnknown(of: stored) == knowing.text)
    let same = try Self.object("SUMMARY:b")
    #expect(same.keepingUnknown(of: earlier) == same.text)
  }

  @Test func `fields merge one by one`() throws {
    let base = try #require(
      Self.object("SUMMARY:a", "DESCRIPTION:n", "CATEGORIES:x,y", "DUE;VALUE=DATE:20261126").values())
    let mine = try #require(
      Self.object("SUMMARY:b", "DESCRIPTION:n", "CATEGORIES:y,z", "DUE;VALUE=DATE:20261126").values())
    var now = base
    now.task.draft.notes = "other"
    now.task.draft.tags.insert(Tag(stored: "w"))
    now.task.draft.due = nil
    let merged = mine.merged(since: base, into: now).task.draft
    #expect(merged.title == "b" && merged.notes == "other" && merged.due == nil)
    #expect(Set(merged.tags.tags.map(\.name)) == ["y", "z", "w"])
    #expect(base.merged(since: base, into: now) == now)
  }

  @Test func `a task that no client has sent is an object that reads as the task`() throws {
    let draft = try TaskDraft(
      validating: TaskInput(
        title: "Tëst, all", notes: "a\nb", due: "2026-11-26", time: "12:00 Europe/Berlin", start: "2026-11-20",
        tags: "x y", priority: "high"))
    let values = TodoValues(
      PortableTask(uid: "u-1", draft: draft, created: Date(timeIntervalSince1970: 1_000)), parent: "p", order: 7)
    let object = try CalendarObject(Array(CalendarWriter.object(values).utf8))
    let read = try #require(object.values())
    #expect(read.task.draft == draft && read.parent == "p" && read.order == 7 && object.uid == "u-1")
    #expect(object.text(showing: read) == object.text)
  }

  /// Random texts: their lines in any order, folded anywhere, with properties that nobody knows.
  @Test func `a random text comes back as it was, and a change changes its own lines only`() async throws {
    var random = Seeded(39)
    for round in 0..<2_000 {
      let written = RandomTodo(&random)
      let object = try CalendarObject(Array(written.text.utf8))
      var values = try #require(object.values(), "\(round)")
      #expect(Array(object.text(showing: values).utf8) == Array(written.text.utf8), "\(round)")
      let owned = change(&values, hasRule: object.has("RRULE"), &random)
      let text = object.text(showing: values)
      let again = try CalendarObject(Array(text.utf8))
      #expect(rest(of: again, without: owned) == rest(of: object, without: owned), "\(round) \(owned)")
      let read = try #require(again.values())
      #expect(read.task.draft == values.task.draft, "\(round) \(owned)\n\(written.text)\n\(text)")
      #expect((read.task.completed == nil) == (values.task.completed == nil), "\(round)")
      #expect(read.parent == values.parent, "\(round)")
      if round % 50 == 0 { await Task.yield() }
    }
  }

  private func change(_ values: inout TodoValues, hasRule: Bool, _ random: inout Seeded) -> Set<String> {
    switch Int.random(in: 0..<7, using: &random) {
    case 0:
      values.task.draft.title = "Changed \(Int.random(in: 0...99, using: &random))"
      return ["SUMMARY"]
    case 1:
      values.task.draft.notes = "Changed\nnotes"
      return ["DESCRIPTION", "SUMMARY"]
    case 2:
      values.task.draft.priority = values.task.draft.priority == .high ? .none : .high
      return ["PRIORITY"]
    case 3:
      values.task.draft.tags.insert(Tag(stored: "added"))
      return ["CATEGORIES"]
    case 4 where !hasRule:
      values.task.completed = values.task.completed == nil ? Date(timeIntervalSince1970: 1_795_694_400) : nil
      values.task.percent = nil
      return ["STATUS", "COMPLETED", "PERCENT-COMPLETE"]
    case 5 where values.task.completed == nil || !hasRule:
      values.task.draft.due = Day(iso: "2030-01-02")
      (values.task.draft.time, values.task.draft.repeats, values.task.draft.start) = (nil, nil, nil)
      return ["DUE", "DURATION", "DTSTART", "RRULE", "X-FOURFOLD-START"]
    default:
      values.parent = "other"
      return ["RELATED-TO"]
    }
  }

  private func rest(of object: CalendarObject, without names: Set<String>) -> [[UInt8]] {
    let bytes = Array(object.text.utf8)
    return object.lines.filter {
      $0.component != .task || !(names.contains($0.property.name) || $0.property.name == "LAST-MODIFIED")
    }
    .map { Array(bytes[$0.range]) }
  }
}

/// A VTODO of random properties.
struct RandomTodo {
  let text: String

  init(_ random: inout Seeded) {
    let known = [
      ["SUMMARY:Milk \\, bread", "SUMMARY;LANGUAGE=de:Käse 🧀 kaufen"],
      ["DESCRIPTION:one\\ntwo", "DESCRIPTION;ALTREP=\"x:y\":z"],
      ["PRIORITY:1", "PRIORITY:4", "PRIORITY:7"], ["CATEGORIES:a,b", "CATEGORIES:two words,c"],
      ["STATUS:NEEDS-ACTION", "STATUS:COMPLETED", "STATUS:IN-PROCESS\r\nPERCENT-COMPLETE:40", "STATUS:CANCELLED"],
      [
        "DUE;VALUE=DATE:20261126", "DUE:20261126T101500Z", "DUE:20261126T101500",
        "DUE;TZID=Europe/Berlin:20261126T101500", "DTSTART;VALUE=DATE:20261101\r\nDUE;VALUE=DATE:20261126",
        "DTSTART;VALUE=DATE:20261126\r\nDUE;VALUE=DATE:20261126\r\nRRULE:FREQ=WEEKLY;BYDAY=TH",
      ],
      ["LOCATION:Berlin"], ["CLASS:PRIVATE"], ["X-APPLE-SORT-ORDER:12"], ["X-VENDOR;P=\"a:b\":v\\,w"], ["RELATED-TO:7"],
      ["SEQUENCE:3"], ["CREATED:20260101T000000Z"], ["DTSTAMP:20260101T000000Z"], ["LAST-MODIFIED:20260101T000000Z"],
      ["BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER;VALUE=DATE-TIME:20261125T080000Z\r\nDESCRIPTION:x\r\nEND:VALARM"],
      ["ATTACH:https://a.example/b"],
      ["COMMENT:one", "COMMENT:two"], ["GEO:1;2"], ["x-lower-case:y"],
    ]
    let chosen = known.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
      .compactMap { $0.randomElement(using: &random) }
    let lines =
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", "BEGIN:VTODO", "UID:u"] + chosen + ["END:VTODO", "END:VCALENDAR"]
    let end = Bool.random(using: &random) ? "\r\n" : "\n"
    var folded: [String] = []
    for line in lines.flatMap({ $0.components(separatedBy: "\r\n") }) {
      let scalars = Array(line)
      let place = Int.random(in: 1..<max(2, scalars.count), using: &random)
      let isFolded = scalars.count > 8 && Int.random(in: 0..<4, using: &random) == 0
      folded.append(isFolded ? String(scalars[..<place]) + end + " " + String(scalars[place...]) : line)
    }
    text = folded.joined(separator: end) + end
  }
}
