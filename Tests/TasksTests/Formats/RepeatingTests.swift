import Tasks
import Testing

struct RepeatingTests {
  private func due(_ lines: String, on day: String, more: String = "") throws -> String? {
    let text = calendar("BEGIN:VTODO\nUID:1\nSUMMARY:Sing\n\(lines)\nEND:VTODO\n\(more)")
    let task = try #require(try read(text, on: day).tasks.first)
    #expect(task.repeats)
    return task.due?.written
  }

  @Test(arguments: [
    ("DUE;VALUE=DATE:20260105\nRRULE:FREQ=WEEKLY", "2026-01-02", "2026-01-05"),
    ("DUE;VALUE=DATE:20260105\nRRULE:FREQ=WEEKLY", "2026-01-14", "2026-01-12"),
    ("DUE;VALUE=DATE:20201221\nRRULE:FREQ=DAILY", "2026-11-22", "2026-11-22"),
    ("DUE;VALUE=DATE:20201221\nRRULE:FREQ=DAILY;INTERVAL=10", "2026-11-22", "2026-11-20"),
    ("DTSTART;VALUE=DATE:20260105\nDUE;VALUE=DATE:20260109\nRRULE:FREQ=WEEKLY", "2026-01-14", "2026-01-16"),
    ("DTSTART;VALUE=DATE:20260105\nDURATION:P1D\nRRULE:FREQ=WEEKLY", "2026-01-14", "2026-01-13"),
    ("DTSTART;VALUE=DATE:20260105\nRRULE:FREQ=WEEKLY", "2026-01-14", "2026-01-12"),
    ("DUE;VALUE=DATE:20260131\nRRULE:FREQ=MONTHLY", "2026-03-15", "2026-01-31"),
    ("DUE;VALUE=DATE:20260131\nRRULE:FREQ=MONTHLY;BYMONTHDAY=-1", "2026-03-15", "2026-02-28"),
    ("DUE;VALUE=DATE:20240229\nRRULE:FREQ=YEARLY", "2027-06-01", "2024-02-29"),
    ("DUE;VALUE=DATE:20260105\nRRULE:FREQ=WEEKLY;BYDAY=MO,TH", "2026-01-10", "2026-01-08"),
    ("DUE;VALUE=DATE:20260105\nRRULE:FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,MO", "2026-01-20", "2026-01-19"),
    ("DUE;VALUE=DATE:20260105\nRRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "2026-06-15", "2026-05-29"),
    ("DUE;VALUE=DATE:20260109\nRRULE:FREQ=MONTHLY;BYDAY=2FR", "2026-06-15", "2026-06-12"),
    ("DUE;VALUE=DATE:20260101\nRRULE:FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "2026-06-15", "2026-05-11"),
    ("DUE;VALUE=DATE:20260101\nRRULE:FREQ=YEARLY;BYYEARDAY=-1,100", "2026-06-15", "2026-04-10"),
    ("DUE;VALUE=DATE:20260105\nRRULE:FREQ=WEEKLY;COUNT=3", "2026-06-15", "2026-01-19"),
    ("DUE;VALUE=DATE:20260105\nRRULE:FREQ=WEEKLY;UNTIL=20260201", "2026-06-15", "2026-01-26"),
    ("DUE;VALUE=DATE:20260105\nRRULE:FREQ=WEEKLY\nEXDATE;VALUE=DATE:20260112", "2026-01-14", "2026-01-05"),
    ("DUE;VALUE=DATE:20260105\nRRULE:FREQ=YEARLY\nRDATE;VALUE=DATE:20260110,20260112", "2026-01-14", "2026-01-12"),
    ("DUE;TZID=Europe/Berlin:20260301T180000\nRRULE:FREQ=DAILY", "2026-06-15", "2026-06-15T16:00:00Z"),
    ("DUE:20260301T180000Z\nRRULE:FREQ=DAILY;BYHOUR=7,18", "2026-06-15", "2026-06-15T18:00:00Z"),
    (
      "DUE;TZID=Europe/Berlin:20260301T180000\nRRULE:FREQ=DAILY;UNTIL=20260320T170000Z", "2026-06-15",
      "2026-03-20T17:00:00Z"
    ),
  ])
  func `the last instance up to today is shown, or the first`(lines: String, day: String, due: String) throws {
    let found = try self.due(lines, on: day)
    #expect(found == due)
  }

  @Test(arguments: [
    "RRULE:FREQ=SECONDLY", "RRULE:FREQ=FORTNIGHTLY", "RRULE:RSCALE=HEBREW;FREQ=YEARLY", "RRULE:FREQ=DAILY;INTERVAL=0",
    "RRULE:BYDAY=MO", "RRULE:", "RRULE:FREQ=DAILY;BYDAY=XX", "RRULE:FREQ=DAILY;COUNT=-1",
    "RRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY", "RRULE:FREQ=DAILY\nRRULE:FREQ=HOURLY",
  ])
  func `a rule that is not supported has only its first date, until that has passed`(lines: String) throws {
    #expect(try due("DUE;VALUE=DATE:20260105\n\(lines)", on: "2026-01-05") == "2026-01-05")
    #expect(try due("DUE;VALUE=DATE:20260105\n\(lines)", on: "2026-01-06") == nil)
    #expect(try due("DTSTART:20260105T080000Z\nDURATION:PT1H\n\(lines)", on: "2026-06-15") == nil)
  }

  @Test(arguments: [
    ("RRULE:FREQ=WEEKLY\nRRULE:FREQ=MONTHLY;BYMONTHDAY=1", "2026-01-31", "2026-01-26"),
    ("RRULE:FREQ=WEEKLY\nRRULE:FREQ=MONTHLY;BYMONTHDAY=1", "2026-02-01", "2026-02-01"),
    ("RRULE:FREQ=WEEKLY;COUNT=2\nRRULE:FREQ=MONTHLY;UNTIL=20260301", "2026-01-20", "2026-01-12"),
    ("RRULE:FREQ=WEEKLY;COUNT=2\nRRULE:FREQ=MONTHLY;UNTIL=20260301", "2026-06-15", "2026-02-05"),
    ("RRULE:FREQ=MONTHLY;BYMONTHDAY=1\nRRULE:FREQ=WEEKLY\nEXDATE;VALUE=DATE:20260201", "2026-02-01", "2026-01-26"),
    ("RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "2026-06-15", "2026-01-05"),
    ("RDATE;VALUE=DATE:20260110,20260112", "2026-01-11", "2026-01-10"),
    ("RDATE;VALUE=DATE:20260110,20260112", "2026-06-15", "2026-01-12"),
  ])
  func `several rules are combined, and there may be none`(lines: String, day: String, due: String) throws {
    #expect(try self.due("DUE;VALUE=DATE:20260105\n\(lines)", on: day) == due)
  }

  @Test func `with several rules, a completed instance is followed by the next one of any rule`() throws {
    let lines = "DUE;VALUE=DATE:20260105\nRRULE:FREQ=WEEKLY\nRRULE:FREQ=MONTHLY;BYMONTHDAY=1,15"
    let done = instance(";VALUE=DATE:20260112", "SUMMARY:Sing\nSTATUS:COMPLETED")
    #expect(try due(lines, on: "2026-01-13", more: done) == "2026-01-15")
  }

  private func instance(_ id: String, _ lines: String) -> String {
    "BEGIN:VTODO\nUID:1\nRECURRENCE-ID\(id)\n\(lines)\nEND:VTODO\n"
  }

  @Test func `a completed instance is followed by the next`() throws {
    let lines = "DUE;VALUE=DATE:20260105\nRRULE:FREQ=WEEKLY"
    let first = instance(";VALUE=DATE:20260105", "SUMMARY:Sing\nSTATUS:COMPLETED")
    #expect(try due(lines, on: "2026-01-05", more: first) == "2026-01-12")
    let second = instance(";VALUE=DATE:20260112", "SUMMARY:Sing\nSTATUS:CANCELLED")
    #expect(try due(lines, on: "2026-01-06", more: first + second) == "2026-01-19")
    let list = try read(calendar("BEGIN:VTODO\nUID:1\nSUMMARY:Sing\n\(lines)\nEND:VTODO\n" + first), on: "2026-01-06")
    #expect(list.tasks.map(\.key) == ["1", "1/20260105"])
    #expect(list.tasks.map(\.status) == [.open(percent: 0), .done(nil)])
  }

  @Test func `a first day that was completed long ago is not overdue`() throws {
    let lines = "DTSTART;TZID=Europe/Berlin:20201221T080000\nDUE;TZID=Europe/Berlin:20201221T090000\nRRULE:FREQ=DAILY"
    // The same moment in UTC.
    let done = instance(":20201221T070000Z", "SUMMARY:Sing\nCOMPLETED:20201221T080000Z")
    #expect(try due(lines, on: "2026-11-22", more: done) == "2026-11-22T08:00:00Z")
    #expect(try due(lines, on: "2020-12-21", more: done) == "2020-12-22T08:00:00Z")
  }

  @Test(arguments: [
    ("RRULE:FREQ=WEEKLY;BYDAY=TU", RemoteRecurrence.rules("FREQ=WEEKLY;BYDAY=TU")),
    ("RRULE: FREQ=HOURLY ", .rules("FREQ=HOURLY")),
    ("RRULE:FREQ=DAILY\nRRULE:FREQ=YEARLY", .rules("FREQ=DAILY\nFREQ=YEARLY")),
    ("RRULE:FREQ=DAILY;X=\(String(repeating: "1", count: 200))", .dates),
    ("RRULE:FREQ=DAILY;X=é", .dates), ("RRULE:FREQ=DAILY\nRDATE;VALUE=DATE:20260110", .rules("FREQ=DAILY")),
    ("RRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY", .dates), ("RDATE;VALUE=DATE:20260110", .dates), ("", .none),
  ])
  func `rules are kept as written, unless there is more to it`(lines: String, recurrence: RemoteRecurrence) throws {
    let text = calendar("BEGIN:VTODO\nUID:1\nSUMMARY:Sing\nDUE;VALUE=DATE:20260105\n\(lines)\nEND:VTODO\n")
    #expect(try read(text, on: "2026-01-06").tasks.map(\.recurrence) == [recurrence])
  }

  @Test func `an overridden instance replaces the series when it is current`() throws {
    let lines = "DUE;VALUE=DATE:20260105\nRRULE:FREQ=WEEKLY"
    let moved = instance(";VALUE=DATE:20260112", "SUMMARY:Sing, later\nDUE;VALUE=DATE:20260114")
    let text = calendar("BEGIN:VTODO\nUID:1\nSUMMARY:Sing\n\(lines)\nEND:VTODO\n" + moved)
    let list = try read(text, on: "2026-01-13")
    #expect(list.titles == ["Sing, later"])
    #expect(list.tasks.map(\.key) == ["1"])
    #expect(list.tasks[0].due?.written == "2026-01-14")
    #expect(list.tasks[0].repeats)
    // Before and after it, it is a task of its own.
    #expect(try read(text, on: "2026-01-06").titles == ["Sing", "Sing, later"])
    #expect(try read(text, on: "2026-01-20").tasks.map(\.key) == ["1", "1/20260112"])
  }

  /// Moved by two days from 2 March on, with another name.
  private static let later =
    "BEGIN:VTODO\nUID:1\nRECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20260302\nSUMMARY:Sing, later\n"
    + "DUE;VALUE=DATE:20260304\nEND:VTODO\n"

  @Test(arguments: [
    ("2026-02-28", "Sing", "2026-02-23"), ("2026-03-02", "Sing", "2026-02-23"),
    ("2026-03-04", "Sing, later", "2026-03-04"), ("2026-03-10", "Sing, later", "2026-03-04"),
    ("2026-06-15", "Sing, later", "2026-06-10"), ("2026-06-17", "Sing, later", "2026-06-17"),
  ])
  func `an override for this and future instances changes them all`(day: String, title: String, due: String) throws {
    let series = "BEGIN:VTODO\nUID:1\nSUMMARY:Sing\nDUE;VALUE=DATE:20260105\nRRULE:FREQ=WEEKLY\nEND:VTODO\n"
    let list = try read(calendar(series + Self.later), on: day)
    #expect(list.titles == [title])
    #expect(list.tasks.map(\.key) == ["1"])
    #expect(list.tasks.map(\.repeats) == [true])
    #expect(list.tasks[0].due?.written == due)
  }

  @Test func `later overrides of one or of all future instances take precedence`() throws {
    let series = "BEGIN:VTODO\nUID:1\nSUMMARY:Sing\nDTSTART:20260105T080000Z\nRRULE:FREQ=WEEKLY\nEND:VTODO\n"
    let changes =
      instance(";RANGE=THISANDFUTURE:20260406T080000Z", "SUMMARY:April\nDTSTART:20260406T100000Z\nDURATION:PT1H")
      + instance(";RANGE=THISANDFUTURE:20260302T080000Z", "SUMMARY:March\nDTSTART:20260302T090000Z")
      + instance(":20260420T080000Z", "SUMMARY:Once\nDTSTART:20260420T070000Z")
    let expected = [
      "2026-03-31": ("March", "2026-03-30T09:00:00Z"), "2026-04-14": ("April", "2026-04-13T11:00:00Z"),
      "2026-04-21": ("Once", "2026-04-20T07:00:00Z"), "2026-04-28": ("April", "2026-04-27T11:00:00Z"),
    ]
    for (day, (title, due)) in expected {
      let task = try #require(try read(calendar(series + changes), on: day).tasks.first)
      #expect(task.title == title)
      #expect(task.due?.written == due)
    }
  }

  @Test func `a series that was cancelled from some instance on ends there`() throws {
    let series = "BEGIN:VTODO\nUID:1\nSUMMARY:Sing\nDUE;VALUE=DATE:20260105\nRRULE:FREQ=WEEKLY\nEND:VTODO\n"
    let change = instance(";RANGE=THISANDFUTURE;VALUE=DATE:20260302", "SUMMARY:Sing\nSTATUS:CANCELLED")
    #expect(try read(calendar(series + change), on: "2026-06-15").tasks.map(\.status) == [.cancelled])
    let before = try read(calendar(series + change), on: "2026-02-24").tasks
    #expect(before.map(\.status) == [.open(percent: 0), .cancelled])
    #expect(before[0].due?.written == "2026-02-23")
  }

  @Test func `a series whose instances are all completed is completed`() throws {
    let lines = "DUE;VALUE=DATE:20260105\nRRULE:FREQ=WEEKLY;COUNT=2"
    let done = ["20260105", "20260112"].map {
      instance(";VALUE=DATE:\($0)", "SUMMARY:\($0)\nSTATUS:COMPLETED\nCOMPLETED:\($0)T090000Z")
    }
    let text = calendar("BEGIN:VTODO\nUID:1\nSUMMARY:Sing\n\(lines)\nEND:VTODO\n" + done.joined())
    let list = try read(text, on: "2026-01-20")
    #expect(list.titles == ["20260112", "20260105"])
    #expect(list.tasks.allSatisfy { !$0.status.isOpen })
    let whole = try read(todo("\(lines)\nSTATUS:COMPLETED"), on: "2026-01-20")
    #expect(whole.tasks[0].repeats)
    #expect(whole.tasks[0].status == .done(nil))
  }

  @Test func `endless and contradictory rules take no time`() throws {
    let rules = ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;COUNT=999999999", "FREQ=YEARLY;INTERVAL=999999999"]
    let items = (0..<300).map {
      "BEGIN:VTODO\nUID:\($0)\nSUMMARY:a\nDUE;VALUE=DATE:19000105\nRRULE:\(rules[$0 % 3])\nEND:VTODO"
    }
    let list = try read(calendar(items.joined(separator: "\n")))
    #expect(list.tasks.count == 300)
    #expect(list.tasks.allSatisfy { $0.repeats })
  }
}
