import Foundation
import Testing

@testable import Tasks

struct ReminderTests {
  @Test(arguments: [
    "0m", "30m", "90m", "2h", "1d", "366d", "1970-01-01T00:00Z", "2026-12-01T07:00Z", "9999-12-31T23:59Z",
  ])
  func `a text is read as it is written`(text: String) throws {
    #expect(try #require(Reminder(text)).description == text)
  }

  @Test func `a time before is written in its largest unit`() {
    #expect(
      ["60m", "1440m", "24h", "36h", "48h"].map { Reminder($0)?.description } == ["1h", "1d", "1d", "36h", "2d"])
  }

  @Test(
    arguments: [
      "", "m", "30", "-5m", "+5m", "5 m", "5s", "1w", "367d", "9999999m", "99999999999999999999d", "٣٠m",
      "1969-12-31T23:59Z", "2026-02-30T07:00Z", "2026-12-01T07:00", "2026-12-01 07:00Z", "2026-12-01T24:00Z",
    ])
  func `other texts are no reminder`(text: String) { #expect(Reminder(text) == nil) }

  @Test func `reminders are in one order, each once, and of a bounded number`() throws {
    let set = try #require(ReminderSet("1d 2026-12-01T07:00Z 30m 0m 30m"))
    #expect(set.description == "0m 30m 1d 2026-12-01T07:00Z")
    #expect(set.ofEachDate.description == "0m 30m 1d")
    #expect(ReminderSet("")?.isEmpty == true)
    #expect(ReminderSet("1m 2m 3m 4m 5m") != nil)
    #expect(ReminderSet("1m 2m 3m 4m 5m 6m") == nil)
    #expect(ReminderSet("1m x") == nil)
  }

  @Test func `two sides merge what they added and removed`() throws {
    func set(_ text: String) throws -> ReminderSet { try #require(ReminderSet(text)) }
    #expect(try set("0m 1h").merged(since: set("0m 30m"), into: set("0m 30m 1d")) == set("0m 1h 1d"))
    #expect(try set("0m").merged(since: set("0m"), into: set("")) == set(""))
  }

  struct Moment: Sendable {
    let reminder, due: String
    var time: String?
    let zone, moment: String
  }

  static let moments = [
    Moment(reminder: "0m", due: "2026-12-01", time: "14:05", zone: "Europe/Berlin", moment: "2026-12-01T13:05Z"),
    Moment(reminder: "30m", due: "2026-12-01", time: "00:10", zone: "UTC", moment: "2026-11-30T23:40Z"),
    // The time of the task has a zone of its own.
    Moment(
      reminder: "1h", due: "2026-12-01", time: "09:00 America/New_York", zone: "Europe/Berlin",
      moment: "2026-12-01T13:00Z"),
    // A day without a time counts from the morning.
    Moment(reminder: "0m", due: "2026-12-01", zone: "Europe/Berlin", moment: "2026-12-01T06:30Z"),
    Moment(reminder: "1d", due: "2026-12-01", zone: "Europe/Berlin", moment: "2026-11-30T06:30Z"),
    // A day before is at the same time of the clock, where the clocks change on 25 October 2026.
    Moment(reminder: "1d", due: "2026-10-26", time: "08:00", zone: "Europe/Berlin", moment: "2026-10-25T07:00Z"),
    Moment(reminder: "2d", due: "2026-10-26", time: "08:00", zone: "Europe/Berlin", moment: "2026-10-24T06:00Z"),
    // 2:30 does not exist on 29 March 2026.
    Moment(reminder: "0m", due: "2026-03-29", time: "02:30", zone: "Europe/Berlin", moment: "2026-03-29T01:30Z"),
    Moment(reminder: "2026-11-30T07:00Z", due: "2026-12-01", zone: "Asia/Tokyo", moment: "2026-11-30T07:00Z"),
  ]

  @Test(arguments: moments.indices) func `a reminder has its moment on the reader's clock`(index: Int) throws {
    let row = Self.moments[index]
    let (zone, morning) = (try #require(TimeZone(identifier: row.zone)), try #require(TimeOfDay("07:30")))
    let moment = try #require(Reminder(row.reminder))
      .moment(due: Day(iso: row.due), row.time.flatMap { ClockTime($0) }, morning: morning, in: zone)
    #expect(moment.flatMap { Reminder(at: $0)?.description } == row.moment)
  }

  @Test func `without a date, only a chosen moment reminds`() {
    #expect(Reminder("30m")?.moment(due: nil, nil, morning: .midnight, in: .gmt) == nil)
    #expect(Reminder("2026-11-30T07:00Z")?.moment(due: nil, nil, morning: .midnight, in: .gmt) != nil)
  }

  @Test func `the next date of a series keeps the times before, and no moment of this date`() throws {
    let task = try TaskDraft(
      validating: TaskInput(
        title: "Bins", due: "2026-12-01", time: "07:00", repeats: "2026-12-01 FREQ=WEEKLY;BYDAY=TU",
        reminders: "30m 2026-11-30T20:00Z"))
    let today = try #require(Day(iso: "2026-12-01"))
    let next = try #require(task.next(completedOn: today))
    #expect(next.due?.iso == "2026-12-08" && next.reminders.description == "30m")
  }

  @Test func `what is no reminder is told at its field`() {
    #expect(throws: InvalidInput(FieldProblem(.reminders, .notAReminder))) {
      try TaskDraft(validating: TaskInput(title: "a", reminders: "soon"))
    }
  }
}
