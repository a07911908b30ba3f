import Foundation
import Testing

@testable import Tasks

/// Compares the dates of recurrence rules with those that python-dateutil finds. `Tests/Recurrence/rules.py` made the table;
/// `bin/compare-rules` makes a larger one, named by `FOURFOLD_RECURRENCES`.
struct RecurrenceTableTests {
  private static let table = URL(filePath: "../../Recurrence/table.tsv", relativeTo: URL(filePath: #filePath))

  @Test func `rules have the dates that another implementation finds`() throws {
    let file = ProcessInfo.processInfo.environment["FOURFOLD_RECURRENCES"].map { URL(filePath: $0) } ?? Self.table
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    var differences: [String] = []
    for line in lines {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      try #require(columns.count == 3, "\(line)")
      let start = try #require(WallTime(Array(columns[0].utf8)[...]))
      let rule = try #require(RecurrenceRule(Array(columns[1].utf8)[...]), "\(columns[1])")
      let expected = columns[2].split(separator: ",").compactMap { WallTime(Array($0.utf8)[...])?.seconds }
      let found = first(expected.count, of: rule, from: start)
      if found != expected { differences.append("\(columns[0]) \(columns[1])") }
    }
    #expect(lines.count >= 240)
    #expect(differences.isEmpty, "\(differences.count) of \(lines.count):\n\(differences.joined(separator: "\n"))")
  }

  /// The rules of the table that own tasks take have the same days there, with the first instance as the date of the task.
  @Test func `a rule that own tasks take has the same days there`() throws {
    var (differences, taken): ([String], Int) = ([], 0)
    for line in try String(contentsOf: Self.table, encoding: .utf8).split(separator: "\n") {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      let start = try #require(WallTime(Array(columns[0].utf8)[...]))
      let remote = RemoteRecurrence.rules(String(columns[1]))
      guard let own = Recurrence(remote, current: start.day, at: start.time, in: .gmt, passed: 0) else { continue }
      taken += 1
      let days = columns[2].split(separator: ",").compactMap { WallTime(Array($0.utf8)[...])?.day }
      var expected = [start.day]
      for day in days where day > start.day && day != expected.last { expected.append(day) }
      let found = own.upcoming(expected.count)
      if found != expected { differences.append("\(line): \(own)") }
    }
    #expect(taken >= 60)
    #expect(differences.isEmpty, "\(differences.count) of \(taken):\n\(differences.joined(separator: "\n"))")
  }

  private func first(_ count: Int, of rule: RecurrenceRule, from start: WallTime) -> [Int] {
    var (found, steps, period): ([Int], Int, Int) = ([], .max, 0)
    while found.count < count, let instances = rule.occurrences(in: period, from: start, steps: &steps) {
      found += instances.map(\.seconds).filter { $0 >= start.seconds }
      period += 1
    }
    return Array(found.prefix(count))
  }
}

struct RecurrenceSummaryTests {
  typealias Days = RecurrenceSummary.Days
  typealias Unit = Recurrence.Unit

  @Test(arguments: [
    ("FREQ=DAILY", Unit.day, 1, Days.first),
    ("FREQ=DAILY;INTERVAL=3", .day, 3, .first),
    ("FREQ=DAILY;BYDAY=MO,WE", .week, 1, .weekdays([.monday, .wednesday])),
    ("freq=weekly;wkst=su", .week, 1, .first),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR,TU,FR", .week, 2, .weekdays([.tuesday, .friday])),
    ("FREQ=WEEKLY;BYDAY=TU;BYHOUR=18;BYMINUTE=30", .week, 1, .weekdays([.tuesday])),
    ("FREQ=MONTHLY", .month, 1, .first),
    ("FREQ=MONTHLY;BYMONTHDAY=-1,15,1", .month, 1, .monthDays([1, 15, -1])),
    ("FREQ=MONTHLY;BYDAY=2TU", .month, 1, .weekday(.tuesday, place: 2)),
    ("FREQ=MONTHLY;INTERVAL=6;BYDAY=FR;BYSETPOS=-1", .month, 6, .weekday(.friday, place: -1)),
    ("FREQ=YEARLY", .year, 1, .first),
    ("FREQ=YEARLY;BYMONTH=5", .year, 1, .first),
    ("FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3", .year, 1, .date(month: 5, day: 3)),
    ("FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", .year, 1, .weekdayOfMonth(.thursday, place: 4, month: 11)),
  ])
  func `rules that people use have a summary`(rule: String, unit: Unit, interval: Int, days: Days) throws {
    let summary = try #require(RecurrenceSummary(rule))
    #expect(summary.unit == unit && summary.interval == interval && summary.days == days)
    #expect(summary.end == .never)
  }

  @Test func `the end is a count, a day or a moment`() throws {
    let day = try #require(Day(iso: "2026-12-24"))
    #expect(RecurrenceSummary("FREQ=DAILY;COUNT=10")?.end == .count(10))
    #expect(RecurrenceSummary("FREQ=DAILY;UNTIL=20261224")?.end == .until(.day(day)))
    #expect(RecurrenceSummary("FREQ=DAILY;UNTIL=20261224T235959")?.end == .until(.day(day)))
    let moment = Date(timeIntervalSince1970: 1_798_153_200)
    #expect(RecurrenceSummary("FREQ=DAILY;UNTIL=20261224T230000Z")?.end == .until(.moment(moment)))
  }

  @Test(arguments: [
    "", "FREQ=HOURLY", "FREQ=WEEKLY;X-OWN=1", "FREQ=WEEKLY\nFREQ=DAILY", "FREQ=DAILY;INTERVAL=2;BYDAY=MO",
    "FREQ=DAILY;BYHOUR=7,18", "FREQ=WEEKLY;BYMONTH=5", "FREQ=MONTHLY;BYMONTHDAY=1,2,3,4,5,6",
    "FREQ=MONTHLY;BYMONTHDAY=-2", "FREQ=MONTHLY;BYDAY=MO", "FREQ=MONTHLY;BYDAY=1MO,3MO", "FREQ=MONTHLY;BYDAY=-2MO",
    "FREQ=MONTHLY;BYDAY=1MO;BYSETPOS=1", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "FREQ=YEARLY;BYWEEKNO=20",
    "FREQ=YEARLY;BYYEARDAY=100", "FREQ=YEARLY;BYMONTHDAY=3", "FREQ=YEARLY;BYDAY=20MO", "FREQ=YEARLY;BYMONTH=1,7",
    "FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=-1",
  ])
  func `a rule that a short sentence can't say has none`(rule: String) { #expect(RecurrenceSummary(rule) == nil) }
}
