import Foundation
import TestSupport
import Testing

@testable import Tasks

/// Dates and texts of recurrences.
struct RecurrenceTests {
  @Test(arguments: TestRow.all("dates", of: "recurrences"))
  func `a text is a recurrence with these dates, and its text again`(row: TestRow) throws {
    let recurrence = try #require(Recurrence(row[0]))
    #expect(recurrence.description == row[0])
    #expect(recurrence.upcoming(5).map(\.iso).joined(separator: " ") == row[1])
  }

  @Test(arguments: TestRow.all("none", of: "recurrences"))
  func `any other text is no recurrence`(row: TestRow) { #expect(Recurrence(row[0]) == nil) }

  @Test(arguments: TestRow.all("completions", of: "recurrences"))
  func `a completion leads to the next date`(row: TestRow) throws {
    let (recurrence, today) = (try #require(Recurrence(row[0])), try #require(Day(iso: row[1])))
    #expect(recurrence.next(completedOn: today)?.description == row.optional(3))
    #expect(recurrence.missed(on: today) == Int(row[2]))
  }

  @Test(arguments: TestRow.all("moves", of: "recurrences"))
  func `a series moves with the date of one occurrence`(row: TestRow) throws {
    let recurrence = try #require(Recurrence(row[0]))
    #expect(recurrence.moved(to: try #require(Day(iso: row[1]))).description == row[2])
  }

  @Test(arguments: TestRow.all("skips", of: "recurrences"))
  func `a skipped date leads to the next one that is not past`(row: TestRow) throws {
    let recurrence = try #require(Recurrence(row[0]))
    #expect(recurrence.next(skippedOn: try #require(Day(iso: row[1])))?.current.iso == row[2])
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

  @Test(arguments: TestRow.all("rules", of: "recurrences"))
  func `a rule of a file is taken over if tasks have it`(row: TestRow) throws {
    let day = try #require(Day(iso: "2026-11-24"))
    #expect(Recurrence(rule: row[0], due: day, start: nil, at: nil, in: .gmt)?.description == row.optional(1))
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
          .monthly(.days([1, 15, 28])), .monthly(.days([27, -1])),
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
