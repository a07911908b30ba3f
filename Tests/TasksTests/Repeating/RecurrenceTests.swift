import Foundation
import TestSupport
import Testing

@testable import Tasks

/// Dates and texts of recurrences.
struct RecurrenceTests {
  struct Line: CustomStringConvertible, Sendable {
    let text: String
    /// The current date and the next four, if each is completed in time.
    let upcoming: String
    var description: String { text }

    init(_ text: String, _ upcoming: String) { (self.text, self.upcoming) = (text, upcoming) }
  }

  @Test(arguments: [
    Line("2026-11-25 FREQ=DAILY", "2026-11-25 2026-11-26 2026-11-27 2026-11-28 2026-11-29"),
    Line("2026-12-30 FREQ=DAILY;INTERVAL=3", "2026-12-30 2027-01-02 2027-01-05 2027-01-08 2027-01-11"),
    Line("2026-11-24 FREQ=WEEKLY;BYDAY=TU", "2026-11-24 2026-12-01 2026-12-08 2026-12-15 2026-12-22"),
    Line("2026-11-24 FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "2026-11-24 2026-12-08 2026-12-22 2027-01-05 2027-01-19"),
    // The second date of a week comes before the interval.
    Line(
      "2026-11-24 FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH", "2026-11-24 2026-11-26 2026-12-08 2026-12-10 2026-12-22"),
    // The current date need not match: it is the first one.
    Line("2026-11-25 FREQ=WEEKLY;BYDAY=TU", "2026-11-25 2026-12-01 2026-12-08 2026-12-15 2026-12-22"),
    Line("2026-11-15 FREQ=MONTHLY;BYMONTHDAY=15", "2026-11-15 2026-12-15 2027-01-15 2027-02-15 2027-03-15"),
    // A short month, and the 30th again after it.
    Line(
      "2026-12-30 FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1",
      "2026-12-30 2027-01-30 2027-02-28 2027-03-30 2027-04-30"),
    Line("2027-01-31 FREQ=MONTHLY;BYMONTHDAY=-1", "2027-01-31 2027-02-28 2027-03-31 2027-04-30 2027-05-31"),
    Line(
      "2028-01-29 FREQ=MONTHLY;BYMONTHDAY=28,29;BYSETPOS=-1", "2028-01-29 2028-02-29 2028-03-29 2028-04-29 2028-05-29"),
    Line("2026-11-10 FREQ=MONTHLY;BYDAY=2TU", "2026-11-10 2026-12-08 2027-01-12 2027-02-09 2027-03-09"),
    Line("2026-11-27 FREQ=MONTHLY;BYDAY=-1FR", "2026-11-27 2026-12-25 2027-01-29 2027-02-26 2027-03-26"),
    Line(
      "2026-11-30 FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1", "2026-11-30 2027-02-28 2027-05-31 2027-08-31 2027-11-30"),
    Line(
      "2026-04-15 FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=15", "2026-04-15 2027-04-15 2028-04-15 2029-04-15 2030-04-15"),
    Line(
      "2024-02-29 FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1",
      "2024-02-29 2025-02-28 2026-02-28 2027-02-28 2028-02-29"),
    Line("2026-11-25 FREQ=DAILY;COUNT=3", "2026-11-25 2026-11-26 2026-11-27"),
    Line("2026-11-24 FREQ=WEEKLY;BYDAY=TU;UNTIL=20261208", "2026-11-24 2026-12-01 2026-12-08"),
    Line(
      "2026-11-25 FREQ=DAILY;INTERVAL=3;FROM=COMPLETION", "2026-11-25 2026-11-28 2026-12-01 2026-12-04 2026-12-07"),
    Line("2027-01-31 FREQ=MONTHLY;COUNT=2;FROM=COMPLETION", "2027-01-31 2027-02-28"),
    Line("9999-12-30 FREQ=DAILY", "9999-12-30"),
    // Three days after the first Friday, and after the last day of a month; the ends are due dates.
    Line(
      "2026-11-09 FREQ=MONTHLY;BYDAY=1FR;OFFSET=3", "2026-11-09 2026-12-07 2027-01-04 2027-02-08 2027-03-08"),
    Line("2026-12-02 FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=20270202;OFFSET=2", "2026-12-02 2027-01-02 2027-02-02"),
    Line("2026-11-09 FREQ=MONTHLY;BYDAY=1FR;COUNT=2;OFFSET=3", "2026-11-09 2026-12-07"),
  ])
  func `a text is a recurrence with these dates, and its text again`(line: Line) throws {
    let recurrence = try #require(Recurrence(line.text))
    #expect(recurrence.description == line.text)
    #expect(recurrence.upcoming(5).map(\.iso).joined(separator: " ") == line.upcoming)
  }

  @Test(arguments: [
    "", "FREQ=DAILY", "2026-11-25", "2026-11-25 ", "2026-02-30 FREQ=DAILY", "2026-11-25 freq=daily",
    "2026-11-25 FREQ=HOURLY", "2026-11-25 FREQ=DAILY;INTERVAL=1", "2026-11-25 FREQ=DAILY;INTERVAL=0",
    "2026-11-25 FREQ=DAILY;INTERVAL=1000", "2026-11-25 FREQ=WEEKLY", "2026-11-25 FREQ=WEEKLY;BYDAY=TH,TU",
    "2026-11-25 FREQ=WEEKLY;BYDAY=TU;BYHOUR=9", "2026-11-25 FREQ=MONTHLY;BYMONTHDAY=31",
    "2026-11-25 FREQ=MONTHLY;BYDAY=5TU", "2026-11-25 FREQ=MONTHLY;BYDAY=TU", "2026-11-25 FREQ=YEARLY",
    "2026-11-25 FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "2026-11-25 FREQ=DAILY;COUNT=0",
    "2026-11-25 FREQ=DAILY;COUNT=2;UNTIL=20261231", "2026-11-25 FREQ=DAILY;COUNT=2;COUNT=2",
    "2026-11-25 FREQ=DAILY ", "2026-11-25  FREQ=DAILY", "2026-11-25 FREQ=DAILY;FROM=DUE",
    "2026-11-25 FREQ=DAILY;OFFSET=0", "2026-11-25 FREQ=DAILY;OFFSET=367", "2026-11-25 FREQ=DAILY;OFFSET=-1",
    "2026-11-25 FREQ=DAILY;FROM=COMPLETION;OFFSET=1",
  ])
  func `any other text is no recurrence`(text: String) {
    #expect(Recurrence(text) == nil)
  }

  struct Completion: CustomStringConvertible, Sendable {
    let text: String
    let today: String
    let next: String?
    let missed: Int
    var description: String { "\(text), completed on \(today)" }

    init(_ text: String, on today: String, _ next: String?, missed: Int = 0) {
      (self.text, self.today, self.next, self.missed) = (text, today, next, missed)
    }
  }

  @Test(arguments: [
    // Early, in time, late.
    Completion("2026-11-24 FREQ=WEEKLY;BYDAY=TU", on: "2026-11-20", "2026-12-01 FREQ=WEEKLY;BYDAY=TU"),
    Completion("2026-11-24 FREQ=WEEKLY;BYDAY=TU", on: "2026-11-24", "2026-12-01 FREQ=WEEKLY;BYDAY=TU"),
    Completion("2026-11-24 FREQ=WEEKLY;BYDAY=TU", on: "2026-11-27", "2026-12-01 FREQ=WEEKLY;BYDAY=TU"),
    // Missed dates do not pile up. One today is not missed, but completed together with the late task.
    Completion("2026-11-03 FREQ=WEEKLY;BYDAY=TU", on: "2026-11-25", "2026-12-01 FREQ=WEEKLY;BYDAY=TU", missed: 3),
    Completion("2026-11-03 FREQ=WEEKLY;BYDAY=TU", on: "2026-11-24", "2026-12-01 FREQ=WEEKLY;BYDAY=TU", missed: 2),
    Completion("2016-11-25 FREQ=DAILY", on: "2026-11-25", "2026-11-26 FREQ=DAILY", missed: 100),
    Completion("0001-01-01 FREQ=WEEKLY;BYDAY=MO,SU;COUNT=999", on: "2026-11-25", nil, missed: 100),
    Completion(
      "2026-11-03 FREQ=WEEKLY;BYDAY=TU,TH;COUNT=9", on: "2026-11-25", "2026-11-26 FREQ=WEEKLY;BYDAY=TU,TH;COUNT=2",
      missed: 6),
    Completion("2026-11-03 FREQ=WEEKLY;BYDAY=TU;UNTIL=20261110", on: "2026-11-25", nil, missed: 1),
    // The phase of an interval stays.
    Completion(
      "2026-11-03 FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", on: "2026-11-25", "2026-12-01 FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
      missed: 1),
    Completion(
      "2027-01-31 FREQ=MONTHLY;BYMONTHDAY=-1", on: "2027-02-10", "2027-02-28 FREQ=MONTHLY;BYMONTHDAY=-1"),
    // From the completion, early or late.
    Completion(
      "2026-11-24 FREQ=DAILY;INTERVAL=3;FROM=COMPLETION", on: "2026-11-20",
      "2026-11-23 FREQ=DAILY;INTERVAL=3;FROM=COMPLETION"),
    Completion(
      "2026-11-01 FREQ=DAILY;INTERVAL=3;FROM=COMPLETION", on: "2026-11-25",
      "2026-11-28 FREQ=DAILY;INTERVAL=3;FROM=COMPLETION"),
    Completion(
      "2026-11-01 FREQ=MONTHLY;FROM=COMPLETION", on: "2027-01-31", "2027-02-28 FREQ=MONTHLY;FROM=COMPLETION"),
    Completion(
      "2024-02-01 FREQ=YEARLY;FROM=COMPLETION", on: "2024-02-29", "2025-02-28 FREQ=YEARLY;FROM=COMPLETION"),
    // The end. Missed dates count.
    Completion("2026-11-24 FREQ=DAILY;COUNT=3", on: "2026-11-24", "2026-11-25 FREQ=DAILY;COUNT=2"),
    Completion("2026-11-24 FREQ=DAILY;COUNT=3", on: "2026-11-25", "2026-11-26 FREQ=DAILY;COUNT=1"),
    Completion("2026-11-24 FREQ=DAILY;COUNT=3", on: "2026-11-26", nil, missed: 1),
    Completion("2026-11-24 FREQ=DAILY;COUNT=1", on: "2026-11-24", nil),
    Completion("2026-11-24 FREQ=DAILY;UNTIL=20261125", on: "2026-11-24", "2026-11-25 FREQ=DAILY;UNTIL=20261125"),
    Completion("2026-11-25 FREQ=DAILY;UNTIL=20261125", on: "2026-11-25", nil),
    Completion("2026-11-24 FREQ=DAILY;FROM=COMPLETION", on: "9999-12-31", nil),
    Completion("2026-11-24 FREQ=DAILY;COUNT=1;FROM=COMPLETION", on: "2026-11-24", nil),
    Completion("2026-11-24 FREQ=DAILY;UNTIL=20261124;FROM=COMPLETION", on: "2026-11-24", nil),
  ])
  func `a completion leads to the next date`(completion: Completion) throws {
    let (recurrence, today) = (try #require(Recurrence(completion.text)), try #require(Day(iso: completion.today)))
    #expect(recurrence.next(completedOn: today)?.description == completion.next)
    #expect(recurrence.missed(on: today) == completion.missed)
  }

  @Test(arguments: [
    // A yearly date is corrected, a fortnight moves by a week.
    ("2026-05-03 FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3", "2026-05-04", "2026-05-04 FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=4"),
    ("2026-11-24 FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "2026-12-01", "2026-12-01 FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"),
    ("2026-11-24 FREQ=WEEKLY;BYDAY=TU;COUNT=3", "2026-11-26", "2026-11-26 FREQ=WEEKLY;BYDAY=TH;COUNT=3"),
    ("2026-11-24 FREQ=WEEKLY;BYDAY=TU,SA", "2026-11-26", "2026-11-26 FREQ=WEEKLY;BYDAY=TH,SA"),
    ("2026-11-24 FREQ=WEEKLY;BYDAY=TU,SA", "2026-11-28", "2026-11-28 FREQ=WEEKLY;BYDAY=TU,SA"),
    ("2026-11-24 FREQ=DAILY;INTERVAL=3", "2026-11-25", "2026-11-25 FREQ=DAILY;INTERVAL=3"),
    ("2026-11-15 FREQ=MONTHLY;BYMONTHDAY=15", "2026-11-20", "2026-11-20 FREQ=MONTHLY;BYMONTHDAY=20"),
    (
      "2026-11-15 FREQ=MONTHLY;BYMONTHDAY=15", "2026-11-30",
      "2026-11-30 FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1"
    ),
    ("2026-11-15 FREQ=MONTHLY;BYMONTHDAY=15", "2026-12-31", "2026-12-31 FREQ=MONTHLY;BYMONTHDAY=-1"),
    ("2026-11-30 FREQ=MONTHLY;BYMONTHDAY=-1", "2027-02-28", "2027-02-28 FREQ=MONTHLY;BYMONTHDAY=-1"),
    ("2026-11-30 FREQ=MONTHLY;BYMONTHDAY=-1", "2026-12-01", "2026-12-01 FREQ=MONTHLY;BYMONTHDAY=1"),
    ("2026-11-10 FREQ=MONTHLY;BYDAY=2TU", "2026-11-19", "2026-11-19 FREQ=MONTHLY;BYDAY=3TH"),
    ("2026-11-24 FREQ=MONTHLY;BYDAY=-1TU", "2026-11-27", "2026-11-27 FREQ=MONTHLY;BYDAY=-1FR"),
    ("2026-11-24 FREQ=MONTHLY;BYDAY=4TU", "2026-11-30", "2026-11-30 FREQ=MONTHLY;BYDAY=-1MO"),
    ("2026-11-24 FREQ=DAILY;FROM=COMPLETION", "2026-11-25", "2026-11-25 FREQ=DAILY;FROM=COMPLETION"),
  ])
  func `a series moves with the date of one occurrence`(text: String, day: String, moved: String) throws {
    let recurrence = try #require(Recurrence(text))
    #expect(recurrence.moved(to: try #require(Day(iso: day))).description == moved)
  }

  @Test(arguments: [
    ("2026-11-24 FREQ=WEEKLY;BYDAY=TU", "2026-11-20", "2026-12-01"),
    ("2026-11-17 FREQ=WEEKLY;BYDAY=TU", "2026-11-20", "2026-11-24"),
    // A date today is not skipped with a late one.
    ("2026-11-17 FREQ=WEEKLY;BYDAY=TU", "2026-11-24", "2026-11-24"),
    ("2026-11-24 FREQ=WEEKLY;BYDAY=TU", "2026-11-24", "2026-12-01"),
    // Of dates that follow from completions, too: from the date that is skipped, or from today if that is past.
    ("2026-11-21 FREQ=DAILY;FROM=COMPLETION", "2026-11-20", "2026-11-22"),
    ("2026-11-30 FREQ=DAILY;INTERVAL=3;FROM=COMPLETION", "2026-11-20", "2026-12-03"),
    ("2026-11-01 FREQ=DAILY;INTERVAL=3;FROM=COMPLETION", "2026-11-20", "2026-11-23"),
  ])
  func `a skipped date leads to the next one that is not past`(text: String, today: String, next: String) throws {
    let recurrence = try #require(Recurrence(text))
    #expect(recurrence.next(skippedOn: try #require(Day(iso: today)))?.current.iso == next)
  }

  @Test(
    arguments: [
      (RecurrenceDraft(.day), nil, "2026-11-25 FREQ=DAILY"),
      (RecurrenceDraft(.week), nil, "2026-11-25 FREQ=WEEKLY;BYDAY=WE"),
      (RecurrenceDraft(.week), "2026-11-28", "2026-11-28 FREQ=WEEKLY;BYDAY=SA"),
      // The nearest date, whatever the interval.
      (RecurrenceDraft(.week, interval: 3, weekdays: [.tuesday]), nil, "2026-12-01 FREQ=WEEKLY;INTERVAL=3;BYDAY=TU"),
      (RecurrenceDraft(.week, weekdays: [.wednesday]), nil, "2026-11-25 FREQ=WEEKLY;BYDAY=WE"),
      (RecurrenceDraft(.month), "2027-01-31", "2027-01-31 FREQ=MONTHLY;BYMONTHDAY=-1"),
      (RecurrenceDraft(.month, monthDay: .date(15)), nil, "2026-12-15 FREQ=MONTHLY;BYMONTHDAY=15"),
      (RecurrenceDraft(.month, monthDay: .weekday(.friday, place: -1)), nil, "2026-11-27 FREQ=MONTHLY;BYDAY=-1FR"),
      (RecurrenceDraft(.year), "2028-02-29", "2028-02-29 FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1"),
      (RecurrenceDraft(.month, isAfterCompletion: true), nil, "2026-11-25 FREQ=MONTHLY;FROM=COMPLETION"),
    ] as [(RecurrenceDraft, String?, String)])
  func `what a draft leaves out follows from the due date`(draft: RecurrenceDraft, due: String?, text: String) {
    let recurrence = draft.recurrence(due: due.flatMap { Day(iso: $0) }, today: QuickAddTable.today)
    #expect(recurrence.description == text)
  }

  @Test(
    arguments: [
      ("FREQ=DAILY;INTERVAL=2", "2026-11-24 FREQ=DAILY;INTERVAL=2"),
      ("FREQ=WEEKLY;BYDAY=TH,TU;WKST=MO", "2026-11-24 FREQ=WEEKLY;BYDAY=TU,TH"),
      ("INTERVAL=3;FREQ=WEEKLY", "2026-11-24 FREQ=WEEKLY;INTERVAL=3;BYDAY=TU"),
      ("FREQ=MONTHLY", "2026-11-24 FREQ=MONTHLY;BYMONTHDAY=24"),
      ("FREQ=MONTHLY;BYMONTHDAY=-1", "2026-11-24 FREQ=MONTHLY;BYMONTHDAY=-1"),
      ("FREQ=MONTHLY;BYMONTHDAY=15,1", "2026-11-24 FREQ=MONTHLY;BYMONTHDAY=1,15"),
      ("FREQ=MONTHLY;BYMONTHDAY=-1,15", "2026-11-24 FREQ=MONTHLY;BYMONTHDAY=15,-1"),
      ("FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2", "2026-11-24 FREQ=MONTHLY;BYDAY=2TU"),
      ("FREQ=YEARLY;UNTIL=20301231", "2026-11-24 FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=24;UNTIL=20301231"),
      ("FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1", "2026-11-24 FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1"),
      ("FREQ=WEEKLY;WKST=SU;BYDAY=SU,TU", "2026-11-24 FREQ=WEEKLY;BYDAY=TU,SU"),
      // Other weeks, and an interval that own tasks don't have.
      ("FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,TU", nil), ("FREQ=DAILY;INTERVAL=5000", nil),
      // Not in the months without that day, how many are left is not known, or not of our kinds.
      ("FREQ=MONTHLY;BYMONTHDAY=31", nil), ("FREQ=DAILY;COUNT=5", nil), ("FREQ=MONTHLY;BYMONTHDAY=15,30", nil),
      ("FREQ=MONTHLY;BYMONTHDAY=28,-1", nil),
      ("FREQ=MONTHLY;BYDAY=5TU", nil), ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", nil), ("FREQ=HOURLY", nil), ("x", nil),
    ] as [(String, String?)])
  func `a rule of a followed list is taken over if own tasks have it`(rule: String, text: String?) throws {
    let day = try #require(Day(iso: "2026-11-24"))
    #expect(Recurrence(.rules(rule), current: day, in: .gmt)?.description == text)
  }

  /// Completing in time passes through the dates of the rule; the engine's own dates are compared with dateutil's.
  @Test func `the dates after a completion are those of the rule, whatever the day of the completion`() throws {
    var random = Seeded(7)
    for _ in 0..<400 {
      let start = Day(daysSince1970: 20_000 + Int.random(in: 0..<2_000, using: &random))
      let recurrence = Recurrence(
        [
          .daily, .weekly(Weekday.allCases.filter { _ in Bool.random(using: &random) } + [.sunday]),
          .monthly(.date(Int.random(in: 1...31, using: &random))), .monthly(.last),
          .monthly(.dates([1, 15, 28])), .monthly(.dates([27, -1])),
          .monthly(.weekday(.thursday, place: [1, 2, 3, 4, -1].randomElement(using: &random) ?? 1)),
          .yearly(month: 2, day: 29),
        ].randomElement(using: &random) ?? .daily, interval: Int.random(in: 1...4, using: &random), current: start)
      let dates = recurrence.upcoming(12)
      #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 < $1 })
      let last = try #require(dates.last)
      let today = start.adding(days: Int.random(in: 0..<last.daysSince(start), using: &random))
      let next = try #require(recurrence.next(completedOn: today))
      #expect(next.current == dates.first { $0 > today })
      let rest = dates.drop { $0 <= today }
      #expect(next.upcoming(rest.count) == Array(rest))
    }
  }
}

/// Compares the dates of recurrences with those that python-dateutil finds. `Tests/Recurrence/own.py` made the table;
/// `bin/compare-rules` makes a larger one, named by `FOURFOLD_OWN_RECURRENCES`.
struct RecurrenceDatesTableTests {
  private static let table = URL(filePath: "../../Recurrence/own.tsv", relativeTo: URL(filePath: #filePath))

  @Test func `tasks that are completed in time have the dates that another implementation finds`() throws {
    let file = ProcessInfo.processInfo.environment["FOURFOLD_OWN_RECURRENCES"].map { URL(filePath: $0) } ?? Self.table
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    var differences: [String] = []
    for line in lines {
      let columns = line.split(separator: "\t")
      try #require(columns.count == 2, "\(line)")
      let recurrence = try #require(Recurrence(String(columns[0])), "\(columns[0])")
      let expected = columns[1].split(separator: ",").map(String.init)
      // Fewer than forty are the whole series.
      let found = recurrence.upcoming(max(expected.count, 40)).map(\.iso)
      if found != expected { differences.append("\(columns[0])") }
    }
    #expect(lines.count >= 240)
    #expect(differences.isEmpty, "\(differences.count) of \(lines.count):\n\(differences.joined(separator: "\n"))")
  }
}
