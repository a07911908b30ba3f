import Foundation
import Tasks

/// Reads todo.txt: one task per line (github.com/todotxt/todo.txt).
enum TodoTxtReader {
  static func read<Collector: ItemCollector>(
    _ text: Bytes, into empty: Collector
  ) throws(UnreadableList) -> Collector.Output {
    var builder = empty
    for line in Lines(text) {
      let line = line.trimmed
      if line.isEmpty { continue }
      try builder.add(TodoTxtLine(line).item)
    }
    return builder.output(.todoTxt, title: nil, appointments: 0)
  }

  /// Whether at least a quarter of the lines have todo.txt syntax that plain text does not have.
  static func recognises(_ text: Bytes) -> Bool {
    var lines = 0
    var marked = 0
    for line in Lines(text) {
      let line = line.trimmed
      if line.isEmpty { continue }
      lines += 1
      if TodoTxtLine(line).isMarked { marked += 1 }
    }
    return marked > 0 && marked * 4 >= lines
  }
}

/// A parsed line of todo.txt.
struct TodoTxtLine {
  private(set) var item = ReadItem()
  /// Whether it has any syntax of todo.txt.
  private(set) var isMarked = false
  private var recurrence: TodoTxtRecurrence?

  /// - Parameter line: without white space around it, and not empty.
  init(_ line: Bytes) {
    item.hasMarkedTags = true
    let text = takeBeginning(line)
    var words: [Bytes] = []
    var isTag: [Bool] = []
    for word in text.split(whereSeparator: \.isSpace) {
      if takeValue(word) { continue }
      let tag = Self.tag(word)
      item.add(tag: tag)
      words.append(word)
      isTag.append(tag != nil)
    }
    if isTag.contains(true) { isMarked = true }
    // Tags inside the sentence stay in the title: "call @mom about the party".
    if let first = isTag.firstIndex(of: false), let last = isTag.lastIndex(of: false) {
      words = Array(words[first...last])
    }
    item.parse(title: Array(words.joined(separator: [.space]))[...])
    takeRecurrence()
  }

  /// A recurrence needs the due date, which may follow it. Without one, its text is kept.
  private mutating func takeRecurrence() {
    guard let recurrence else { return }
    guard case .day(let due)? = item.due, item.status.isOpen else {
      keep(Array("rec:\(recurrence.description)".utf8)[...])
      return item.remark(.rule)
    }
    item.repeats = recurrence.recurrence(due: due)
    item.passed = 0
    if !recurrence.isAfterCompletion { item.recurrence = .rules(recurrence.recurrence(due: due).standardRuleText) }
  }

  /// Keeps a word in the notes.
  private mutating func keep(_ word: Bytes) {
    if item.draft.notes.utf8.count + 16 < Limits.notesBytes {
      item.draft.notes += item.draft.notes.isEmpty ? word.text : "\n" + word.text
    }
  }

  /// Parses the completion mark, the priority and the dates.
  ///
  /// The priority comes first. Programs that complete a task put the mark and the date before the rest of the line, priority
  /// included.
  private mutating func takeBeginning(_ line: Bytes) -> Bytes {
    var rest = line
    let isDone = rest.first == UInt8(ascii: "x") && rest.dropFirst().first?.isSpace == true
    if isDone { rest = rest.dropFirst(2).trimmed }
    takePriority(&rest)
    var dates: [Day] = []
    while dates.count < (isDone ? 2 : 1), let day = Day(iso: rest.prefix(10).text),
      rest.dropFirst(10).first?.isSpace ?? true
    {
      dates.append(day)
      rest = rest.dropFirst(10).trimmed
      // Text after the second date cannot be a priority.
      if isDone, dates.count == 1 { takePriority(&rest) }
    }
    // A completed task has the completion date first; an open task has only a creation date.
    item.created = (isDone ? dates.dropFirst().first : dates.first)?.start(in: .gmt)
    if isDone { item.status = .done(dates.first.map(ItemTime.day)) }
    if isDone || !dates.isEmpty { isMarked = true }
    return rest
  }

  private mutating func takePriority(_ rest: inout Bytes) {
    let start = rest.prefix(4)
    guard item.draft.priority == .none, start.count == 4, start.first == UInt8(ascii: "("), start.last?.isSpace == true,
      start.dropFirst(2).first == UInt8(ascii: ")"), let letter = start.dropFirst().first,
      let priority = Self.priority(letter)
    else { return }
    item.draft.priority = priority
    isMarked = true
    rest = rest.dropFirst(4).trimmed
  }

  /// Parses a supported `key:value`; others stay in the title. The first due date counts, further ones go to the notes.
  private mutating func takeValue(_ word: Bytes) -> Bool {
    if word.begins(with: "due:"), let day = Day(iso: word.dropFirst(4).prefix(11).text) {
      if item.due == nil {
        item.due = .day(day)
      } else if item.due != .day(day) {
        keep(word)
      }
      isMarked = true
      return true
    }
    // Keys that many programs add to the format: the first day on which to show the task, and its recurrence.
    if word.begins(with: "t:"), item.start == nil, let day = Day(iso: word.dropFirst(2).prefix(11).text) {
      item.start = .day(day)
      isMarked = true
      return true
    }
    if word.begins(with: "rec:"), TodoTxtRecurrence.recognises(word.dropFirst(4)) {
      let written = recurrence == nil ? TodoTxtRecurrence(word.dropFirst(4)) : nil
      if let written {
        recurrence = written
      } else {
        keep(word)
        item.remark(.rule)
      }
      isMarked = true
      return true
    }
    if word.begins(with: "pri:"), word.count == 5, let letter = word.last, let priority = Self.priority(letter) {
      if item.draft.priority == .none { item.draft.priority = priority } else { item.remark(.other, word.text) }
      isMarked = true
      return true
    }
    return false
  }

  private static func priority(_ letter: UInt8) -> Priority? {
    switch letter {
    case UInt8(ascii: "A"): .high
    case UInt8(ascii: "B"): .medium
    case UInt8(ascii: "C")...UInt8(ascii: "Z"): .low
    default: nil
    }
  }

  private static func tag(_ word: Bytes) -> String? {
    guard word.count > 1, word.first == UInt8(ascii: "+") || word.first == UInt8(ascii: "@") else { return nil }
    return ItemText.tag(word)
  }
}

/// The value of the key `rec` in a todo.txt: `1w`, `+2m`, `w`. Without a plus, it counts from the completion.
struct TodoTxtRecurrence: CustomStringConvertible {
  let count: Int
  let unit: Recurrence.Unit
  let isAfterCompletion: Bool

  /// Whether it is a rule of some program, such as `3b` for three business days.
  static func recognises(_ value: Bytes) -> Bool {
    let unit = value.drop { $0 == UInt8(ascii: "+") }.drop { $0.isDigit }
    return value.count < 8 && unit.count == 1 && unit.allSatisfy { $0.isWord }
  }

  /// Nil for anything else.
  init?(_ value: Bytes) {
    isAfterCompletion = value.first != UInt8(ascii: "+")
    let rest = isAfterCompletion ? value : value.dropFirst()
    guard let count = rest.count == 1 ? 1 : rest.dropLast().number, Recurrence.intervals.contains(count),
      let letter = rest.last?.lowercased,
      let unit = Recurrence.Unit.allCases.first(where: { $0.rawValue.utf8.first == letter })
    else { return nil }
    (self.count, self.unit) = (count, unit)
  }

  /// Nil if the format can't say it: the rule has an end, or other dates than those of its interval from the due date.
  init?(_ recurrence: Recurrence, due: Day?) {
    guard let due, recurrence.end == .never, recurrence.current == due else { return nil }
    (count, unit, isAfterCompletion) = (recurrence.interval, recurrence.unit, recurrence.isAfterCompletion)
    guard self.recurrence(due: due) == recurrence else { return nil }
  }

  /// The recurrence from a due date.
  func recurrence(due: Day) -> Recurrence {
    RecurrenceDraft(unit, interval: count, isAfterCompletion: isAfterCompletion).recurrence(due: due, today: due)
  }

  var description: String { (isAfterCompletion ? "" : "+") + "\(count)\(unit.rawValue.prefix(1))" }
}
