import Tasks

/// The words in the cells of other apps' tables.
enum TableValue {
  /// What a cell says about the end of a task.
  enum End: String {
    case open, begun, done, cancelled
  }

  /// Nil for other words.
  static func end(_ text: Bytes) -> End? { TableWords.ends[lowercased(text)] }

  /// Nil for other words, and for numbers, of which each app has its own scale.
  static func priority(_ text: Bytes, _ scale: PriorityScale) -> Priority? {
    let word = lowercased(text)
    return scale.priority(word) ?? TableWords.priorities[word]
  }

  /// Whether a cell stands for nothing.
  static func isNone(_ text: Bytes) -> Bool {
    text.isEmpty || nothing.contains { text.equals($0) }
  }

  private static let nothing: [StaticString] = ["none", "0000-00-00", "n/a", "-", "null", "nan", "nil", "undefined"]

  /// A recurrence in words: `Daily`, `Every 2 weeks`, `Täglich`.
  static func recurrence(_ text: Bytes, due: Day) -> Recurrence? {
    let units = ["daily": "day", "weekly": "week", "monthly": "month", "yearly": "year", "annually": "year"]
    let word = lowercased(text)
    let words = ["biweekly": "every 2 weeks", "quarterly": "every 3 months"][word] ?? units[word].map { "every \($0)" }
    return CaptureGrammar.languages.lazy.compactMap { language in
      TodoistDate(words ?? text.prefix(200).text, due: due, language: language)?.repeats
    }.first
  }

  private static func lowercased(_ text: Bytes) -> String { text.prefix(32).text.lowercased() }
}

/// The numbers that an app writes for priorities.
enum PriorityScale {
  case tickTick, toodledo, unknown

  /// - Parameter names: the names of the columns.
  init(_ names: [String]) {
    let names = Set(names.map { $0.lowercased() })
    self =
      names.isSuperset(of: ["folder", "context", "duedate"])
      ? .toodledo : names.isSuperset(of: ["list name", "is check list"]) ? .tickTick : .unknown
  }

  func priority(_ number: String) -> Priority? {
    switch self {
    case .tickTick: ["0": Priority.none, "1": .low, "3": .medium, "5": .high][number]
    case .toodledo: ["-1": Priority.low, "0": Priority.none, "1": .low, "2": .medium, "3": .high][number]
    case .unknown: nil
    }
  }
}
