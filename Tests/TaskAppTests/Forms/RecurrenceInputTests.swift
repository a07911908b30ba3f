import Tasks
import Testing

@testable import TaskApp

/// The controls of a task's form that say how it repeats.
struct RecurrenceInputTests {
  private let today = Day(iso: "2026-11-29") ?? .last

  private func text(_ stored: String?, was: String? = nil, due: String, _ change: (inout RecurrenceInput) -> Void)
    -> String
  {
    let (stored, was) = (stored.flatMap { Recurrence($0) }, was.flatMap { Day(iso: $0) })
    var input = RecurrenceInput(stored, due: was, today: today)
    change(&input)
    return input.text(changing: stored, was: was, due: Day(iso: due), today: today)
  }

  @Test func `untouched controls follow from the due date in the form, not from today`() {
    #expect(text(nil, due: "2027-01-31") { $0.unit = .month } == "2027-01-31 FREQ=MONTHLY;BYMONTHDAY=-1")
    #expect(
      text(nil, was: "2026-12-24", due: "2027-01-15") { $0.unit = .month } == "2027-01-15 FREQ=MONTHLY;BYMONTHDAY=15")
    let weekday: (inout RecurrenceInput) -> Void = { ($0.unit, $0.monthDay) = (.month, .weekday) }
    #expect(text(nil, due: "2027-03-01", weekday) == "2027-03-01 FREQ=MONTHLY;BYDAY=1MO")
    #expect(text(nil, due: "2027-03-29", weekday) == "2027-03-29 FREQ=MONTHLY;BYDAY=-1MO")
    #expect(
      text(nil, due: "2027-03-01") { ($0.unit, $0.date) = (.month, "15") } == "2027-03-01 FREQ=MONTHLY;BYMONTHDAY=15")
  }

  @Test(arguments: [
    "2026-12-01 FREQ=MONTHLY;BYDAY=1MO,3MO", "2026-12-31 FREQ=MONTHLY;BYMONTHDAY=31", "2026-12-01 RDATE=20261203",
    "2026-12-01 FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=1;COUNT=5000;EXDATE=20270701",
  ])
  func `a rule that the controls can't show stays until one of them is changed`(stored: String) {
    #expect(text(stored, due: "2026-12-01") { _ in } == stored)
    #expect(text(stored, was: "2026-12-01", due: "2026-12-02") { _ in } == stored)
    #expect(text(stored, due: "2026-12-01") { $0.interval = "7" } != stored)
  }

  @Test func `another rule keeps the dates that are left out`() {
    let changed = text("2026-12-01 FREQ=WEEKLY;BYDAY=TU;EXDATE=20261208", due: "2026-12-01") { $0.unit = .day }
    #expect(changed == "2026-12-01 FREQ=DAILY;EXDATE=20261208")
  }
}
