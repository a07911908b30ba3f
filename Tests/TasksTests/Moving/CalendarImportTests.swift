import Tasks
import Testing

struct CalendarImportTests {
  private func read(_ lines: String) throws -> PortableFile {
    try importing(
      "BEGIN:VCALENDAR\nX-WR-CALNAME:House\nBEGIN:VTODO\nUID:1\nSUMMARY:Paint\n\(lines)\nEND:VTODO\nEND:VCALENDAR")
  }

  @Test func `times keep the zone that the file names`() throws {
    #expect(try read("DUE;TZID=America/New_York:20260701T090000").tasks[0][.time] == "09:00 America/New_York")
    #expect(try read("DUE;TZID=\"W. Europe Standard Time\":20260701T090000").tasks[0][.time] == "09:00 Europe/Berlin")
    #expect(try read("DUE:20260701T090000").tasks[0][.time] == "09:00")
    #expect(try read("DUE:20260701T090000Z").tasks[0][.time] == "11:00 Europe/Berlin")
    #expect(try read("DUE;VALUE=DATE:20260701").tasks[0][.time] == "")
  }

  @Test func `a repeating task is at its first open date, however long ago`() throws {
    let file = try read("DTSTART;VALUE=DATE:20240102\nDUE;VALUE=DATE:20240102\nRRULE:FREQ=WEEKLY;COUNT=5")
    #expect(file.tasks[0][.due] == "2024-01-02")
    #expect(file.tasks[0][.repeats] == "2024-01-02 FREQ=WEEKLY;BYDAY=TU;COUNT=5")
    let done = try importing(
      """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      UID:1
      SUMMARY:Paint
      DTSTART;VALUE=DATE:20240102
      DUE;VALUE=DATE:20240102
      RRULE:FREQ=WEEKLY
      END:VTODO
      BEGIN:VTODO
      UID:1
      RECURRENCE-ID;VALUE=DATE:20240102
      SUMMARY:Paint
      STATUS:COMPLETED
      COMPLETED:20240103T000000Z
      END:VTODO
      END:VCALENDAR
      """)
    #expect(done.tasks.map { $0[.due] } == ["2024-01-09", ""])
    #expect(done.tasks.map { $0[.repeats] } == ["2024-01-09 FREQ=WEEKLY;BYDAY=TU", ""])
    #expect(done.tasks.map { $0.completed != nil } == [false, true])
  }

  @Test func `the weekdays of a rule are those of the due date`() throws {
    let file = try read("DTSTART;VALUE=DATE:20260629\nDUE;VALUE=DATE:20260701\nRRULE:FREQ=WEEKLY;BYDAY=MO,TH")
    #expect(file.tasks[0][.repeats] == "2026-07-01 FREQ=WEEKLY;BYDAY=WE,SA")
    let monthly = try read("DTSTART;VALUE=DATE:20260629\nDUE;VALUE=DATE:20260701\nRRULE:FREQ=MONTHLY;BYDAY=-1MO")
    #expect(monthly.tasks[0][.repeats] == "2026-07-01 FREQ=MONTHLY;BYDAY=-1MO;OFFSET=2")
    #expect(monthly.tasks[0][.notes] == "")
  }

  /// DTSTART, DUE, the rule, and the recurrence: due dates keep their distance from the dates of the rule.
  @Test(arguments: [
    ("20260112", "20260114", "FREQ=WEEKLY;UNTIL=20260202", "2026-01-14 FREQ=WEEKLY;BYDAY=WE;UNTIL=20260204"),
    ("20260112", "20260114", "FREQ=DAILY;UNTIL=20260113", "2026-01-14 FREQ=DAILY;UNTIL=20260115"),
    // Both are dates of the rule: the start counts.
    ("20260112", "20260114", "FREQ=WEEKLY;BYDAY=MO,WE", "2026-01-14 FREQ=WEEKLY;BYDAY=WE,FR"),
    // Only the due date is: another program counted from that.
    ("20260112", "20260114", "FREQ=WEEKLY;BYDAY=WE;UNTIL=20260128", "2026-01-14 FREQ=WEEKLY;BYDAY=WE;UNTIL=20260128"),
    (
      "20260112", "20260114", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SA",
      "2026-01-14 FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SA;OFFSET=2"
    ),
    ("20260102", "20260105", "FREQ=MONTHLY;BYDAY=1FR", "2026-01-05 FREQ=MONTHLY;BYDAY=1FR;OFFSET=3"),
    ("20260112", "20260114", "FREQ=MONTHLY", "2026-01-14 FREQ=MONTHLY;BYMONTHDAY=14"),
    ("20260127", "20260130", "FREQ=MONTHLY", "2026-01-30 FREQ=MONTHLY;BYMONTHDAY=27;OFFSET=3"),
    ("20261230", "20270102", "FREQ=YEARLY", "2027-01-02 FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=30;OFFSET=3"),
  ])
  func `due dates keep their distance from the dates of a rule`(
    start: String, due: String, rule: String, recurrence: String
  ) throws {
    let file = try read("DTSTART;VALUE=DATE:\(start)\nDUE;VALUE=DATE:\(due)\nRRULE:\(rule)")
    #expect(file.tasks[0][.repeats] == recurrence)
    #expect(file.tasks[0][.start].filter { $0 != "-" } == start)
    // And out again, for other programs as for ourselves.
    let own = String(decoding: written(.iCalendar, file.tasks), as: UTF8.self)
    #expect(try importing(own).tasks[0][.repeats] == recurrence)
    let foreign = own.replacing(/X-FOURFOLD-[^\r]*\r\n/, with: "")
    #expect(try importing(foreign).tasks[0].draft.repeats?.upcoming(4) == file.tasks[0].draft.repeats?.upcoming(4))
  }

  @Test func `a limited number of instances counts those that are done`() throws {
    func instance(_ day: String, _ lines: String) -> String {
      "BEGIN:VTODO\nUID:1\nRECURRENCE-ID;VALUE=DATE:\(day)\nSUMMARY:Paint\n\(lines)\nEND:VTODO\n"
    }
    let done = instance("20260112", "STATUS:COMPLETED") + instance("20260119", "STATUS:CANCELLED")
    let head = "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:Paint\nDUE;VALUE=DATE:20260112\n"
    let file = try importing(head + "RRULE:FREQ=WEEKLY;COUNT=5\nEND:VTODO\n\(done)END:VCALENDAR")
    #expect(file.tasks[0][.repeats] == "2026-01-26 FREQ=WEEKLY;BYDAY=MO;COUNT=3")
    // Its date was moved, that of the rule was not.
    let moved = instance("20260126", "DUE;VALUE=DATE:20260128")
    let other = try importing(head + "RRULE:FREQ=WEEKLY;COUNT=5\nEND:VTODO\n\(done)\(moved)END:VCALENDAR")
    #expect(other.tasks[0][.due] == "2026-01-28")
    #expect(other.tasks[0][.repeats] == "2026-01-26 FREQ=WEEKLY;BYDAY=MO;COUNT=3")
    // An instance without a place in the number has no rest of it.
    let last = try importing(head + "RRULE:FREQ=WEEKLY;COUNT=1\nEND:VTODO\nEND:VCALENDAR")
    #expect(last.tasks[0][.repeats] == "2026-01-12 FREQ=WEEKLY;BYDAY=MO;COUNT=1")
  }

  @Test func `rules of another kind stay in the notes, and dates of exceptions are remarked`() throws {
    let file = try read("DUE;VALUE=DATE:20260701\nRRULE:FREQ=HOURLY\nEXDATE;VALUE=DATE:20260702")
    #expect(file.tasks[0][.notes] == "RRULE:FREQ=HOURLY")
    #expect(file.remarked == ["rule: RRULE:FREQ=HOURLY", "exceptions"])
  }

  @Test func `additional dates don't discard a rule, and are remarked`() throws {
    let file = try read("DUE;VALUE=DATE:20260701\nRRULE:FREQ=YEARLY\nRDATE;VALUE=DATE:20260702")
    #expect(file.tasks[0][.due] == "2026-07-01")
    #expect(file.tasks[0][.repeats] == "2026-07-01 FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=1")
    #expect(file.tasks[0][.notes] == "")
    #expect(file.remarked == ["exceptions"])
  }

  @Test func `what tasks don't have is in the notes or remarked`() throws {
    let file = try read(
      """
      DESCRIPTION:Blue
      LOCATION:Shed
      URL:https://choir.example/a
      ATTACH:https://choir.example/b
      ATTENDEE:mailto:jo@choir.example
      CLASS:PRIVATE
      X-UNKNOWN:7
      X-OC-HIDESUBTASKS:1
      DTSTART:20260701T080000
      RELATED-TO;RELTYPE=SIBLING:9
      BEGIN:VALARM
      TRIGGER:-PT5M
      END:VALARM
      """)
    #expect(file.tasks[0][.notes] == "Blue\n\nShed\n\nhttps://choir.example/a")
    #expect(file.tasks[0][.start] == "2026-07-01")
    #expect(
      file.remarked == [
        "link: https://choir.example/a", "place: Shed", "reminder", "attachment: https://choir.example/b",
        "person: mailto:jo@choir.example", "start-time: 2026-07-01 08:00", "relation: 9", "other: CLASS: PRIVATE",
        "other: X-UNKNOWN: 7",
      ])
  }

  @Test func `categories become tags, and others stay in the notes`() throws {
    let names = (1...12).map { "tag \($0)" }.joined(separator: ",")
    let file = try read("CATEGORIES:\(names),a\\,b")
    #expect(file.tasks[0][.tags] == (1...10).map { "tag-\($0)" }.joined(separator: " "))
    #expect(file.tasks[0][.notes] == "tag 11, tag 12, a,b")
    #expect(file.remarked == ["tag: tag 11", "tag: tag 12", "tag: a,b"])
  }

  @Test func `any number of tags and comments is kept in the notes as long as it fits`() throws {
    let tags = (0..<100).map { "t\($0)" }
    let comments = (0..<200).map { "COMMENT:c\($0)" }.joined(separator: "\n")
    let file = try read("CATEGORIES:\(tags.joined(separator: ","))\n\(comments)")
    #expect(file.tasks[0].draft.tags.tags.count == 10)
    for word in tags.dropFirst(10) + (0..<200).map({ "c\($0)" }) { #expect(file.tasks[0][.notes].contains(word)) }
    #expect(file.lists[0].remarks.count(of: .comment) == 200)
    #expect(file.lists[0].remarks.count(of: .tag) == 90)
    let long = String(repeating: "x", count: 40_000)
    let cut = try read("COMMENT:\(long)\nCOMMENT:\(long)")
    #expect(cut.tasks[0][.notes] == long)
    #expect(cut.lists[0].remarks.count(of: .longNotes) == 1)
  }

  @Test func `cancelled tasks are completed, and deep ones move up`() throws {
    #expect(try read("STATUS:CANCELLED\nLAST-MODIFIED:20260101T000000Z").remarked == ["closed"])
    let chain = (0..<8).map { "BEGIN:VTODO\nUID:\($0)\nSUMMARY:\($0)\nRELATED-TO:\($0 - 1)\nEND:VTODO" }
    let file = try importing("BEGIN:VCALENDAR\n\(chain.joined(separator: "\n"))\nEND:VCALENDAR")
    #expect(file.depths == [0, 1, 2, 3, 4, 4, 4, 4])
    #expect(file.remarked == ["relation: -1", "depth", "depth", "depth"])
  }

  @Test func `a late start is left out, and a long title goes on in the notes`() throws {
    let file = try read("DTSTART;VALUE=DATE:20260702\nDUE;VALUE=DATE:20260701")
    #expect(file.tasks[0][.start] == "")
    #expect(file.remarked == ["late-start: 2026-07-02"])
    let long = String(repeating: "long ", count: 200)
    let cut = try importing("BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:\(long)\nEND:VTODO\nEND:VCALENDAR")
    #expect(cut.titles[0].hasSuffix("…"))
    #expect(cut.tasks[0][.notes].hasPrefix("…long"))
    #expect(cut.remarked == ["long-title"])
  }

  @Test func `calendars of several names are lists, and appointments are counted`() throws {
    func calendar(_ name: String, _ body: String) -> String {
      "BEGIN:VCALENDAR\nX-WR-CALNAME:\(name)\n\(body)\nEND:VCALENDAR\n"
    }
    let todo = "BEGIN:VTODO\nSUMMARY:a\nEND:VTODO"
    let file = try importing(
      calendar("B", todo + "\nBEGIN:VEVENT\nEND:VEVENT") + calendar("A", todo) + calendar("B", todo))
    #expect(file.lists.map(\.name) == ["B", "A"])
    #expect(file.lists.map(\.tasks.count) == [2, 1])
    #expect(file.remarked == ["appointment"])
  }
}
