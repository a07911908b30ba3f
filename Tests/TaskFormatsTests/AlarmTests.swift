import Foundation
import TestSupport
import Testing

@testable import TaskFormats
@testable import Tasks

/// VALARMs are the reminders of tasks.
struct AlarmTests {
  static let timed = ["DUE:20261201T120000Z"]
  static let started = ["DTSTART:20261201T100000Z", "DUE:20261201T120000Z"]
  static let whole = ["DUE;VALUE=DATE:20261201"]

  /// The properties of a task, the trigger of an alarm, and the reminder that it is; empty for none.
  static let triggers: [(task: [String], trigger: String, reminder: String)] = [
    (timed, "TRIGGER;RELATED=END:-PT30M", "30m"), (timed, "TRIGGER;RELATED=END:PT0S", "0m"),
    (timed, "TRIGGER;RELATED=END:-P1D", "1d"), (timed, "TRIGGER;RELATED=END:-P1DT1H", "25h"),
    (timed, "TRIGGER;RELATED=END:-P2W", "14d"),
    // Without a start, an alarm counts from the due date.
    (timed, "TRIGGER:-PT15M", "15m"), (started, "TRIGGER:-PT15M", "135m"), (started, "TRIGGER:PT1H", "1h"),
    (started, "TRIGGER;RELATED=START:PT3H", ""), (timed, "TRIGGER;RELATED=END:PT5M", ""),
    (timed, "TRIGGER;RELATED=END:-PT30S", ""), (timed, "TRIGGER;RELATED=END:-P400D", ""),
    // A day counts from its morning, 9:00, in calendars.
    (whole, "TRIGGER;RELATED=END:PT9H", "0m"), (whole, "TRIGGER;RELATED=END:PT0S", "9h"),
    (whole, "TRIGGER;RELATED=END:-PT15H", "1d"), (whole, "TRIGGER;RELATED=END:PT10H", ""),
    (timed, "TRIGGER;VALUE=DATE-TIME:20261130T070000Z", "2026-11-30T07:00Z"),
    ([], "TRIGGER;VALUE=DATE-TIME:20261130T070000Z", "2026-11-30T07:00Z"),
    (timed, "TRIGGER;VALUE=DATE-TIME:20261130T070000", ""), ([], "TRIGGER:-PT15M", ""), (timed, "TRIGGER:soon", ""),
  ]

  static func alarm(_ lines: String...) -> [String] { ["BEGIN:VALARM", "ACTION:DISPLAY"] + lines + ["END:VALARM"] }

  static func object(_ properties: [String]) throws -> CalendarObject {
    try CalendarObject(Array(CalendarObjectTests.text(["SUMMARY:Milk"] + properties).utf8))
  }

  @Test(arguments: triggers.indices) func `an alarm is a reminder where the app has one like it`(row: Int) throws {
    let (task, trigger, reminder) = Self.triggers[row]
    let values = try #require(try Self.object(task + Self.alarm(trigger)).values())
    #expect(values.task.draft.reminders.description == reminder)
  }

  @Test(arguments: ["0m", "30m", "1d", "25h", "2026-11-30T07:00Z", "5m 2h 2026-11-30T07:00Z"])
  func `reminders that are written are read back`(text: String) throws {
    for (due, time) in [("2026-12-01", ""), ("2026-12-01", "14:05"), ("2026-12-01", "14:05 Europe/Berlin")] {
      let draft = try TaskDraft(validating: TaskInput(title: "Milk", due: due, time: time, reminders: text))
      let written = CalendarWriter.object(TodoValues(PortableTask(uid: "1", draft: draft)))
      let read = try #require(CalendarObject(stored: written)?.values())
      #expect(read.task.draft.reminders.description == text, "\(due) \(time)")
    }
  }

  /// The text of an object after a change of its task.
  private func changed(_ properties: [String], _ change: (inout TaskDraft) -> Void) throws -> CalendarObject {
    let object = try Self.object(properties)
    var values = try #require(object.values())
    change(&values.task.draft)
    return try #require(CalendarObject(stored: object.text(showing: values)))
  }

  @Test func `a change of reminders takes away and adds alarms, and leaves those that are none`() throws {
    let other = Self.alarm("TRIGGER;RELATED=END:PT5M", "X-A:1")
    let first = Self.alarm("UID:x", "TRIGGER;RELATED=END:-PT30M")
    let kept = Self.alarm("TRIGGER;RELATED=END:-P1D", "X-B:2")
    let object = try changed(Self.timed + first + other + kept) {
      $0.reminders = ReminderSet([.before(minutes: 1_440), .before(minutes: 0)])
    }
    #expect(object.text.contains("X-A:1") && object.text.contains("X-B:2") && !object.text.contains("UID:x"))
    #expect(object.values()?.task.draft.reminders.description == "0m 1d")
  }

  @Test func `an alarm counts from where it did after its task got a time, or another due date`() throws {
    let day = try changed(Self.whole + Self.alarm("TRIGGER;RELATED=END:PT9H")) { $0.time = ClockTime("15:00") }
    #expect(day.values()?.task.draft.reminders.description == "0m")
    let start = try changed(Self.started + Self.alarm("TRIGGER:-PT15M")) { $0.due = Day(iso: "2026-12-02") }
    #expect(start.values()?.task.draft.reminders.description == "135m")
  }

  @Test func `a change of something else leaves the bytes of alarms alone`() throws {
    let alarm = Self.alarm("trigger;related=end:-pt30m", "DESCRIPTION:x")
    let object = try changed(Self.timed + alarm) { $0.title = "Oat milk" }
    #expect(object.text.contains(alarm.joined(separator: "\r\n")) && object.text.contains("SUMMARY:Oat milk"))
  }

  @Test func `an alarm that rests without a due date stays for the next one`() throws {
    let object = try changed(Self.timed + Self.alarm("TRIGGER;RELATED=END:-PT30M")) {
      ($0.due, $0.time) = (nil, nil)
    }
    #expect(object.text.contains("VALARM") && object.values()?.task.draft.reminders.isEmpty == true)
  }

  @Test func `a file with many alarms is read in bounds, and tells what it left out`() throws {
    let many = (0..<200).flatMap { Self.alarm("TRIGGER;RELATED=END:-PT\($0)M") }
    let item = try #require(try Self.object(Self.timed + many).item())
    #expect(item.draft.reminders.description == "0m 1m 2m 3m 4m")
    #expect(item.remarks.filter { $0.reason == .reminder }.count == 50)
  }

  @Test func `an event of a feed rings before it begins`() throws {
    let draft = try TaskDraft(validating: TaskInput(title: "Milk", due: "2026-12-01", reminders: "1d"))
    var writer = CalendarWriter(.events, now: Date(timeIntervalSince1970: 0))
    writer.append(PortableTask(uid: "1", draft: draft), parent: nil)
    writer.end()
    let text = String(decoding: writer.bytes, as: UTF8.self)
    #expect(text.contains("TRIGGER;RELATED=START:-PT900M"))
  }
}
