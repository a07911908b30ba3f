extension CapturedTail {
  /// What the line can mean, the best first: with its dates, or with its marks only, or nothing. Empty if all of it is a date.
  func readings(after escape: QuickAddLine.Escape?) -> [[Segment]] {
    let first = escape.map { escape in words.firstIndex { $0.text.startIndex >= escape.end } ?? words.count } ?? 0
    let readings = [segments(from: first, wanted), segments(from: first, wanted.intersection(.priority))]
    if readings[0].first?.start == 0 { return [] }
    return readings.filter { !belongToTitle($0, after: first) } + [[]]
  }

  /// Whether a phrase belongs to the title, or a word of a date would stay in it.
  private func belongToTitle(_ segments: [Segment], after first: Int) -> Bool {
    guard let lead = segments.first, lead.start > first || first == 0 else { return false }
    let title = words[..<lead.start]
    if case .priority = lead.meaning, let before = title.last {
      return grammar.priorities[before.key] != nil || title.count == 1 && grammar.title.has(before.key, .verbs)
        || CaptureGrammar.priorityMarks[words[lead.start].key] == nil
          && (grammar.title.has(before.key, .binding) || grammar.title.has(before.key, .degrees))
    }
    if !lead.parts.isDisjoint(with: .dated), let before = title.last {
      if [.start, .until].contains(grammar.prepositions[before.key]) { return true }
      // “For 30 minutes every day” tells how long.
      if let unit = before.value(.unit), ![.minute, .hour].contains(grammar.units[unit].kind) { return true }
      if title.contains(where: { $0.value(.day) != nil && !$0.isCapitalized && !$0.isEscaped }) { return true }
    }
    if leavesDate(before: words[lead.start].text.startIndex, segments) { return true }
    let dated = segments.filter { !$0.parts.isDisjoint(with: .dated) }
    return dated.contains { segment in
      // What follows another phrase is bound by that one.
      if segment.start > lead.start, dated.contains(where: { $0.end == segment.start }) { return false }
      return grammar.title.bind(
        TitleWords.Phrase(
          words: words[segment.start..<segment.end], title: words[..<segment.start],
          preposition: segment.preposition ?? grammar.prepositions[words[segment.start].key],
          isSupported: dated.count > 1))
    }
  }

  /// Whether a word of a date would stay in the title.
  /// - Parameter segments: those of this or of another language.
  func leavesDate(before place: String.Index, _ segments: [Segment]) -> Bool {
    let title = words.prefix { $0.text.startIndex < place }
    guard let lead = segments.first, let before = title.last else { return false }
    if !lead.parts.isDisjoint(with: .dated),
      before.isOfDate || before.isShortWeekday || namesDay(title.suffix(1)) || endsWithHour(title)
    {
      return true
    }
    // A time makes no day of its own if words before it name one.
    let parts = segments.reduce(into: Parts()) { $0.formUnion($1.parts) }
    return parts.contains(.time) && parts.isDisjoint(with: [.due, .repeats]) && wanted.contains(.due)
      && namesDay(title)
  }

  /// Whether the dates of a reading have words besides digits, and more than a word that the reader's language has, too.
  func hasWords(_ segments: [Segment], besides reader: CapturedTail) -> Bool {
    let dated = segments.filter { !$0.parts.isDisjoint(with: [.dated, .reminder]) }
      .flatMap { words[$0.start..<$0.end] }
    return dated.contains { !$0.key.contains(where: \.isNumber) }
      && !(dated.count == 1 && reader.grammar.title.has(dated[0].key, .ownWords))
  }

  /// Whether all words from a place on are words of dates or marks.
  func knows(from place: String.Index) -> Bool {
    words.reversed().prefix { $0.text.startIndex >= place }.allSatisfy {
      !$0.values.isEmpty || grammar.prepositions[$0.key] != nil || grammar.priorities[$0.key] != nil
        || ["#", Assignee.mark, Reminder.mark].contains($0.key.first)
    }
  }

  /// Whether the last word before a place binds what follows it, in whatever language.
  func binds(after place: String.Index) -> Bool {
    let title = words.prefix { $0.text.startIndex < place }
    guard let before = title.last else { return false }
    let isNumber = words.dropFirst(title.count).first?.key.first?.isNumber == true
    return grammar.title.has(before.key, .binding) || isNumber && grammar.title.has(before.key, .numbered)
      || grammar.title.isQualified(title)
      || title.count == 1 && grammar.title.has(before.key, .verbs)
      || [.start, .until].contains(grammar.prepositions[before.key])
  }

  /// Whether a title ends with an hour that may be in the morning or in the afternoon: “Call at 5 | tomorrow”.
  private func endsWithHour(_ title: ArraySlice<LineWord>) -> Bool {
    grammar.matches(words, endingAt: title.endIndex).contains { match in
      [.time, .timeOfDate].contains(match.rule) && match.meaning(grammar, context) == nil
    }
  }

  private func namesDay(_ title: ArraySlice<LineWord>) -> Bool {
    title.indices.contains { end in
      grammar.matches(words, endingAt: end + 1).contains { match in
        !CaptureRule.withoutDay.contains(match.rule) && !(match.rule == .weekday && words[end].isShortWeekday)
      }
    }
  }

  /// The last phrase that a backslash makes literal; nil if there is none.
  var escape: QuickAddLine.Escape? {
    guard let escaped = words.lastIndex(where: \.isEscaped) else { return nil }
    let ends = (escaped + 1...words.count).prefix(Self.longestPhrase)
    let phrases = ends.flatMap { end in segments(endingAt: end).map { $0.start..<$0.end } }
    let phrase = phrases.filter { $0.contains(escaped) }.max {
      ($0.upperBound, -$0.lowerBound) < ($1.upperBound, -$1.lowerBound)
    }
    return phrase.map { phrase in
      QuickAddLine.Escape(
        end: words[phrase.upperBound - 1].text.endIndex,
        marks: words[phrase].filter(\.isEscaped).map(\.text.startIndex))
    }
  }

  private static let longestPhrase = 16

  /// What a title says of a date or time: its last day, if it names one; nil without words of either.
  static func mentionedDate(in title: String, _ context: QuickAddContext) -> MentionedDate? {
    let text = String(title.map { "!?()".contains($0) ? " " : $0 })
    let found = context.grammars.flatMap { CapturedTail(text, $0, context).mentions }
    return found.last { $0 != .other } ?? found.last
  }

  private var mentions: [MentionedDate] {
    words.indices.compactMap { end in
      let dated = segments(endingAt: end + 1).filter { segment in
        guard !segment.parts.isDisjoint(with: [.due, .time, .repeats]),
          segment.parts.isDisjoint(with: [.needsDate, .needsTime])
        else { return false }
        let phrase = words[segment.start..<segment.end]
        let before = segment.start > 0 ? words[segment.start - 1].key : ""
        let isName = phrase.first?.isCapitalized == true && grammar.title.has(before, .names)
        let isTitle =
          segment.start > 0 && grammar.title.capitalsTell
          && phrase.contains { $0.isCapitalized && $0.value(.weekday) == nil && $0.value(.month) == nil }
        // One short name may be another word, several are days.
        let isWord =
          phrase.count == 1 && words[end].isShortWeekday && (end == 0 || words[end - 1].value(.weekday) == nil)
        return !isName && !isTitle && !isWord
      }
      guard let longest = dated.min(by: { $0.start < $1.start }) else { return nil }
      return switch longest.meaning {
      case .phrase(.day(let day)), .phrase(.moment(let day, _)): .day(day)
      default: .other
      }
    }
  }
}

extension LineWord {
  /// Whether the word is a part of a date or a time, whatever is around it.
  fileprivate var isOfDate: Bool {
    !isEscaped && !isShortWeekday
      && values.contains {
        [
          .day, .pastDay, .weekday, .weekdayPart, .dayset, .dayRange, .repeatedDays, .ordinal, .adverb, .time, .clock,
          .date,
          .dateOfYear, .moment,
        ].contains($0.kind)
      }
  }
}
