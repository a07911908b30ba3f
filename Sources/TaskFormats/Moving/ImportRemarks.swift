import Tasks

/// Remarks by their reasons. All are counted; the first ones of each reason are kept.
package struct ImportRemarks: Hashable, Sendable {
  private var all: [ImportRemark.Reason: Counted] = [:]

  private struct Counted: Hashable, Sendable {
    var count = 0
    var examples: [ImportRemark] = []
  }

  /// The maximum number of ``examples(of:)``.
  package static let mostExamples = 20
  /// The maximum length of a value or title in a remark, in characters.
  static let exampleCharacters = 120

  package init() {}

  package var isEmpty: Bool { all.isEmpty }

  /// The reasons that occur, in the order of their declaration.
  package var reasons: [ImportRemark.Reason] { ImportRemark.Reason.allCases.filter { all[$0] != nil } }

  /// The number of remarks for a reason.
  package func count(of reason: ImportRemark.Reason) -> Int { all[reason]?.count ?? 0 }

  /// The number of remarks with a fate: `.leftOut` is the number of items that were not imported.
  package func count(of fate: ImportRemark.Fate) -> Int {
    all.reduce(0) { $0 + ($1.key.fate == fate ? $1.value.count : 0) }
  }

  /// The first remarks for a reason, at most ``mostExamples``.
  package func examples(of reason: ImportRemark.Reason) -> [ImportRemark] { all[reason]?.examples ?? [] }

  /// Adds a remark, its texts shortened.
  mutating func add(_ reason: ImportRemark.Reason, title: String = "", value: String = "", count: Int = 1) {
    guard count > 0 else { return }
    all[reason, default: Counted()].count += count
    guard all[reason, default: Counted()].examples.count < Self.mostExamples, !title.isEmpty || !value.isEmpty else {
      return
    }
    all[reason]?.examples.append(ImportRemark(reason, title: Self.short(title), value: Self.short(value)))
  }

  /// Adds the remarks of another collection.
  package mutating func add(_ other: ImportRemarks) {
    for (reason, counted) in other.all {
      all[reason, default: Counted()].count += counted.count
      let left = Self.mostExamples - (all[reason]?.examples.count ?? 0)
      all[reason]?.examples.append(contentsOf: counted.examples.prefix(max(left, 0)))
    }
  }

  private static func short(_ text: String) -> String {
    guard let line = ItemText.title(Array(text.utf8)[...]) else { return "" }
    let end = line.index(line.startIndex, offsetBy: exampleCharacters, limitedBy: line.endIndex)
    guard let end, end < line.endIndex else { return line }
    return String(line[..<end]) + "…"
  }
}

/// Something in a file that was not imported as it is there.
package struct ImportRemark: Hashable, Sendable {
  /// What happened to it.
  package enum Fate: String, CaseIterable, Hashable, Sendable {
    /// The item is not imported.
    case leftOut = "left-out"
    /// The task is imported without the value.
    case dropped
    /// The value is in the notes of the task.
    case inNotes = "in-notes"
    /// The task is imported with another value.
    case changed
  }

  /// Why it was not imported as it is.
  package enum Reason: String, CaseIterable, Hashable, Sendable {
    /// The item can't be read, or has neither a title nor notes.
    case unreadable
    /// The item is an appointment or a journal entry, not a task.
    case appointment
    /// The task was deleted in the other app.
    case deleted
    /// The file in the archive has no known format.
    case unknownFile = "unknown-file"
    /// The list item of a Markdown file has no box.
    case plainItem = "plain-item"
    /// A line of a Markdown file that is outside of its tasks.
    case text
    /// A section without tasks, where sections become something else or are too many.
    case section

    /// The rest of a title that is too long.
    case longTitle = "long-title"
    /// Tags that own tasks can't have: too many, or not one word.
    case tag
    /// A rule that own tasks don't have.
    case rule
    /// A date in words that were not understood, or a time without a date.
    case date
    /// A date before 1970.
    case oldDate = "old-date"
    case comment
    case link
    case place
    /// A description of the list or of a section.
    case description
    /// A deadline besides the due date.
    case deadline
    /// A state of work, such as “waiting”.
    case state
    /// The time that the task takes.
    case duration

    /// The end of notes that are too long.
    case longNotes = "long-notes"
    /// A rule whose dates take too long to work out.
    case unworkableRule = "unworkable-rule"
    /// Dates of a rule that are left out or added.
    case exceptions
    /// A rule of a completed task, which doesn't repeat.
    case closedRule = "closed-rule"
    case reminder
    /// An attached file.
    case attachment
    /// A person who is responsible or takes part.
    case person
    /// The time of the day of a start date.
    case startTime = "start-time"
    /// A start that is later than the due date.
    case lateStart = "late-start"
    /// A relation to another task that is not its parent.
    case relation
    /// A colour, a cover or another look.
    case look
    /// Any other value.
    case other

    /// A task with more than ``PortableTask/deepest`` ancestors, which moved up.
    case depth
    /// An open subtask of a completed task, which is completed, too.
    case openSubtask = "open-step"
    /// A time zone that is not known: the time is one on every clock.
    case zone
    /// A time that the clocks skip or have twice, and that is another hour now.
    case skippedTime = "skipped-time"
    /// A time of creation, change or completion in the future, which is now.
    case futureTime = "future-time"
    /// A cancelled or archived task, which is completed.
    case closed
    /// A name that is too long.
    case longName = "long-name"
  }

  package let reason: Reason
  /// The title of the task; empty if there is none.
  package let title: String
  /// The value, shortened; empty if only its kind is known.
  package let value: String

  package init(_ reason: Reason, title: String = "", value: String = "") {
    (self.reason, self.title, self.value) = (reason, title, value)
  }
}

extension ImportRemark.Reason {
  /// What happens to an item or a value for this reason.
  package var fate: ImportRemark.Fate {
    switch self {
    case .unreadable, .appointment, .deleted, .unknownFile, .plainItem, .text, .section: .leftOut
    case .longTitle, .tag, .rule, .date, .oldDate, .comment, .link, .place, .deadline, .state, .duration: .inNotes
    case .description, .longNotes, .unworkableRule, .exceptions, .closedRule, .reminder, .attachment, .person,
      .startTime, .lateStart, .relation, .look, .other:
      .dropped
    case .depth, .openSubtask, .zone, .skippedTime, .futureTime, .closed, .longName: .changed
    }
  }
}
