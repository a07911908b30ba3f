import Foundation
import Tasks
import TestSupport
import Testing

struct CalendarTests {
  private func due(_ lines: String) throws -> String? {
    try read(todo(lines)).tasks.first?.due?.written
  }

  @Test(arguments: [
    ("DUE:20260701T120000Z", "2026-07-01T12:00:00Z"),
    ("DUE;VALUE=DATE:20260701", "2026-07-01"),
    ("DUE:20260701", "2026-07-01"),
    ("DUE:20260701T120000", "2026-07-01T12:00"),
    ("due;tzid=Europe/Berlin:20260701T120000", "2026-07-01T10:00:00Z"),
    ("DUE;X-A=\"a:b;c\";TZID=\"Europe/Berlin\":20260101T120000", "2026-01-01T11:00:00Z"),
    ("DUE;TZID=/freeassociation.sourceforge.net/Tzfile/America/Indiana/Knox:20260701T120000", "2026-07-01T17:00:00Z"),
    ("DUE;TZID=W. Europe Standard Time:20260701T120000", "2026-07-01T10:00:00Z"),
    ("DUE;TZID=UTC:20260701T120000", "2026-07-01T12:00:00Z"),
    ("DUE;TZID=Nowhere/Atlantis:20260701T235959", "2026-07-01T23:59"),
    ("DUE;TZID=../../etc/passwd:20260701T235959", "2026-07-01T23:59"),
    ("DUE;TZID=Japan:20260701T120000", "2026-07-01T03:00:00Z"),
    ("DUE;TZID=EST5EDT:20260701T120000", "2026-07-01T16:00:00Z"),
    ("DUE;TZID=EST:20260701T120000", "2026-07-01T17:00:00Z"), ("DUE;TZID=PST:20260701T235959", "2026-07-01T23:59"),
    ("DUE;TZID=Kaliningrad Standard Time:20260701T120000", "2026-07-01T10:00:00Z"),
    ("DUE:20261231T235960Z", "2026-12-31T23:59:59Z"),
    ("DTSTART;VALUE=DATE:20260228\nDURATION:P1W", "2026-03-07"),
    ("DTSTART;TZID=Europe/Berlin:20260328T120000\nDURATION:P1D", "2026-03-29T10:00:00Z"),
    ("DTSTART:20260328T120000Z\nDURATION:-PT1H30M", "2026-03-28T10:30:00Z"),
    ("DTSTART:20260328T120000Z\nDURATION:P1DT2H3M4S", "2026-03-29T14:03:04Z"),
    ("DTSTART:99991231T235959Z\nDURATION:P999999W", "9999-12-31T23:59:59Z"),
  ])
  func `times are read in their zones`(lines: String, due: String) throws {
    #expect(try self.due(lines) == due)
  }

  @Test(arguments: [
    "DUE:20260230", "DUE:2026-02-30", "DUE:20260701T250000Z", "DUE:20260701T120000ZZ", "DUE:", "DUE:99999999999999999",
    "DTSTART:20260701", "DTSTART:20260701\nDURATION:P", "DTSTART:20260701\nDURATION:P99999999999999999999D",
    "DTSTART:20260701\nDURATION:P1", "DURATION:P1D", "DUE;TZID=\"Europe/Berlin:20260701T120000",
  ])
  func `an invalid time is ignored, and the task stays`(lines: String) throws {
    let list = try read(todo(lines))
    #expect(list.titles == ["Sing"])
    #expect(list.tasks.first?.due == nil)
  }

  /// The due date in a zone that only the file defines, with the rules of the eastern United States since 2007.
  private func due(_ time: String, rules: String) throws -> String? {
    let zone = "BEGIN:VTIMEZONE\nTZID:Ours\n\(rules)\nEND:VTIMEZONE"
    let text = calendar("BEGIN:VTODO\nSUMMARY:a\nDUE;TZID=Ours:\(time)\nEND:VTODO\n\(zone)")
    return try read(text).tasks.first?.due?.written
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
    ("20260308T015959", "2026-03-08T06:59:59Z"), ("20260308T030000", "2026-03-08T07:00:00Z"),
    ("20260308T023000", "2026-03-08T07:30:00Z"), ("20261101T003000", "2026-11-01T04:30:00Z"),
    ("20261101T013000", "2026-11-01T05:30:00Z"), ("20261101T020000", "2026-11-01T07:00:00Z"),
    ("20061231T120000", "2006-12-31T17:00:00Z"), ("20991231T235959", "2100-01-01T04:59:59Z"),
  ])
  func `a zone's own rules apply, also at skipped and repeated hours`(time: String, due: String) throws {
    #expect(try self.due(time, rules: Self.newYork) == due)
    let named = try read(todo("DUE;TZID=America/New_York:\(time)")).tasks.first?.due?.written
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
    for index in stride(from: 0, to: tasks.count, by: 2) where tasks[index].due != tasks[index + 1].due {
      Issue.record("\(tasks[index].title)")
    }
  }

  @Test(arguments: [
    (
      "DTSTART:20200101T000000\nTZOFFSETFROM:+0000\nTZOFFSETTO:+0130\nRDATE:20250101T000000", "20260101T120000",
      "2026-01-01T10:30:00Z"
    ),
    ("DTSTART:20200101T000000\nTZOFFSETFROM:+0000\nTZOFFSETTO:+013045", "20260101T120000", "2026-01-01T10:29:15Z"),
    ("DTSTART:20200101T000000\nTZOFFSETFROM:-0100\nTZOFFSETTO:+0100", "20190101T120000", "2019-01-01T11:00:00Z"),
    (
      "DTSTART:20200101T000000\nTZOFFSETFROM:+0000\nTZOFFSETTO:+0100\nRRULE:FREQ=WEEKLY", "20260101T120000",
      "2026-01-01T12:00"
    ),
    ("DTSTART:20200101T000000\nTZOFFSETFROM:+0000\nTZOFFSETTO:+9900", "20260101T120000", "2026-01-01T12:00"),
    ("TZOFFSETTO:+0100", "20260101T120000", "2026-01-01T12:00"),
  ])
  func `single transitions apply, and a rule that is not supported makes no moment`(
    lines: String, time: String, due: String
  )
    throws
  {
    #expect(try self.due(time, rules: "BEGIN:STANDARD\n\(lines)\nEND:STANDARD") == due)
  }

  @Test func `after rules that ended long ago the last transition applies`() throws {
    let rules = """
      BEGIN:DAYLIGHT
      DTSTART:19480502T000000
      TZOFFSETFROM:+0900
      TZOFFSETTO:+1000
      RRULE:FREQ=YEARLY;BYMONTH=5;BYDAY=1SU;UNTIL=19510505T150000Z
      END:DAYLIGHT
      BEGIN:STANDARD
      DTSTART:19480912T010000
      TZOFFSETFROM:+1000
      TZOFFSETTO:+0900
      RRULE:FREQ=YEARLY;BYMONTH=9;BYDAY=2SU;UNTIL=19510908T150000Z
      END:STANDARD
      """
    #expect(try due("20260701T120000", rules: rules) == "2026-07-01T03:00:00Z")
  }

  @Test func `a rule ends at its end`() throws {
    let rules = """
      BEGIN:DAYLIGHT
      DTSTART:20000401T000000
      TZOFFSETFROM:+0000
      TZOFFSETTO:+0200
      RRULE:FREQ=YEARLY;UNTIL=20050401T000000Z
      END:DAYLIGHT
      BEGIN:STANDARD
      DTSTART:20001001T000000
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0000
      RRULE:FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=1;COUNT=6
      END:STANDARD
      """
    #expect(try due("20050701T120000", rules: rules) == "2005-07-01T10:00:00Z")
    #expect(try due("20051101T120000", rules: rules) == "2005-11-01T12:00:00Z")
    #expect(try due("20060701T120000", rules: rules) == "2006-07-01T12:00:00Z")
  }

  @Test(arguments: [
    ("(UTC+01:00) Amsterdam\\, Bern", "\"(UTC+01:00) Amsterdam, Bern\""),
    ("(UTC+01:00) Amsterdam\\, Bern", "\"(UTC+01:00) Amsterdam\\, Bern\""),
    ("(UTC+01:00) Amsterdam\\, Bern", "(UTC+01:00) Amsterdam\\, Bern"), ("Ours\\; mine ", "Ours\\; mine"),
    ("a:b", "a:b"),
  ])
  func `a zone may have any name, written in any way`(described: String, used: String) throws {
    let zone =
      "BEGIN:VTIMEZONE\nTZID:\(described)\nBEGIN:STANDARD\nDTSTART:20000101T000000\nTZOFFSETFROM:+0100\n"
      + "TZOFFSETTO:+0100\nEND:STANDARD\nEND:VTIMEZONE"
    let text = calendar("\(zone)\nBEGIN:VTODO\nSUMMARY:a\nDUE;TZID=\(used):20260701T120000\nEND:VTODO")
    #expect(try read(text).tasks.first?.due?.written == "2026-07-01T11:00:00Z")
  }

  @Test func `a rule may contain the time of day itself`() throws {
    let rules = Self.newYork.replacing("T020000", with: "T000000")
      .replacing("BYDAY=2SU", with: "BYDAY=2SU;BYHOUR=2;BYMINUTE=0")
      .replacing("BYMONTHDAY=1,2,3,4,5,6,7", with: "BYMONTHDAY=1,2,3,4,5,6,7;BYHOUR=2;BYMINUTE=0;BYSECOND=0")
    for (time, due) in [
      ("20260308T015959", "2026-03-08T06:59:59Z"), ("20260308T030000", "2026-03-08T07:00:00Z"),
      ("20261101T003000", "2026-11-01T04:30:00Z"), ("20261101T020000", "2026-11-01T07:00:00Z"),
    ] { #expect(try self.due(time, rules: rules) == due) }
  }

  @Test func `every Windows zone name has a zone`() throws {
    for name in ["AUS Central Standard Time", "Pacific Standard Time (Mexico)", "Nepal Standard Time", "UTC"] {
      #expect(try due("DUE;TZID=\(name):20260701T120000")?.contains("T") == true, "\(name)")
    }
  }

  @Test(arguments: [
    ("STATUS:NEEDS-ACTION\nPERCENT-COMPLETE:100", RemoteStatus.open(percent: 100)),
    ("PERCENT-COMPLETE:100", .done(nil)), ("STATUS:COMPLETED", .done(nil)), ("STATUS:cancelled", .cancelled),
    ("PERCENT-COMPLETE:400", .open(percent: 100)), ("PERCENT-COMPLETE:-1", .open(percent: 0)),
    ("PERCENT-COMPLETE:99999999999999999999", .open(percent: 0)), ("STATUS:X-OURS", .open(percent: 0)),
    ("COMPLETED:19700101T000001Z", .done(.moment(Date(timeIntervalSince1970: 1)))), ("COMPLETED:yes", .done(nil)),
  ])
  func `a to-do's status is read`(lines: String, status: RemoteStatus) throws {
    #expect(try read(todo(lines)).tasks.first?.status == status)
  }

  @Test func `the nine priorities are mapped`() throws {
    let expected: [Priority] = [.none, .high, .high, .high, .high, .medium, .low, .low, .low, .low, .none]
    for (step, priority) in expected.enumerated() {
      #expect(try read(todo("PRIORITY:\(step)")).tasks.first?.priority == priority)
    }
  }

  @Test func `children are placed under their parents, cycles are broken, and depth is limited`() throws {
    let related = [("a", "c"), ("b", "a"), ("c", "b"), ("d", "d"), ("e", "nobody"), ("f", "e"), ("g", "a")]
    let items = related.map { "BEGIN:VTODO\nUID:\($0)\nSUMMARY:\($0)\nRELATED-TO:\($1)\nEND:VTODO" }
    let list = try read(calendar(items.joined(separator: "\n")))
    #expect(list.titles == ["d", "e", "f", "a", "b", "c", "g"])
    #expect(list.depths == [0, 0, 1, 0, 1, 2, 1])

    let chain = (0..<1_000).map {
      "BEGIN:VTODO\nUID:\($0)\nSUMMARY:\($0)\nRELATED-TO;RELTYPE=PARENT:\($0 + 1)\nEND:VTODO"
    }
    let deep = try read(calendar(chain.joined(separator: "\n")))
    #expect(deep.titles.first == "999")
    #expect(deep.depths.max() == Limits.remoteDepth)
    let sibling = try read(
      calendar(
        "BEGIN:VTODO\nUID:1\nSUMMARY:1\nEND:VTODO\nBEGIN:VTODO\nUID:2\nSUMMARY:2\nRELATED-TO;RELTYPE=SIBLING:1\nEND:VTODO"
      ))
    #expect(sibling.depths == [0, 0])
    let children = try read(
      calendar(
        "BEGIN:VTODO\nUID:1\nSUMMARY:1\nEND:VTODO\nBEGIN:VTODO\nUID:2\nSUMMARY:2\nRELATED-TO;RELTYPE=CHILD:1\nEND:VTODO"
      ))
    #expect(children.titles == ["2", "1"])
    #expect(children.depths == [0, 1])
  }

  @Test func `invalid to-dos are skipped and counted, and the others stay`() throws {
    let list = try read(
      calendar(
        "BEGIN:VTODO\nUID:1\nEND:VTODO\nBEGIN:VTODO\nSUMMARY:open\nBEGIN:VTODO\nSUMMARY:b\nno property\n:\n;\nEND:VTODO"
      ))
    #expect(list.titles == ["", "b"])
    #expect(list.skipped == 1)
    #expect(try read(todo("").replacing("SUMMARY:Sing", with: "DESCRIPTION:\\n first\\nsecond")).titles == ["first"])
  }

  @Test(arguments: [
    ("BEGIN:VTODO\nSUMMARY:b\nEND:VTOOD", ["a", "b", "c"], 0),
    ("BEGIN:VTODO\nSUMMARY:b\nEND:VTOOD\nBEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT", ["a", "b", "c"], 0),
    ("BEGIN:VTODO\nSUMMARY:b\nBEGIN:VALARM\nSUMMARY:x\nEND:VALRAM\nPRIORITY:1\nEND:VTODO", ["a", "b", "c"], 0),
    ("BEGIN:VTODO\nBEGIN:VALRAM\nSUMMARY:x\nEND:VALARM\nSUMMARY:b\nEND:VTODO", ["a", "b", "c"], 0),
    ("BEGIN:VTODO\nBEGIN:X-OURS\nSUMMARY:x\nEND:X-OURS\nEND:X-OTHER\nSUMMARY:b\nEND:VTODO", ["a", "b", "c"], 0),
    ("BEGIN:VTOOD\nSUMMARY:b\nEND:VTODO", ["a", "c"], 1), ("BEGIN;VTODO\nSUMMARY:b\nEND:VTODO", ["a", "c"], 1),
    ("BEGIN:VTODO\nSUMMARY:b", ["a", "c"], 1), ("BEGIN:VTODO\nSUMMARY:b\nEND VTODO", ["a", "c"], 1),
    ("BEGIN:VEVENT\nSUMMARY:b\nEND:VEVETN\nEND:VEVENT", ["a", "c"], 0),
  ])
  func `a malformed line does not affect the to-dos around it`(lines: String, titles: [String], skipped: Int) throws {
    let list = try read(
      calendar("BEGIN:VTODO\nSUMMARY:a\nEND:VTODO\n\(lines)\nBEGIN:VTODO\nSUMMARY:c\nEND:VTODO"))
    #expect(list.titles == titles)
    #expect(list.skipped == skipped)
  }

  @Test func `calendars may be empty, follow each other, and contain other components`() throws {
    #expect(try read(calendar("BEGIN:VEVENT\nSUMMARY:No task\nEND:VEVENT")).tasks == [])
    #expect(try read(todo("") + todo("")).titles == ["Sing", "Sing"])
    #expect(faults(of: try read(todo("") + todo(""))) == [])
    #expect(try read(calendar("NAME:A\\, b\nX-WR-CALNAME:C")).title == "A, b")
    #expect(throws: UnreadableList.broken) { try read("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n") }
    #expect(throws: UnreadableList.unknown) { try read("BEGIN:VCARD\r\nFN:Jo\r\nEND:VCARD\r\n") }
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
      #expect(list.tasks.first?.notes == text)
    }
  }
}
