import Tasks

/// The keyword before a task in Org and Logseq: `DONE Call Anna`, `TODO [#A] Call Anna`.
struct TaskKeyword {
  let status: ItemStatus
  let priority: Priority?
  /// A state of work besides open and done, such as `WAITING`.
  let state: String?
  /// The text behind it.
  let rest: Substring

  /// Nil for a text without a keyword, and for one that is nothing else.
  /// - Parameter declared: the keywords of the file.
  init?(_ text: some StringProtocol, declared: [String: ItemStatus] = [:]) {
    let text = Substring(text)
    let word = String(text.prefix { !TypedText.isSpace($0) })
    guard let status = declared[word] ?? Self.keywords[word] else { return nil }
    var rest = text.dropFirst(word.count).drop(while: TypedText.isSpace)
    let mark = rest.prefix(4)
    priority = mark.hasPrefix("[#") && mark.hasSuffix("]") ? Self.priorities[mark.dropFirst(2).first ?? " "] : nil
    if priority != nil { rest = rest.dropFirst(4).drop(while: TypedText.isSpace) }
    guard !rest.isEmpty else { return nil }
    (self.status, self.rest) = (status, rest)
    state = Self.plain.contains(word) ? nil : word
  }

  private static let keywords: [String: ItemStatus] = [
    "TODO": .open(percent: 0), "NOW": .open(percent: 0), "LATER": .open(percent: 0), "DOING": .open(percent: 0),
    "WAITING": .open(percent: 0), "WAIT": .open(percent: 0), "STARTED": .open(percent: 0),
    "IN-PROGRESS": .open(percent: 0), "DONE": .done(nil), "CANCELED": .cancelled, "CANCELLED": .cancelled,
  ]
  /// The keywords that a status says.
  private static let plain: Set = ["TODO", "NOW", "LATER", "DONE", "CANCELED", "CANCELLED"]
  private static let priorities: [Character: Priority] = ["A": .high, "B": .medium, "C": .low]
}

extension ReadItem {
  /// Takes what a keyword says.
  package mutating func apply(_ keyword: TaskKeyword) {
    status = keyword.status
    draft.priority = keyword.priority ?? draft.priority
    if let state = keyword.state { remark(.state, state) }
  }
}

/// A line of Org below a heading with the dates of its task: `DEADLINE: <2026-12-03 Thu 10:00 +1w> SCHEDULED: <2026-12-01 Tue>`.
struct PlanningLine {
  private var dates: [(name: String, time: ItemTime, rest: String)] = []

  /// Nil for other lines.
  init?(_ line: String) {
    var rest = line[...]
    while let colon = rest.firstIndex(of: ":") {
      let name = TypedText.trimmed(rest[..<colon])
      let value = rest[colon...].dropFirst().drop(while: TypedText.isSpace)
      guard Self.names.contains(name), let open = value.first, let end = value.firstIndex(of: open == "<" ? ">" : "]"),
        open == "<" || open == "["
      else { return nil }
      var words = value[..<end].dropFirst().split(whereSeparator: TypedText.isSpace)
      guard let day = words.first.flatMap({ Day(iso: $0) }) else { return nil }
      words.removeFirst()
      if words.first?.first?.isLetter == true { words.removeFirst() }
      let time = words.first.flatMap { TimeOfDay(String($0)) }
      if time != nil { words.removeFirst() }
      dates.append((name, time.map { .local(day, $0) } ?? .day(day), words.joined(separator: " ")))
      rest = value[end...].dropFirst().drop(while: TypedText.isSpace)
    }
    guard !dates.isEmpty, rest.isEmpty else { return nil }
  }

  private static let names: Set = ["DEADLINE", "SCHEDULED", "CLOSED"]

  /// Sets the dates of an item. A repeater stays in the notes.
  func set(_ item: inout ReadItem) {
    for (name, time, rest) in dates {
      switch name {
      case "DEADLINE": item.due = time
      case "SCHEDULED": if item.due == nil { item.due = time } else { item.start = time }
      default: if case .done = item.status { item.status = .done(time) }
      }
      if !rest.isEmpty { item.remark(.rule, rest) }
    }
  }
}
