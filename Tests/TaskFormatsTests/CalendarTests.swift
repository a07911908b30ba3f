import Foundation
import TaskFormats
import Tasks
import TestSupport
import Testing

struct CalendarTests {
  /// The due date in a zone that only the file defines, with the rules of the eastern United States since 2007.
  private func due(_ time: String, rules: String) throws -> String? {
    let zone = "BEGIN:VTIMEZONE\nTZID:Ours\n\(rules)\nEND:VTIMEZONE"
    let text = calendar("BEGIN:VTODO\nSUMMARY:a\nDUE;TZID=Ours:\(time)\nEND:VTODO\n\(zone)")
    return try read(text).tasks.first?.dueMoment
  }

  private static let newYork = """
    BEGIN:DAYLIGHT
    DTSTART:20070311T020000
    TZOFFSETFROM:-0500
    TZOFFSETTO:-0400
    RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
    END:DAYLIGHT
    BEGIN:STANDARD
    DTSTART:20071104T020000
    TZOFFSETFROM:-0400
    TZOFFSETTO:-0500
    RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=SU;BYMONTHDAY=1,2,3,4,5,6,7
    END:STANDARD
    """

  @Test(arguments: [
    ("20260101T120000", "2026-01-01T17:00:00Z"), ("20260701T120000", "2026-07-01T16:00:00Z"),
    ("20260308T015900", "2026-03-08T06:59:00Z"), ("20260308T030000", "2026-03-08T07:00:00Z"),
    ("20260308T023000", "2026-03-08T07:30:00Z"), ("20261101T003000", "2026-11-01T04:30:00Z"),
    ("20261101T013000", "2026-11-01T05:30:00Z"), ("20261101T020000", "2026-11-01T07:00:00Z"),
    ("20061231T120000", "2006-12-31T17:00:00Z"), ("20991231T235900", "2100-01-01T04:59:00Z"),
  ])
  func `a zone's own rules apply, also at skipped and repeated hours`(time: String, due: String) throws {
    #expect(try self.due(time, rules: Self.newYork) == due)
    let named = try read(todo("DUE;TZID=America/New_York:\(time)")).tasks.first?.dueMoment
    if time > "2007" { #expect(named == due, "the same as the zone of that name") }
  }

  @Test func `every day of some years is the same by rules as by zone name`() throws {
    var day = try #require(Day(iso: "2024-01-01"))
    var lines: [String] = []
    while day.year < 2026 {
      let time = "\(day.iso.replacing("-", with: ""))T120000"
      for zone in ["Ours", "America/New_York"] {
        lines.append("BEGIN:VTODO\nSUMMARY:\(day)\nDUE;TZID=\(zone):\(time)\nEND:VTODO")
      }
      day = day.adding(days: 1)
    }
    let zone = "BEGIN:VTIMEZONE\nTZID:Ours\n\(Self.newYork)\nEND:VTIMEZONE\n"
    let text = calendar(zone + lines.joined(separator: "\n"))
    let tasks = try ReadList(reading: Array(text.utf8), limit: 2_000).tasks
    for index in stride(from: 0, to: tasks.count, by: 2) where tasks[index].dueMoment != tasks[index + 1].dueMoment {
      Issue.record("\(tasks[index].draft.title)")
    }
  }

  @Test func `a rule may contain the time of day itself`() throws {
    let rules = Self.newYork.replacing("T020000", with: "T000000")
      .replacing("BYDAY=2SU", with: "BYDAY=2SU;BYHOUR=2;BYMINUTE=0")
      .replacing("BYMONTHDAY=1,2,3,4,5,6,7", with: "BYMONTHDAY=1,2,3,4,5,6,7;BYHOUR=2;BYMINUTE=0;BYSECOND=0")
    for (time, due) in [
      ("20260308T015900", "2026-03-08T06:59:00Z"), ("20260308T030000", "2026-03-08T07:00:00Z"),
      ("20261101T003000", "2026-11-01T04:30:00Z"), ("20261101T020000", "2026-11-01T07:00:00Z"),
    ] { #expect(try self.due(time, rules: rules) == due) }
  }

  @Test func `the depth of children is limited`() throws {
    let chain = (0..<1_000).map {
      "BEGIN:VTODO\nUID:\($0)\nSUMMARY:\($0)\nRELATED-TO;RELTYPE=PARENT:\($0 + 1)\nEND:VTODO"
    }
    let deep = try read(calendar(chain.joined(separator: "\n")))
    #expect(deep.titles.first == "999")
    #expect(deep.depths.max() == PortableTask.deepest)
  }

  @Test func `endless and contradictory rules take no time`() throws {
    let rules = ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;COUNT=999999999", "FREQ=YEARLY;INTERVAL=999999999"]
    let items = (0..<300).map {
      "BEGIN:VTODO\nUID:\($0)\nSUMMARY:a\nDUE;VALUE=DATE:19000105\nRRULE:\(rules[$0 % 3])\nEND:VTODO"
    }
    let list = try read(calendar(items.joined(separator: "\n")))
    #expect(list.tasks.count == 300)
    #expect(list.repeats)
  }

  @Test func `calendars may follow each other, and are not nested deeply`() throws {
    #expect(faults(of: try read(todo("") + todo(""))) == [])
    #expect(throws: UnreadableList.tooDeep) {
      try read("BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:X\n", count: 9_999))
    }
  }

  @Test func `texts are restored from escapes and folds`() throws {
    var random = Seeded(7)
    let letters = ["a", "é", "漢", "👩‍🌾", "\\", ";", ",", "\n", ":", "\"", " x", "n"]
    for _ in 0..<200 {
      let text = "_" + (0..<40).map { _ in letters.randomElement(using: &random) ?? "" }.joined() + "_"
      var escaped = Array(
        text.replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,").replacing(
          "\n", with: "\\n"
        ).utf8)
      // Folded anywhere, also within a character.
      for place in stride(from: escaped.count - 1, to: 0, by: -Int.random(in: 40...75, using: &random)) {
        escaped.insert(contentsOf: Array((Bool.random(using: &random) ? "\r\n " : "\n\t").utf8), at: place)
      }
      let file =
        Array("BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\nDESCRIPTION:".utf8) + escaped
        + Array("\nEND:VTODO\nEND:VCALENDAR".utf8)
      let list = try ReadList(reading: file)
      #expect(list.tasks.first?.draft.notes == text)
    }
  }
}
