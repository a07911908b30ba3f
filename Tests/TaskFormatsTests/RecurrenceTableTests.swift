import Foundation
import Testing

@testable import Tasks

/// Compares the dates of recurrence rules with those that python-dateutil finds. `Tests/Recurrence/rules.py` made the table;
/// `bin/compare-rules` makes a larger one, named by `FOURFOLD_RECURRENCES`.
struct RecurrenceTableTests {
  private static let table = URL(filePath: "../Recurrence/table.tsv", relativeTo: URL(filePath: #filePath))

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

  /// Tasks take the rules of the table and have the same dates, with the first instance as the date of the task.
  @Test func `a task with such a rule has the same dates`() throws {
    var (differences, taken): ([String], Int) = ([], 0)
    for line in try String(contentsOf: Self.table, encoding: .utf8).split(separator: "\n") {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      let start = try #require(WallTime(Array(columns[0].utf8)[...]))
      let time = ClockTime(start.time)
      guard
        let own = Recurrence(rule: String(columns[1]), due: start.day, at: time, in: .gmt, passed: 0)
      else { continue }
      taken += 1
      #expect(Recurrence(own.description) == own, "\(own)")
      let times = columns[2].split(separator: ",").compactMap { WallTime(Array($0.utf8)[...]) }
      let later = times.filter { $0 > start }.prefix(39).map(\.day)
      let found = Array(own.upcoming(later.count + 1, at: time).dropFirst())
      let expected = Array(later)
      if found != expected { differences.append("\(line): \(own)") }
    }
    #expect(taken >= 230)
    #expect(differences.isEmpty, "\(differences.count) of \(taken):\n\(differences.joined(separator: "\n"))")
  }

  private func first(_ count: Int, of rule: RecurrenceRule, from start: WallTime) -> [Int] {
    var (found, iterations, period): ([Int], Int, Int) = ([], .max, 0)
    while found.count < count, let instances = rule.occurrences(in: period, from: start, iterations: &iterations) {
      found += instances.map(\.seconds).filter { $0 >= start.seconds }
      period += 1
    }
    return Array(found.prefix(count))
  }
}
