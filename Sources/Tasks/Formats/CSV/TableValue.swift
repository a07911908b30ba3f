/// The words in the cells of other apps' tables.
enum TableValue {
  /// What a cell says about the end of a task.
  enum End: Equatable {
    case open, done, cancelled
  }

  /// Nil for other words.
  static func end(_ text: Bytes) -> End? {
    switch lowercased(text) {
    case "0", "no", "n", "false", "f", "-", "open", "todo", "to do", "to-do", "not started", "incomplete", "none",
      "new",
      "active", "pending", "needs-action", "normal", "backlog", "nein", "falsch", "offen", "neu", "nicht begonnen",
      "nicht gestartet", "ausstehend", "nicht erledigt", "لا", "مفتوحة", "مفتوح", "لم تبدأ", "☐", "[ ]", "✗", "✘":
      .open
    case "1", "2", "yes", "y", "true", "t", "x", "done", "completed", "complete", "closed", "finished", "resolved",
      "checked", "archived", "ja", "wahr", "erledigt", "fertig", "abgeschlossen", "نعم", "تم", "مكتملة", "مكتمل",
      "منجزة",
      "100%", "100", "✓", "✔", "✔️", "✅", "☑", "[x]":
      .done
    case "-1", "cancelled", "canceled", "won't do", "won’t do", "wontdo", "dropped", "abandoned", "abgebrochen",
      "storniert", "verworfen",
      "ملغاة", "ملغي":
      .cancelled
    case _: nil
    }
  }

  /// Nil for other words, and for numbers, of which each app has its own scale.
  static func priority(_ text: Bytes, _ scale: PriorityScale) -> Priority? {
    let word = lowercased(text)
    if let known = scale.priority(word) { return known }
    return switch word {
    case "none", "no", "normal", "p4", "pn", "keine", "بدون", "0": .some(Priority.none)
    case "low", "lowest", "minor", "p3", "!", "c", "niedrig", "gering", "منخفضة", "منخفض": .low
    case "medium", "med", "moderate", "p2", "!!", "b", "mittel", "متوسطة", "متوسط": .medium
    case "high", "highest", "urgent", "critical", "important", "top", "p1", "!!!", "a", "hoch", "dringend", "wichtig",
      "عالية",
      "عالي", "عاجل", "مهم":
      .high
    case _: nil
    }
  }

  /// Whether a cell stands for nothing.
  static func isNone(_ text: Bytes) -> Bool {
    text.isEmpty || text.equals("none") || text.equals("0000-00-00") || text.equals("n/a") || text.equals("-")
  }

  /// A recurrence in words: `Daily`, `Every 2 weeks`, `Täglich`.
  static func recurrence(_ text: Bytes, due: Day) -> Recurrence? {
    let units = ["daily": "day", "weekly": "week", "monthly": "month", "yearly": "year", "annually": "year"]
    let word = lowercased(text)
    let words = ["biweekly": "every 2 weeks", "quarterly": "every 3 months"][word] ?? units[word].map { "every \($0)" }
    return CaptureGrammar.languages.lazy.compactMap { language in
      TodoistDate(words ?? text.prefix(200).text, today: due, language: language)?.repeats
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
