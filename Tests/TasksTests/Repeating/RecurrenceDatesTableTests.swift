import Foundation
import Testing

@testable import Tasks

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
