import Foundation
import Testing

@testable import TaskFormats
@testable import Tasks

/// Series that a client has sent, and of which a date is completed here.
struct SeriesObjectTests {
  /// A series at its current date, and what the next one is.
  private struct Story {
    var values: TodoValues
    var object: CalendarObject

    init(_ properties: String..., overrides: [String]...) throws {
      let more = overrides.map { ["BEGIN:VTODO", "UID:1"] + $0 + ["END:VTODO"] }.joined()
      object = try CalendarObject(
        Array(CalendarObjectTests.text(properties, more: more.joined(separator: "\r\n")).utf8))
      values = try #require(object.values())
    }

    var draft: TaskDraft { values.task.draft }
    var dates: String { "\(draft.due?.iso ?? "-") \(draft.repeats?.description ?? "-")" }

    /// Completes the current date; false if it was the last one.
    mutating func complete(on today: String? = nil) throws -> Bool {
      let day = try #require(today.map { Day(iso: $0) } ?? draft.due)
      guard let next = draft.next(completedOn: day) else { return false }
      let (text, draft) = try #require(object.advanced(from: values, to: next), "\(object.text)")
      object = try CalendarObject(Array(text.utf8))
      values = try #require(object.values())
      #expect(draft == self.draft)
      #expect(object.text(showing: values) == object.text)
      return true
    }

    /// The dates that are completed in time.
    mutating func completeAll(_ most: Int = 10) throws -> [String] {
      var days = [draft.due?.iso ?? "-"]
      while days.count < most, try complete() { days.append(draft.due?.iso ?? "-") }
      return days
    }
  }

  @Test func `a start that moves takes the due date with it, whatever an app has left of the app's own rule`() throws {
    let story = try Story(
      "SUMMARY:Pills", "DTSTART;VALUE=DATE:20270104", "DUE;VALUE=DATE:20270104", "RRULE:FREQ=DAILY",
      "X-FOURFOLD-REPEATS:2027-03-02 FREQ=DAILY",
      overrides: ["RECURRENCE-ID;VALUE=DATE:20270301", "STATUS:COMPLETED"],
      ["RECURRENCE-ID;VALUE=DATE:20270104", "STATUS:COMPLETED"])
    #expect(story.dates == "2027-01-05 2027-01-05 FREQ=DAILY;EXDATE=20270301")
    var values = story.values
    values.task.draft.repeats = Recurrence("2027-01-05 FREQ=DAILY")
    let text = story.object.text(showing: values)
    let shown = try #require(try CalendarObject(Array(text.utf8)).values())
    #expect(shown.task.draft.due == Day(iso: "2027-01-05"), "\(text)")
    #expect(text.contains("DTSTART;VALUE=DATE:20270105") && text.contains("DUE;VALUE=DATE:20270105"), "\(text)")
  }

  @Test func `the start that an override gives its date is none of the next one`() throws {
    var story = try Story(
      "SUMMARY:Weekly", "DTSTART;VALUE=DATE:20270104", "DUE;VALUE=DATE:20270106", "RRULE:FREQ=WEEKLY;COUNT=6",
      overrides: ["RECURRENCE-ID;VALUE=DATE:20270111", "DTSTART;VALUE=DATE:20270112", "DUE;VALUE=DATE:20270114"])
    #expect(try story.complete())
    #expect(story.draft.start == Day(iso: "2027-01-12") && story.draft.due == Day(iso: "2027-01-14"))
    #expect(try story.complete())
    #expect(story.draft.start == Day(iso: "2027-01-18") && story.draft.due == Day(iso: "2027-01-20"))
    #expect(!story.object.has(OwnProperty.start), "\(story.object.text)")
  }

  @Test func `what an app says of the dates that it has completed stays`() throws {
    var story = try Story(
      "SUMMARY:Weekly", "DTSTART;VALUE=DATE:20270104", "DUE;VALUE=DATE:20270104", "RRULE:FREQ=WEEKLY;COUNT=6",
      overrides: [
        "RECURRENCE-ID;VALUE=DATE:20270111", "SUMMARY:Own title", "STATUS:COMPLETED", "COMPLETED:20270102T100000Z",
      ], ["RECURRENCE-ID;VALUE=DATE:20270118", "STATUS:COMPLETED"],
      ["RECURRENCE-ID;VALUE=DATE:20270125", "SUMMARY:Later"])
    #expect(try story.complete())
    #expect(story.draft.due == Day(iso: "2027-01-25") && story.draft.title == "Later")
    #expect(story.object.text.contains("SUMMARY:Own title\r\nSTATUS:COMPLETED\r\nCOMPLETED:20270102T100000Z"))
    #expect(try story.complete())
    #expect(story.draft.due == Day(iso: "2027-02-01") && story.draft.title == "Weekly")
    #expect(story.object.text.contains("Own title") && !story.object.text.contains("Later"))
  }

  @Test func `completing the whole series completes its date as that is shown`() throws {
    let series = ["SUMMARY:Weekly", "DTSTART:20270104T080000", "DUE:20270104T090000", "RRULE:FREQ=WEEKLY;COUNT=6"]
    let own = [
      "RECURRENCE-ID:20270111T080000", "DTSTART:20270112T080000", "DUE:20270113T090000", "SUMMARY:Moved one",
      "DESCRIPTION:Own notes",
    ]
    let first = ["RECURRENCE-ID:20270104T080000", "STATUS:COMPLETED"]
    let open = try Story(series[0], series[1], series[2], series[3], overrides: first, own)
    let closed = try Story(series[0], series[1], series[2], series[3], "STATUS:COMPLETED", overrides: first, own)
    var draft = closed.draft
    draft.restoreSeries(of: open.draft, sentAs: closed.object)
    #expect(draft == open.draft && draft.title == "Moved one" && draft.notes == "Own notes")
    #expect(draft.start == Day(iso: "2027-01-12") && draft.due == Day(iso: "2027-01-13"))
  }

  @Test func `an override shows when its turn comes, and the next date has the text of the series again`() throws {
    var story = try Story(
      "SUMMARY:Choir", "DESCRIPTION:Bring notes", "DTSTART;VALUE=DATE:20261203", "DUE;VALUE=DATE:20261203",
      "RRULE:FREQ=WEEKLY;COUNT=4",
      overrides: [
        "RECURRENCE-ID;VALUE=DATE:20261210", "SUMMARY:Concert", "DESCRIPTION:Black", "DUE;VALUE=DATE:20261212",
      ])
    #expect(story.draft.title == "Choir" && story.draft.due == Day(iso: "2026-12-03"))
    #expect(try story.complete())
    #expect(story.draft.title == "Concert" && story.draft.notes == "Black" && story.draft.due == Day(iso: "2026-12-12"))
    #expect(story.draft.repeats?.description == "2026-12-10 FREQ=WEEKLY;BYDAY=TH;COUNT=3")
    #expect(story.object.text.contains("SUMMARY:Choir"))
    #expect(try story.complete())
    #expect(story.draft.title == "Choir" && story.draft.notes == "Bring notes")
    #expect(story.dates == "2026-12-17 2026-12-17 FREQ=WEEKLY;BYDAY=TH;COUNT=2")
    #expect(!story.object.text.contains("Concert"))
    #expect(try story.complete())
    #expect(try !story.complete())
  }

  @Test func `an edit while an override shows is one of the override`() throws {
    var story = try Story(
      "SUMMARY:Choir", "DTSTART;VALUE=DATE:20261203", "DUE;VALUE=DATE:20261203", "RRULE:FREQ=WEEKLY",
      overrides: [
        "RECURRENCE-ID;VALUE=DATE:20261203", "SUMMARY:Concert", "BEGIN:VALARM", "DESCRIPTION:x", "END:VALARM",
      ])
    story.values.task.draft.title = "Big concert"
    story.values.task.draft.notes = "n"
    story.values.task.draft.due = Day(iso: "2026-12-05")
    let text = story.object.text(showing: story.values)
    #expect(text.contains("SUMMARY:Choir") && text.contains("SUMMARY:Big concert") && text.contains("DESCRIPTION:x"))
    story.object = try CalendarObject(Array(text.utf8))
    #expect(story.object.values() == story.values)
    #expect(try story.complete())
    #expect(story.draft.title == "Choir" && story.draft.notes.isEmpty)
    #expect(story.dates == "2026-12-10 2026-12-10 FREQ=WEEKLY;BYDAY=TH")
  }

  @Test func `dates that the phone has completed or left out don't come`() throws {
    let done = (8...9).map { ["RECURRENCE-ID;VALUE=DATE:202612\($0 == 8 ? "08" : "22")", "STATUS:COMPLETED"] }
    var story = try Story(
      "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261201", "RRULE:FREQ=WEEKLY;COUNT=6",
      "EXDATE;VALUE=DATE:20261215", "RDATE;VALUE=DATE:20261202,20261217", overrides: done[0], done[1])
    #expect(try story.completeAll() == ["2026-12-01", "2026-12-02", "2026-12-17", "2026-12-29", "2027-01-05"])
  }

  @Test func `the text stays whole but for what has passed`() throws {
    var story = try Story(
      "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261201", "RRULE:FREQ=WEEKLY;WKST=SU;COUNT=6",
      "EXDATE;VALUE=DATE:20261215", "RDATE;VALUE=DATE:20261202,20261217",
      overrides: ["RECURRENCE-ID;VALUE=DATE:20261222", "STATUS:COMPLETED", "X-A:1"])
    #expect(try story.complete())
    #expect(try story.complete())
    #expect(
      story.object.text
        == CalendarObjectTests.text(
          [
            "DTSTART;VALUE=DATE:20261208", "DUE;VALUE=DATE:20261208", "RRULE:FREQ=WEEKLY;WKST=SU;COUNT=5",
            "EXDATE;VALUE=DATE:20261215", "RDATE;VALUE=DATE:20261217",
          ],
          more: "BEGIN:VTODO\r\nUID:1\r\nRECURRENCE-ID;VALUE=DATE:20261222\r\nSTATUS:COMPLETED\r\nX-A:1\r\nEND:VTODO"))
  }

  @Test func `the way from the start to the due date stays`() throws {
    var story = try Story("DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261204", "RRULE:FREQ=WEEKLY")
    #expect(try story.complete())
    #expect(story.object.text.contains("DTSTART;VALUE=DATE:20261208\r\nDUE;VALUE=DATE:20261211"))
    #expect(story.dates == "2026-12-11 2026-12-11 FREQ=WEEKLY;BYDAY=TU;OFFSET=3")
    #expect(story.draft.start == Day(iso: "2026-12-08"))

    var timed = try Story(
      "DTSTART;TZID=Europe/Berlin:20261201T080000", "DUE;TZID=Europe/Berlin:20261201T090000", "RRULE:FREQ=WEEKLY")
    #expect(try timed.complete())
    #expect(
      timed.object.text.contains(
        "DTSTART;TZID=Europe/Berlin:20261208T080000\r\nDUE;TZID=Europe/Berlin:20261208T090000"))

    var lasting = try Story("DTSTART:20261201T080000", "DURATION:P1DT1H", "RRULE:FREQ=WEEKLY")
    #expect(try lasting.complete())
    #expect(lasting.object.text.contains("DTSTART:20261208T080000\r\nDURATION:P1DT1H"))
    #expect(lasting.dates == "2026-12-09 2026-12-09 FREQ=WEEKLY;BYDAY=TU;OFFSET=P1DT1H")
    #expect(lasting.draft.time == ClockTime("09:00"))
  }

  @Test func `the time between two times is exact, also where the clocks change`() throws {
    // From 22:00 to 06:00, once a week; in the night of 28 March the clocks skip an hour.
    var story = try Story(
      "DTSTART;TZID=Europe/Berlin:20270320T220000", "DUE;TZID=Europe/Berlin:20270321T060000", "RRULE:FREQ=WEEKLY")
    #expect(try story.complete())
    #expect(story.draft.due == Day(iso: "2027-03-28") && story.draft.time == ClockTime("07:00 Europe/Berlin"))
    #expect(try story.complete())
    #expect(story.draft.due == Day(iso: "2027-04-04") && story.draft.time == ClockTime("06:00 Europe/Berlin"))
  }

  @Test func `a rule counts in the zone of its start`() throws {
    var universal = try Story("DUE:20270104T233000Z", "RRULE:FREQ=WEEKLY;BYDAY=MO")
    #expect(try universal.completeAll(3) == ["2027-01-04", "2027-01-11", "2027-01-18"])
    #expect(universal.object.text.contains("DUE:20270118T233000Z"))
    var two = try Story(
      "DTSTART;TZID=America/New_York:20270104T200000", "DUE;TZID=Europe/Berlin:20270105T030000",
      "RRULE:FREQ=WEEKLY;BYDAY=MO")
    #expect(two.draft.due == Day(iso: "2027-01-04") && two.draft.time == ClockTime("21:00 America/New_York"))
    #expect(try two.completeAll(3) == ["2027-01-04", "2027-01-11", "2027-01-18"])
  }

  @Test func `a rule at several times of a day comes at each of them`() throws {
    var story = try Story(
      "DTSTART:20261201T080000", "DUE:20261201T080000", "RRULE:FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0", "X-A:1")
    var times: [String] = []
    for _ in 0..<4 {
      times.append("\(story.draft.due?.iso ?? "") \(story.draft.time?.time.description ?? "")")
      #expect(try story.complete())
    }
    #expect(times == ["2026-12-01 08:00", "2026-12-01 20:00", "2026-12-02 08:00", "2026-12-02 20:00"])
  }

  @Test func `after a date besides the rule, intervals and numbers count as before`() throws {
    var story = try Story(
      "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261201", "RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=3",
      "RDATE;VALUE=DATE:20261205")
    #expect(try story.completeAll() == ["2026-12-01", "2026-12-05", "2026-12-15", "2026-12-29"])
  }

  @Test func `a series of which every date is completed is completed`() throws {
    let done = ["RECURRENCE-ID;VALUE=DATE:20261201", "STATUS:COMPLETED", "COMPLETED:20261201T100000Z"]
    let last = ["RECURRENCE-ID;VALUE=DATE:20261208", "STATUS:COMPLETED", "COMPLETED:20261208T100000Z"]
    let all = try Story(
      "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261201", "RRULE:FREQ=WEEKLY;COUNT=2", overrides: done, last)
    #expect(all.values.task.completed == Date(timeIntervalSince1970: 1_796_724_000) && all.draft.repeats == nil)
    let excluded = try Story(
      "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261201", "RRULE:FREQ=WEEKLY;COUNT=2",
      "EXDATE;VALUE=DATE:20261208", overrides: done)
    #expect(excluded.values.task.completed != nil)
  }

  @Test func `another rule keeps the overrides of its dates`() throws {
    var story = try Story(
      "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261201", "RRULE:FREQ=WEEKLY",
      "EXDATE;VALUE=DATE:20261229", overrides: ["RECURRENCE-ID;VALUE=DATE:20261208", "SUMMARY:Kept"],
      ["RECURRENCE-ID;VALUE=DATE:20261215", "SUMMARY:Dropped"])
    let day = try #require(Day(iso: "2026-12-01"))
    story.values.task.draft.repeats = Recurrence(
      .weekly([.tuesday, .friday]), end: .until(try #require(Day(iso: "2026-12-11"))), current: day)
    let text = story.object.text(showing: story.values)
    #expect(text.contains("SUMMARY:Kept") && !text.contains("SUMMARY:Dropped"))
    #expect(try CalendarObject(Array(text.utf8)).values()?.task.draft.repeats == story.draft.repeats)
  }

  @Test func `one date on another day leaves the series as it is`() throws {
    var story = try Story("DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261201", "RRULE:FREQ=WEEKLY")
    story.values.task.draft.due = Day(iso: "2026-12-03")
    let text = story.object.text(showing: story.values)
    story.object = try CalendarObject(Array(text.utf8))
    #expect(story.object.values()?.task.draft == story.draft)
    #expect(try story.complete())
    #expect(story.dates == "2026-12-08 2026-12-08 FREQ=WEEKLY;BYDAY=TU")
  }

  @Test func `all that a phone says of later dates is still there`() throws {
    var story = try Story(
      "SUMMARY:Choir", "DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261204", "RRULE:FREQ=WEEKLY;COUNT=6",
      "EXDATE;VALUE=DATE:20261215", "RDATE;VALUE=DATE:20261210", "X-B:1",
      overrides: ["RECURRENCE-ID;VALUE=DATE:20261208", "SUMMARY:Concert", "DUE;VALUE=DATE:20261212"],
      ["RECURRENCE-ID;VALUE=DATE:20261222", "STATUS:COMPLETED"])
    #expect(try story.complete())
    #expect(story.draft.title == "Concert" && story.draft.due == Day(iso: "2026-12-12"))
    #expect(try story.complete())
    #expect(
      story.dates
        == "2026-12-13 2026-12-13 FREQ=WEEKLY;BYDAY=TU;COUNT=5;OFFSET=3;DTSTART=20261208;EXDATE=20261215,20261222")
    #expect(try story.complete())
    #expect(story.dates == "2027-01-01 2027-01-01 FREQ=WEEKLY;BYDAY=TU;COUNT=2;OFFSET=3")
  }
}
