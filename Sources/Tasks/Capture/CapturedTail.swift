/// The phrases and marks at the end of a line.
struct CapturedTail {
  /// What a line can say once, and what its phrases need.
  struct Parts: OptionSet, Hashable {
    let rawValue: Int
    static let due = Parts(rawValue: 1)
    static let time = Parts(rawValue: 2)
    static let repeats = Parts(rawValue: 4)
    static let start = Parts(rawValue: 8)
    static let end = Parts(rawValue: 16)
    static let priority = Parts(rawValue: 32)
    /// A due date with `by` or `due`.
    static let deadline = Parts(rawValue: 64)
    static let needsDate = Parts(rawValue: 128)
    static let needsTime = Parts(rawValue: 256)
    /// A due date that would be the end of a series.
    static let needsNoRepeat = Parts(rawValue: 512)
    static let assignee = Parts(rawValue: 1024)
    /// A moment at which to remind.
    static let reminder = Parts(rawValue: 2048)
    /// A time before a due date.
    static let needsDue = Parts(rawValue: 4096)
    static let dated: Parts = [.due, .time, .repeats, .start, .end]
    static let once: Parts = [.dated, .priority, .assignee, .reminder]

    /// Whether the parts of a line make sense together, with a date from elsewhere or without.
    func makeSense(isDated: Bool) -> Bool {
      (isSuperset(of: .repeats) ? !isSuperset(of: [.due, .start]) : isDisjoint(with: .start) || contains(.deadline))
        && (contains(.repeats) || isDisjoint(with: .end)) && (contains(.time) || isDisjoint(with: .needsTime))
        && (!contains(.repeats) || isDisjoint(with: .needsNoRepeat))
        && (isDated || !isDisjoint(with: [.due, .repeats]) || isDisjoint(with: .needsDate))
        && (isDated || !isDisjoint(with: [.due, .time, .repeats]) || isDisjoint(with: .needsDue))
    }
  }

  enum Meaning {
    case phrase(CaptureMeaning)
    case start(Day)
    case until(Day)
    case priority(Priority)
    case assignee(String)
    case tag(Tag)
    case reminder(Reminder)
    /// Without a day, on the due day.
    case reminderAt(Day?, TimeOfDay)
  }

  /// Some of the words, with what they mean.
  struct Segment {
    let start: Int
    let end: Int
    let parts: Parts
    let meaning: Meaning
    var preposition: CaptureGrammar.Preposition?
    /// Whether it would tell the day of a recurrence before it: “every 5th | Tuesday” is none.
    var tellsWeekday = false
  }

  let words: [LineWord]
  let grammar: CaptureGrammar
  let context: QuickAddContext
  /// The parts that the line may have; the words of others belong to the title.
  let wanted: Parts
  let takesTags: Bool
  /// Whether the line has a word of those that say to remind.
  private let hasReminder: Bool

  init(
    _ line: String, _ grammar: CaptureGrammar, _ context: QuickAddContext,
    _ kinds: Set<QuickAddLine.Kind> = Set(QuickAddLine.Kind.allCases)
  ) {
    (words, self.grammar, self.context) = (LineWord.words(of: line, in: grammar, context), grammar, context)
    let parts: [QuickAddLine.Kind: Parts] = [
      .due: .due, .start: .start, .time: .time, .repeats: [.repeats, .end], .priority: .priority,
      .assignee: .assignee, .reminders: .reminder,
    ]
    wanted = kinds.reduce(into: []) { $0.formUnion(parts[$1] ?? []) }
    takesTags = kinds.contains(.tag)
    let first = Set(grammar.reminders.compactMap(\.first))
    hasReminder = kinds.contains(.reminders) && words.contains { first.contains($0.key) }
  }

  /// The segments that the line ends with, as many words as make sense together; the fewest segments of equal ones.
  ///
  /// Each end of a segment is reached with each combination of parts once, so the time is linear in the number of words.
  func segments(from first: Int, _ wanted: Parts) -> [Segment] {
    typealias Way = (count: Int, segment: Segment?, from: Parts)
    var ways: [[Parts: Way]] = Array(repeating: [:], count: words.count + 1)
    ways[words.count][[]] = (0, nil, [])
    var best: (place: Int, parts: Parts)?
    for end in stride(from: words.count, through: first, by: -1) where !ways[end].isEmpty {
      let reached = ways[end].sorted { ($0.value.count, -$0.key.rawValue) < ($1.value.count, -$1.key.rawValue) }
      let isDated = !self.wanted.contains(.due)
      if let (parts, _) = reached.first(where: { $0.key.makeSense(isDated: isDated) }) { best = (end, parts) }
      if end == first { break }
      for segment in segments(endingAt: end) where segment.start >= first {
        let once = segment.parts.intersection(.once)
        guard once.isSubset(of: wanted) else { continue }
        for (parts, way) in reached where parts.isDisjoint(with: once) {
          if segment.parts.contains(.repeats), let next = way.segment, next.tellsWeekday || next.preposition == .on {
            continue
          }
          let all = parts.union(segment.parts)
          if let known = ways[segment.start][all], known.count <= way.count + 1 { continue }
          ways[segment.start][all] = (way.count + 1, segment, parts)
        }
      }
    }
    var found: [Segment] = []
    while let (place, parts) = best, let way = ways[place][parts], let segment = way.segment {
      found.append(segment)
      best = (segment.end, way.from)
    }
    return found
  }

  // MARK: Segments

  func segments(endingAt end: Int) -> [Segment] {
    let word = words[end - 1]
    if let priority = grammar.priorities[word.key] {
      return [Segment(start: end - 1, end: end, parts: .priority, meaning: .priority(priority))]
    }
    if word.key.first == "#" {
      guard takesTags, let tag = Self.tag(word, after: end > 1 ? words[end - 2].key : "") else { return [] }
      return [Segment(start: end - 1, end: end, parts: [], meaning: .tag(tag))]
    }
    if word.key.first == Assignee.mark {
      guard let name = Self.name(word) else { return [] }
      return [Segment(start: end - 1, end: end, parts: .assignee, meaning: .assignee(name))]
    }
    if word.key.first == Reminder.mark, wanted.contains(.reminder),
      let reminder = Reminder(String(word.key.dropFirst())),
      reminder.moment == nil
    {
      return [Segment(start: end - 1, end: end, parts: .needsDue, meaning: .reminder(reminder))]
    }
    let matches = grammar.matches(words, endingAt: end).map { ($0, meaning: $0.meaning(grammar, context)) }
    // Words that name no day together are not understood in part: “Fri 24 Dec” if that is a Thursday.
    let first =
      matches.map { match, meaning in
        meaning == nil && !CaptureRule.timesAndRepeats.contains(match.rule)
          && !words[match.start..<end].contains(where: \.isEscaped) ? match.start : end
      }.min() ?? end
    let dated = matches.flatMap { match, meaning in
      match.start <= first ? meaning.map { segments(match, $0, end) } ?? [] : []
    }
    return hasReminder ? dated + reminders(endingAt: end) : dated
  }

  private func segments(_ match: CaptureMatch, _ meaning: CaptureMeaning, _ end: Int) -> [Segment] {
    func segment(_ parts: Parts) -> [Segment] {
      [Segment(start: match.start, end: end, parts: parts, meaning: .phrase(meaning))]
    }
    switch meaning {
    case .span: return segment([.start, .due, .deadline])
    case .time: return segment(match.rule == .timeOfDate ? [.time, .needsDate] : .time)
    case .repeats where match.rule == .doubtfulEvery: return segment([.repeats, .needsTime])
    case .repeats(_, let time): return segment(time == nil ? .repeats : [.repeats, .time])
    case .days, .months, .count: return segment(.end)
    case .moment(let day, _): return segments(match, end, day, [.due, .time], .phrase(meaning))
    case .day(let day): return segments(match, end, day, .due, .phrase(meaning))
    }
  }

  /// A moment after the words that say to remind: a time, with a day before or after it.
  private func reminders(endingAt end: Int) -> [Segment] {
    func phrases(endingAt end: Int) -> [(start: Int, day: Day?, time: TimeOfDay?)] {
      grammar.matches(words, endingAt: end).compactMap { match in
        switch match.meaning(grammar, context) {
        case .time(let time): (match.start, nil, time)
        case .day(let day): (match.start, day, nil)
        case .moment(let day, let time): (match.start, day, time)
        case .span, .repeats, .days, .months, .count, nil: nil
        }
      }
    }
    func segment(_ start: Int, _ day: Day?, _ time: TimeOfDay?) -> Segment? {
      let before = words[..<start].map(\.key)
      guard let time, let phrase = grammar.reminders.first(where: { before.suffix($0.count) == $0[...] }) else {
        return nil
      }
      return Segment(start: start - phrase.count, end: end, parts: .reminder, meaning: .reminderAt(day, time))
    }
    return phrases(endingAt: end).flatMap { last in
      let others = last.start > 0 ? phrases(endingAt: last.start) : []
      let pairs = others.filter { ($0.day == nil) != (last.day == nil) && ($0.time == nil) != (last.time == nil) }
      return [segment(last.start, last.day, last.time)]
        + pairs.map { segment($0.start, $0.day ?? last.day, $0.time ?? last.time) }
    }.compactMap(\.self)
  }

  /// A day, and the same with a preposition before it.
  private func segments(_ match: CaptureMatch, _ end: Int, _ day: Day, _ parts: Parts, _ meaning: Meaning) -> [Segment]
  {
    let doubt: Parts = match.rule == .doubtfulDate ? .needsTime : []
    var segments = [
      Segment(
        start: match.start, end: end, parts: parts.union(doubt), meaning: meaning, tellsWeekday: match.rule == .weekday)
    ]
    var start = match.start
    while start > 0, match.start - start < Self.mostPrepositions,
      let preposition = grammar.prepositions[words[start - 1].key],
      !words[start - 1].hasComma
    {
      start -= 1
      switch preposition {
      case .at: return segments
      case .article: break
      case .byOrArticle:
        guard start == match.start - 1, match.rule == .date else { break }
        segments.append(
          Segment(start: start, end: end, parts: parts.union(.deadline), meaning: meaning, preposition: .by))
      case .on where start < match.start - 1: return segments
      case .on:
        // “In 3 days” and “tomorrow” have no “on” before them.
        guard CaptureRule.withOn.contains(match.rule) else { return segments }
        segments.append(Segment(start: start, end: end, parts: parts, meaning: meaning, preposition: .on))
      case .by, .due:
        segments.append(
          Segment(start: start, end: end, parts: parts.union(.deadline), meaning: meaning, preposition: preposition))
      case .start:
        segments.append(Segment(start: start, end: end, parts: .start, meaning: .start(day), preposition: .start))
      case .until:
        segments.append(Segment(start: start, end: end, parts: .end, meaning: .until(day), preposition: .until))
      case .byOrUntil:
        let due = parts.union([.deadline, .needsNoRepeat])
        segments.append(Segment(start: start, end: end, parts: due, meaning: meaning, preposition: preposition))
        segments.append(Segment(start: start, end: end, parts: .end, meaning: .until(day), preposition: preposition))
      }
    }
    return segments
  }

  private static let mostPrepositions = 3

  // MARK: Marks

  /// A number is no tag (“Fix bug #42”), and neither is a color (“Color #fff”).
  private static func tag(_ word: LineWord, after before: String) -> Tag? {
    let name = word.text.dropFirst(word.isEscaped ? 2 : 1).dropLast(word.hasComma ? 1 : 0)
    guard name.contains(where: \.isLetter), !name.contains("#"), name.last?.isPunctuation == false,
      !isColor(word.key.dropFirst(), after: before)
    else { return nil }
    return Tag(name)
  }

  /// A number is no name (“Print 3 +1”), and neither is what programs are called (“C++”).
  private static func name(_ word: LineWord) -> String? {
    let name = word.text.dropFirst(word.isEscaped ? 2 : 1).dropLast(word.hasComma ? 1 : 0)
    guard name.first?.isLetter == true, !name.contains(Assignee.mark), name.last?.isPunctuation == false else {
      return nil
    }
    return String(name)
  }

  private static func isColor(_ name: Substring, after before: String) -> Bool {
    guard [3, 4, 6, 8].contains(name.utf8.count), name.allSatisfy(\.isHexDigit) else { return false }
    // “#cafe” and “#bed” are words.
    return name.contains(where: \.isNumber) || Set(name).count == 1
      || ["color", "colour", "background", "hex"].contains(before)
  }
}
