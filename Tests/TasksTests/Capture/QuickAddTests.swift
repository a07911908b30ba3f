import Foundation
import Testing

@testable import Tasks

struct QuickAddTests {
  private let context = QuickAddContext(today: QuickAddTable.today)

  @Test func `words of the title become fields, and the text as typed is kept`() throws {
    let added = try QuickAdd(validating: TaskInput(title: " Order tiles tomorrow !high ", notes: "matt"), context)
    let draft = try TaskDraft(
      validating: TaskInput(title: "Order tiles", notes: "matt", due: "2026-11-26", priority: "high"))
    #expect(added.draft == draft)
    #expect(added.literal?.title == "Order tiles tomorrow !high")
    #expect(added.literal?.due == nil)
    #expect(added.literal?.priority == Priority.none)
  }

  @Test func `a plain title has no other text`() throws {
    let added = try QuickAdd(validating: TaskInput(title: "Order \\tomorrow"), context)
    #expect(added.draft.title == "Order tomorrow")
    #expect(added.literal == nil)
  }

  @Test func `fields of the form win over words`() throws {
    let due = try QuickAdd(validating: TaskInput(title: "Order tiles tomorrow", due: "2027-01-01"), context)
    #expect(due.draft.title == "Order tiles tomorrow")
    #expect(due.draft.due?.iso == "2027-01-01")
    #expect(due.literal == nil)
    let priority = try QuickAdd(validating: TaskInput(title: "Order tiles !low tomorrow", priority: "none"), context)
    #expect(priority.draft.title == "Order tiles !low")
    #expect(priority.draft.priority == Priority.none)
    #expect(priority.literal?.title == "Order tiles !low tomorrow")
  }

  @Test func `a line that is too long is rejected with its words`() {
    let title = String(repeating: "x", count: 495) + " tomorrow"
    #expect(throws: InvalidInput(FieldProblem(.title, .tooLong(limit: 500)))) {
      try QuickAdd(validating: TaskInput(title: title), context)
    }
  }

  @Test func `each of several lines is understood, without its list mark`() throws {
    let text = """
      - Order tiles tomorrow
      * [ ] Call Anna !low
      1. Sweep
      2) [x] Mop friday
      • Black Friday
      -5 degrees
      """
    let drafts = try TaskDraft.titles(from: text, context)
    #expect(drafts.map(\.title) == ["Order tiles", "Call Anna", "Sweep", "Mop", "Black Friday", "-5 degrees"])
    #expect(drafts.map { $0.due?.iso ?? "" } == ["2026-11-26", "", "", "2026-11-27", "", ""])
    #expect(drafts.map(\.priority) == [.none, .low, .none, .none, .none, .none])
  }
}

/// Lines of a quick-add field, with what is understood at 14:52 on Wednesday, 25 November 2026.
enum QuickAddTable {
  static let today = Day(iso: "2026-11-25") ?? .first
  static let context = context(in: "en")

  static func context(in language: String) -> QuickAddContext {
    QuickAddContext(today: today, now: TimeOfDay("14:52") ?? .midnight, language: language)
  }

  struct Line: CustomStringConvertible, Sendable {
    let language: String
    let text: String
    /// The title; nil if nothing is understood.
    let title: String?
    /// What ``summary(_:)`` tells.
    let meaning: String
    var description: String { text }
  }

  /// The tables by their languages, and how many lines each has at least.
  static let tables = [("en", "lines.tsv", 400), ("de", "german.tsv", 150), ("ar", "arabic.tsv", 150)]
  static let lines = tables.flatMap { language, name, _ in
    read(name).map {
      Line(language: language, text: $0[0], title: $0.count > 1 ? $0[1] : nil, meaning: $0.count > 2 ? $0[2] : "")
    }
  }
  static let understood = lines.filter { $0.title != nil }
  static let literal = lines.filter { $0.title == nil }

  /// The lines of a table of `Tests/Capture`, without comments; an empty one fails the test that counts them.
  static func read(_ name: String) -> [[String]] {
    let file = URL(filePath: "../../Capture/\(name)", relativeTo: URL(filePath: #filePath))
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("//") }.map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  static func summary(_ line: QuickAddLine) -> String {
    let parts = [
      line.repeats?.description ?? line.due?.iso, line.start.map { "from \($0.iso)" }, line.time?.description,
      line.priority?.name, line.assignee.map { "+\($0)" },
      line.reminders.isEmpty ? nil : "remind \(ReminderSet(line.reminders))",
    ]
    return (parts.compactMap(\.self) + line.tags.map { "#\($0.name)" }).joined(separator: " ")
  }
}
