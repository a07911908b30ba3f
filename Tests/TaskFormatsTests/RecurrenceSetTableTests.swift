import Foundation
import Testing

@testable import TaskFormats
@testable import Tasks

/// Compares the due dates of recurrence sets, with completed instances, left out and additional dates, zones and durations, with those that
/// python-dateutil finds. `Tests/Recurrence/sets.py` made the table; `bin/compare-rules` makes a larger one, named by
/// `FOURFOLD_RECURRENCE_SETS`.
struct RecurrenceSetTableTests {
  private static let table = URL(filePath: "../Recurrence/sets.tsv", relativeTo: URL(filePath: #filePath))

  private struct Line {
    let text: String
    let object: CalendarObject
    let expected: [String]

    init(_ text: Substring) throws {
      self.text = String(text)
      let columns = text.split(separator: "\t", omittingEmptySubsequences: false)
      try #require(columns.count == 3, "\(text)")
      func lines(_ column: Int) -> [String] {
        columns[column].replacing("\\n", with: "\n").split(separator: "\n").map(String.init)
      }
      let closed = lines(1).map { "BEGIN:VTODO\r\nUID:1\r\n\($0)\r\nSTATUS:COMPLETED\r\nEND:VTODO" }
      object = try CalendarObject(
        Array(CalendarObjectTests.text(lines(0), more: closed.joined(separator: "\r\n")).utf8))
      expected = columns[2].split(separator: ",").map(String.init)
    }
  }

  @Test func `series that are completed in time have the due dates that another implementation finds`() async throws {
    let file = ProcessInfo.processInfo.environment["FOURFOLD_RECURRENCE_SETS"].map { URL(filePath: $0) } ?? Self.table
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    var differences: [String] = []
    for (number, text) in lines.enumerated() {
      let line = try Line(text)
      let values = try #require(line.object.values(), "\(text)")
      let found = Self.dues(values.task, line.expected.count)
      if found != line.expected {
        differences.append("\(text)\n  \(values.task.draft.repeats?.description ?? "-")\n  \(found)")
      }
      // The text of each next date says the same.
      if number % 10 == 0 {
        let found = Self.dues(line.object, line.expected.count)
        if found != line.expected { differences.append("by text: \(text)\n  \(found)") }
      }
      if number % 100 == 0 { await Task.yield() }
    }
    #expect(lines.count >= 300)
    #expect(
      differences.isEmpty, "\(differences.count) of \(lines.count):\n\(differences.prefix(20).joined(separator: "\n"))")
  }

  /// The due dates of the open task and of those that follow it.
  private static func dues(_ task: PortableTask, _ count: Int) -> [String] {
    var (draft, dues): (TaskDraft?, [String]) = (task.completed == nil ? task.draft : nil, [])
    while let open = draft, dues.count < count {
      dues.append(text(open))
      draft = open.next(completedOn: open.due ?? .last)
    }
    return dues
  }

  private static func dues(_ object: CalendarObject, _ count: Int) -> [String] {
    var (object, dues): (CalendarObject?, [String]) = (object, [])
    while let values = object?.values(), values.task.completed == nil, dues.count < count {
      dues.append(text(values.task.draft))
      let next = values.task.draft.next(completedOn: values.task.draft.due ?? .last)
      object = next.flatMap { object?.advanced(from: values, to: $0) }.flatMap { CalendarObject(stored: $0.text) }
    }
    return dues
  }

  private static func text(_ draft: TaskDraft) -> String {
    guard let due = draft.due, let time = draft.time else { return draft.due?.compact ?? "-" }
    guard let moment = time.moment(on: due) else { return WallTime(due, seconds: time.time.minutes * 60).compact }
    return String(CalendarMoment.text(moment).dropLast())
  }
}
