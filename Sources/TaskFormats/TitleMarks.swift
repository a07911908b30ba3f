import Foundation
import Tasks

/// What note-taking apps write into the titles of tasks: the signs of Obsidian (`📅 2027-03-04 🔁 every week ⏫`), the fields of
/// Dataview (`[due:: 2027-03-04]`) and the tags of TaskPaper and PlainTasks (`@due(2027-03-04) @done`). After a backslash they are text.
struct TitleMarks {
  /// The title without them.
  private(set) var title: [Unicode.Scalar] = []
  /// The dates, each the first of its kind.
  private var dates: [Field: ItemTime] = [:]
  private(set) var isDone = false
  private var isCancelled = false
  private var tags: [String] = []
  private let takesTags: Bool
  private var priority: Priority?
  private var repeats: String?
  /// Values that tasks don't have.
  private var others: [(reason: ImportRemark.Reason, value: String)] = []
  private let text: [Unicode.Scalar]
  private var index = 0

  /// The longest value that is looked for, so that many openings cost no more.
  private static let longest = 200

  private enum Field {
    case due, start, scheduled, done, created, repeats, other

    var isDate: Bool { self != .repeats && self != .other }
  }

  private static let signs: [Unicode.Scalar: Field] = [
    "📅": .due, "📆": .due, "🗓": .due, "⏳": .scheduled, "⌛": .scheduled, "🛫": .start, "✅": .done, "➕": .created,
    "❌": .other,
    "🔁": .repeats, "🆔": .other, "⛔": .other, "🏁": .other,
  ]
  private static let priorities: [Unicode.Scalar: Priority] = [
    "🔺": .high, "⏫": .high, "🔼": .medium, "🔽": .low, "⏬": .low,
  ]
  private static let names: [String: Field] = [
    "due": .due, "start": .start, "defer": .start, "scheduled": .scheduled, "completion": .done, "done": .done,
    "completed": .done, "created": .created, "repeat": .repeats, "cancelled": .other, "id": .other,
  ]

  /// Whether a sign in a title would be read as more than text.
  static func isSign(_ scalar: Unicode.Scalar) -> Bool { signs[scalar] != nil || priorities[scalar] != nil }

  /// - Parameter takesTags: whether words that begin with `@` are tags.
  init(_ bytes: Bytes, takesTags: Bool = false) {
    (text, self.takesTags) = (Array(bytes.text.unicodeScalars), takesTags)
    while index < text.count {
      if take() { continue }
      title.append(text[index])
      index += 1
    }
    if takesTags { takeTags() }
  }

  /// Tags inside the sentence stay in the title.
  private mutating func takeTags() {
    let words = title.split(separator: " ")
    let isTag = { (word: ArraySlice<Unicode.Scalar>) in word.first == "@" && word.count > 1 }
    tags = words.filter(isTag).map { Self.string($0.dropFirst()) }
    guard let last = words.last(where: { !isTag($0) }) else { return }
    title.removeSubrange(last.endIndex...)
  }

  /// The title as bytes, without the spaces around what was taken off.
  var bytes: Bytes {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: title)
    return Array(String(view).utf8)[...].trimmed
  }

  /// Sets the fields of an item.
  func set(_ item: inout ReadItem) {
    item.due = dates[.due] ?? item.due
    item.start = dates[.start] ?? dates[.scheduled] ?? item.start
    if let priority { item.draft.priority = priority }
    for tag in tags { item.add(tag: tag) }
    if isCancelled { item.status = .cancelled }
    if let created = dates[.created] { item.created = created.day(in: .gmt).start(in: .gmt) }
    if dates[.start] != nil, let scheduled = dates[.scheduled] {
      item.remark(.date, "scheduled: \(scheduled.day(in: .gmt))")
    }
    for (reason, value) in others { item.remark(reason, value) }
    if item.status == .cancelled {
      item.ended = dates[.done]
    } else if isDone || dates[.done] != nil {
      item.status = .done(dates[.done])
    }
    if let repeats { set(repeats, of: &item) }
  }

  /// `every week`, `every week when done`. It counts from the due date, or from the first day that is there.
  private func set(_ words: String, of item: inout ReadItem) {
    let ending = " when done"
    let isAfterCompletion = words.hasSuffix(ending)
    let rule =
      (isAfterCompletion
      ? String(words.dropLast(ending.count)).replacing("every", with: "every!", maxReplacements: 1) : words)
      .replacing(#/month on the last$/#, with: "last day")
    if let time = dates[.due] ?? dates[.scheduled] ?? dates[.start],
      let own = TodoistDate(rule, due: time.day(in: .gmt))?.repeats
    {
      item.due = time
      item.repeats = own
      item.recurrence = .rules(own.standardRuleText)
    } else {
      item.remark(.rule, words)
    }
  }

  /// Takes off what begins at the index.
  private mutating func take() -> Bool {
    let scalar = text[index]
    switch scalar {
    case "\\":
      title.append(scalar)
      index += 1
      if index < text.count {
        title.append(text[index])
        index += 1
      }
      return true
    case "[", "(": return takeField(closedBy: scalar == "[" ? "]" : ")")
    case "@": return takeTag()
    case _: break
    }
    if let level = Self.priorities[scalar] {
      set(level, String(scalar))
      index += 1
      skipSelector()
      dropSpace()
      return true
    }
    return Self.signs[scalar].map { takeSign($0) } ?? false
  }

  private mutating func takeSign(_ field: Field) -> Bool {
    let begin = index
    index += 1
    skipSelector()
    let rest = text[index...].prefix(Self.longest)
    let value: String
    switch field {
    case .due, .start, .scheduled, .done, .created: value = Self.string(rest.drop { $0 == " " }.prefix(10))
    case .repeats, .other:
      value = TypedText.trimmed(
        Self.string(rest.prefix { Self.signs[$0] == nil && Self.priorities[$0] == nil && $0 != "#" }))
    }
    guard !value.isEmpty, set(field, value, name: String(Character(text[begin]))) else {
      index = begin
      return false
    }
    let spaces = rest.prefix { $0 == " " }.count
    index = min(text.count, index + spaces + value.unicodeScalars.count)
    dropSpace()
    return true
  }

  /// A field of Dataview.
  private mutating func takeField(closedBy end: Unicode.Scalar) -> Bool {
    let rest = text[(index + 1)...].prefix(Self.longest)
    guard let close = rest.firstIndex(of: end), let colon = rest[..<close].firstIndex(of: ":"), colon + 1 < close,
      text[colon + 1] == ":"
    else { return false }
    let name = TypedText.trimmed(Self.string(rest[..<colon])).lowercased()
    let value = TypedText.trimmed(Self.string(rest[(colon + 2)..<close]))
    if name == "priority", let level = TableValue.priority(Array(value.utf8)[...], .unknown) {
      set(level, "priority: \(value)")
    } else if let field = Self.names[name], !value.isEmpty {
      guard set(field, value, name: name) else { return false }
    } else {
      return false
    }
    index = close + 1
    dropSpace()
    return true
  }

  /// A tag of TaskPaper with a value, or one without that is no mere word: `@done`, and in outlines `@cancelled`, `@high`.
  private mutating func takeTag() -> Bool {
    guard title.last.map({ $0 == " " || $0 == "\t" }) ?? true else { return false }
    let rest = text[(index + 1)...].prefix(Self.longest)
    let name = Self.string(rest.prefix { $0.properties.isAlphabetic }).lowercased()
    let isKnown = ["due", "start", "defer", "done"].contains(name)
    guard isKnown || takesTags, !name.isEmpty else { return false }
    let after = rest.dropFirst(name.unicodeScalars.count)
    let value = after.drop { $0 == " " }
    let close = value.first == "(" ? value.firstIndex(of: ")") : nil
    let written = close.map { TypedText.trimmed(Self.string(value[..<$0].dropFirst())) }
    // PlainTasks writes a space before its dates.
    let mayHaveSpace = takesTags || name == "done"
    if let close, let written,
      value.startIndex == after.startIndex || mayHaveSpace && Self.time(written) != nil
    {
      parse(name, written)
      index = close + 1
    } else if after.first.map({ $0 == " " }) ?? true, name == "done" || takesTags && takeWord(name) {
      isDone = isDone || name == "done"
      index = after.startIndex
    } else {
      return false
    }
    dropSpace()
    return true
  }

  private mutating func parse(_ name: String, _ value: String) {
    let bytes = Array(value.utf8)[...]
    if let field = ["cancelled": .done, "canceled": .done][name] ?? Self.names[name], field.isDate {
      if !set(field, value, name: name) { others.append((.date, "\(name): \(value)")) }
      isDone = isDone || name == "done"
      isCancelled = isCancelled || name.hasPrefix("cancel")
    } else if name == "priority",
      let level = [1: .high, 2: .medium, 3: .low][bytes.number] ?? TableValue.priority(bytes, .unknown)
    {
      set(level, "priority: \(value)")
    } else {
      others.append((.tag, "\(name): \(value)"))
    }
  }

  /// The words of PlainTasks.
  private mutating func takeWord(_ name: String) -> Bool {
    switch name {
    case "cancelled", "canceled": isCancelled = true
    case "critical", "high": set(.high, "@\(name)")
    case "medium": set(.medium, "@\(name)")
    case "low": set(.low, "@\(name)")
    case _: return false
    }
    return true
  }

  /// Sets the priority, unless there is one.
  private mutating func set(_ level: Priority, _ written: String) {
    if priority == nil { priority = level } else { others.append((.other, written)) }
  }

  /// Sets a field, unless there is one. False if the value is no date, where that is needed.
  private mutating func set(_ field: Field, _ value: String, name: String) -> Bool {
    switch field {
    case .repeats: if repeats == nil { repeats = value } else { others.append((.rule, value)) }
    case .other: others.append((.other, "\(name) \(value)"))
    case .due, .start, .scheduled, .done, .created:
      let written = Self.time(value)
      guard let time = written ?? Day(iso: value.prefix(10)).map(ItemTime.day) else { return false }
      if written == nil || dates[field] != nil { others.append((.date, "\(name): \(value)")) }
      dates[field] = dates[field] ?? time
    }
    return true
  }

  /// The years of PlainTasks have two digits.
  private static func time(_ value: String) -> ItemTime? {
    ItemTime(written: value) ?? (value.dropFirst(2).first == "-" ? ItemTime(written: "20" + value) : nil)
  }

  private mutating func skipSelector() {
    if index < text.count, text[index] == "\u{FE0F}" { index += 1 }
  }

  /// One space is enough between the words around what was taken off.
  private mutating func dropSpace() {
    if title.last ?? " " == " ", index < text.count, text[index] == " " { index += 1 }
  }

  private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
