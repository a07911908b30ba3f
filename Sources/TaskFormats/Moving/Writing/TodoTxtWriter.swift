package import Foundation
package import Tasks

/// Writes tasks as todo.txt (github.com/todotxt/todo.txt), with the keys `due`, `t` for the start, `rec` for the recurrence and `pri`
/// for the priority of completed tasks. Tags are contexts. The trash is left out.
package struct TodoTxtWriter: ListWriter {
  /// The bytes that were written and not taken yet.
  package var bytes: [UInt8] = []
  private let zone: TimeZone
  private let now: Date
  private let marksLists: Bool
  private var project: String?

  /// Begins a file.
  /// - Parameters:
  ///   - zone: the time zone of the days of creation and completion.
  ///   - now: stands for a time of creation that is not known. A line without a date could be misread.
  ///   - marksLists: whether the name of its list is a project of each task.
  package init(in zone: TimeZone, now: Date, marksLists: Bool) {
    (self.zone, self.now, self.marksLists) = (zone, now, marksLists)
  }

  package mutating func begin(_ list: PortableList, role: Role) {
    project = marksLists ? list.name.flatMap(Self.project) : nil
  }

  /// Writes a line.
  package mutating func append(_ task: PortableTask, parent: String?) {
    if task.deleted != nil { return }
    let draft = task.draft
    let letter = Self.letter(draft.priority)
    var words: [String] = []
    if let completed = task.completed {
      words = ["x"] + (completed.ifKnown.map { [Day(of: $0, in: zone).iso] } ?? [])
    } else if let letter {
      words.append("(\(letter))")
    }
    // A single date after the mark is that of the completion.
    if task.completed != .unknown { words.append(Day(of: task.created ?? now, in: zone).iso) }
    words += draft.title.split(whereSeparator: \.isWhitespace).map(String.init)
    words += draft.tags.tags.map { "@" + $0.name }
    if let project { words.append(project) }
    if let due = draft.due { words.append("due:" + due.iso) }
    if let start = draft.start { words.append("t:" + start.iso) }
    if task.completed == nil, let repeats = draft.repeats.flatMap({ TodoTxtRecurrence($0, due: draft.due) }) {
      words.append("rec:\(repeats)")
    }
    if task.completed != nil, let letter { words.append("pri:\(letter)") }
    bytes += words.joined(separator: " ").utf8
    bytes.append(.lineFeed)
  }

  /// A name as a project, which is one word of the characters that a tag may have.
  private static func project(_ name: String) -> String? {
    let words = name.split {
      !($0.isLetter || $0.isNumber || $0.isSymbol || "-_./&@".contains($0)) || Tag("a\($0)") == nil
    }
    let word = words.joined(separator: "-")
    return Tag(word) == nil ? words.first.flatMap { Tag($0) }.map { "+" + $0.name } : "+" + word
  }

  private static func letter(_ priority: Priority) -> String? {
    switch priority {
    case .none: nil
    case .low: "C"
    case .medium: "B"
    case .high: "A"
    }
  }
}
