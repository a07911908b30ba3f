/// A line of a quick-add field: the title of a task, and the phrases at the end of the line that were understood.
///
/// Only whole words at the end of the line are understood, in any order, each kind of phrase but the last at most once:
///
/// - a due date in English, as ``DatePhrase`` describes;
/// - a start date before it, as ``StartPhrase`` describes;
/// - a recurrence in English, as ``RecurrencePhrase`` describes;
/// - a time of day, as ``TimePhrase`` describes; without a date, it is one of today;
/// - a priority: `!low`, `!medium` or `!high`;
/// - a tag or the name of a list, with at least one letter: `#kitchen`. There may be several of them; which of them are tags, the
///   caller decides.
///
/// Words that also make sense as a part of the title stay there. Two ways make any phrase literal: a backslash before one of its
/// words, which is taken off (`The day before \tomorrow`), and quotation marks, which stay (`Watch “Tomorrow”`). A line that would be
/// left without a title is literal as a whole.
public struct QuickAddLine: Hashable, Sendable {
  /// The line without the phrases and without an escaping backslash, trimmed.
  public private(set) var title: String
  /// The phrases that were understood, in their order in the line.
  public private(set) var phrases: [Phrase]

  /// Words at the end of a line, and their meaning.
  public struct Phrase: Hashable, Sendable {
    /// The words as typed.
    public let text: String
    /// What they mean.
    public let meaning: Meaning
  }

  /// The meaning of a phrase. A new kind of phrase is a case here, a ``Kind``, and a branch of the parser.
  public enum Meaning: Hashable, Sendable {
    /// The task is due on a day.
    case due(Day)
    /// The task starts on a day.
    case start(Day)
    /// The task is due at a time of its day.
    case time(TimeOfDay)
    /// The task repeats.
    case repeats(RecurrenceDraft)
    /// The priority of the task.
    case priority(Priority)
    /// A tag, or the name of the list that the task is added to.
    case tag(Tag)
  }

  /// The kinds of phrases.
  public enum Kind: CaseIterable, Hashable, Sendable {
    case due, start, time, repeats, priority, tag
  }

  /// Parses a line. Dates are relative to `today`; phrases of other kinds than `kinds` are literal.
  public init(
    parsing line: some StringProtocol, today: Day, understanding kinds: Set<Kind> = Set(Kind.allCases)
  ) {
    let line = TypedText.trimmed(line)
    self.init(literal: line)
    var wanted = kinds
    var rest = LineWord.words(of: line)[...]
    var found: [Phrase] = []
    while let match = Self.match(atEndOf: rest, after: found, today), kinds.contains(match.meaning.kind),
      let last = rest.last
    {
      let words = rest.suffix(match.length)
      if words.contains(where: \.isEscaped) {
        title = line
        title.removeSubrange(last.text.endIndex...)
        for word in words.reversed() where word.isEscaped { title.remove(at: word.text.startIndex) }
        phrases = found
        return
      }
      guard match.meaning.kind == .tag || wanted.remove(match.meaning.kind) != nil, let first = words.first else {
        break
      }
      rest = rest.dropLast(match.length)
      found.insert(
        Phrase(text: String(line[first.text.startIndex..<last.text.endIndex]), meaning: match.meaning), at: 0)
    }
    guard let last = rest.last, TypedText.canBeSeen(String(line[..<last.text.endIndex])) else { return }
    title = String(line[..<last.text.endIndex])
    phrases = found
  }

  private init(literal line: String) {
    title = line
    phrases = []
  }

  /// The due day; nil if no date was understood.
  public var due: Day? {
    phrases.lazy.compactMap { if case .due(let day) = $0.meaning { day } else { nil } }.first
  }

  /// The first day; nil if none was understood.
  public var start: Day? {
    phrases.lazy.compactMap { if case .start(let day) = $0.meaning { day } else { nil } }.first
  }

  /// The time of day; nil if none was understood.
  public var time: TimeOfDay? {
    phrases.lazy.compactMap { if case .time(let time) = $0.meaning { time } else { nil } }.first
  }

  /// How the task repeats; nil if that was not understood.
  public var repeats: RecurrenceDraft? {
    phrases.lazy.compactMap { if case .repeats(let draft) = $0.meaning { draft } else { nil } }.first
  }

  /// The priority; nil if none was understood.
  public var priority: Priority? {
    phrases.lazy.compactMap { if case .priority(let priority) = $0.meaning { priority } else { nil } }.first
  }

  /// The words with a `#`, in their order.
  public var tags: [Tag] {
    phrases.compactMap { if case .tag(let tag) = $0.meaning { tag } else { nil } }
  }
}

extension QuickAddLine.Meaning {
  /// The kind of phrase.
  public var kind: QuickAddLine.Kind {
    switch self {
    case .due: .due
    case .start: .start
    case .time: .time
    case .repeats: .repeats
    case .priority: .priority
    case .tag: .tag
    }
  }
}

extension QuickAddLine {
  /// The task to add. What was understood wins over the values of `typed`. A repeating task without a date begins at the first one
  /// of its rule, a task with a time only is due today.
  func draft(over typed: TaskDraft, today: Day) -> TaskDraft {
    typed.with { draft in
      draft.title = title
      draft.due = due ?? draft.due
      draft.start = start ?? draft.start
      draft.repeats = repeats?.recurrence(due: draft.due, today: today) ?? draft.repeats
      draft.due = draft.due ?? draft.repeats?.current ?? time.map { _ in today }
      draft.time = time.map { ClockTime($0) } ?? draft.time
      draft.tags = TagSet(draft.tags.tags + tags)
      draft.priority = priority ?? draft.priority
    }
  }

  /// The phrase that the words end with, and the number of its words.
  private static func match(
    atEndOf words: ArraySlice<LineWord>, after found: [Phrase], _ today: Day
  ) -> (length: Int, meaning: Meaning)? {
    guard let last = words.last else { return nil }
    if let priority = priority(last.key) { return (1, .priority(priority)) }
    if let tag = tag(last) { return (1, .tag(tag)) }
    let isDated = found.contains { $0.meaning.kind == .due || $0.meaning.kind == .repeats }
    if let phrase = TimePhrase(atEndOf: words, isDated: isDated, today: today) {
      return (phrase.length, .time(phrase.time))
    }
    if let phrase = StartPhrase(atEndOf: words, before: found, today: today) {
      return (phrase.length, .start(phrase.day))
    }
    if let phrase = RecurrencePhrase(atEndOf: words) { return (phrase.length, .repeats(phrase.draft)) }
    return DatePhrase(atEndOf: words, today: today).map { ($0.length, .due($0.day)) }
  }

  private static func priority(_ word: String) -> Priority? {
    guard word.first == "!", let priority = Priority(name: word.dropFirst()), priority != .none else { return nil }
    return priority
  }

  /// A number is no tag: “Fix bug #42”.
  private static func tag(_ word: LineWord) -> Tag? {
    let name = word.text.dropFirst(word.isEscaped ? 2 : 1)
    guard word.key.first == "#", name.contains(where: \.isLetter), !name.contains("#"),
      name.last?.isPunctuation == false
    else { return nil }
    return Tag(name)
  }
}

/// A word of a line.
struct LineWord {
  /// The word as typed.
  let text: Substring
  /// The word in lower case, without the backslash that escapes it.
  let key: String
  /// Whether a backslash precedes the word.
  let isEscaped: Bool

  private init(_ text: Substring) {
    self.text = text
    isEscaped = text.first == "\\"
    key = (isEscaped ? text.dropFirst() : text).lowercased()
  }

  /// The words of a line, divided by white space.
  static func words(of line: String) -> [LineWord] {
    line.split(whereSeparator: TypedText.isSpace).map(LineWord.init)
  }
}
