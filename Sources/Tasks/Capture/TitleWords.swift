/// The words of a language by which a phrase at the end of a line belongs to its title: “Move the call to Friday”.
struct TitleWords: Sendable {
  /// Words that bind what follows them.
  var binding: Set<String> = []
  /// The first words of names that end with a date, in capitals: `Black Friday`.
  var names: Set<String> = []
  /// Words that a number follows: `Kapitel 4.5.`
  var numbered: Set<String> = []
  /// Verbs whose only object a date would be: “Plan next week”.
  var verbs: Set<String> = []
  /// Words of clauses: “Explain what happened today”.
  var clauses: Set<String> = []
  /// Other words of clauses about the past: “The mail I got yesterday”.
  var pastClauses: Set<String> = []
  /// Verbs in the past, which are last in such clauses.
  var pasts: Set<String> = []
  /// The endings of other such verbs.
  var pastEndings: [String] = []
  /// Two words that begin no clause: `how to`.
  var infinitives: Set<[String]> = []
  /// Weekdays by short names, which may be other words.
  var shortWeekdays: Set<String> = []
  /// Short weekdays that are also words of other kinds.
  var otherWords: Set<String> = []
  /// Short weekdays that are also verbs, which are last in clauses: `how she weds`.
  var verbWeekdays: Set<String> = []
  /// Short weekdays that are also names.
  var surnames: Set<String> = []
  /// Short weekdays that are other words in lower case.
  var capitalWeekdays: Set<String> = []
  /// Words inside of a phrase that are in lower case, unless the phrase is a title: `the day After tomorrow`.
  var small: Set<String> = []
  /// Whether words in capitals are names and titles, not any noun.
  var capitalsTell = false
  /// Words after which `until` tells how long something is so: `Geöffnet bis Freitag`.
  var states: Set<String> = []
  /// Words before a priority that say how much it is so: `nicht so dringend`.
  var degrees: Set<String> = []

  /// Words that a date of another language could have: `Was ich tue`.
  var ownWords: Set<String> = []

  /// The same words in another spelling.
  func folded(_ key: (String) -> String) -> TitleWords {
    var words = self
    for path in [
      \TitleWords.binding, \.names, \.numbered, \.verbs, \.clauses, \.pastClauses, \.pasts, \.shortWeekdays,
      \.otherWords,
      \.verbWeekdays, \.surnames, \.capitalWeekdays, \.small, \.states,
      \.degrees, \.ownWords,
    ] as [WritableKeyPath<TitleWords, Set<String>>] {
      words[keyPath: path] = Set(words[keyPath: path].map(key))
    }
    return words
  }
}

extension TitleWords {
  /// A phrase at the end of a line, with what decides whether it belongs to the title.
  struct Phrase {
    let words: ArraySlice<LineWord>
    /// The words before it.
    let title: ArraySlice<LineWord>
    let preposition: CaptureGrammar.Preposition?
    /// Whether other phrases or a time say that it is a date.
    let isSupported: Bool
  }

  /// Whether a phrase belongs to the title.
  func bind(_ phrase: Phrase) -> Bool {
    let (title, words) = (phrase.title, phrase.words)
    guard let before = title.last, let first = words.first else { return true }
    if words.count == 1, first.isShortWeekday, !isWeekday(first, after: title, phrase.isSupported) { return true }
    if words.contains(where: { small.contains($0.key) && $0.isCapitalized }) { return true }
    if let day = words.last?.value(.day), day < 0, first.isCapitalized || isPast(title) { return true }
    if phrase.preposition == .by { return false }
    // “Von 9 bis 17 Uhr”.
    if phrase.preposition == .byOrUntil {
      return !before.values.isEmpty && !before.key.contains("-") || states.contains(before.key)
    }
    if binding.contains(before.key), phrase.preposition != .at { return true }
    if before.key.hasSuffix(":") || before.hasComma && before.value(.number) != nil { return true }
    if phrase.preposition == nil {
      if title.count == 1, verbs.contains(before.key) { return true }
      let isNumber = first.key.first?.isNumber == true
      if isNumber ? numbered.contains(before.key) : names.contains(before.key),
        isNumber || first.isCapitalized || !first.hasCase && words.count == 1
      {
        return true
      }
    }
    if capitalsTell, before.text.first?.isUppercase == true, title.count > 1, !phrase.isSupported {
      // “Watch Henry the 8th”.
      if words.last?.value(.ordinal) != nil, words.count == 2, phrase.preposition == nil { return true }
      let others = words.filter { $0.value(.weekday) == nil && $0.value(.month) == nil }
      if others.contains(where: \.isCapitalized) { return true }
    }
    return isClause(title)
  }

  /// Whether a short weekday without a preposition is one: no verb (“where they sat”), no name (“Call Anna Sun”), no “SAT”.
  private func isWeekday(_ word: LineWord, after title: ArraySlice<LineWord>, _ isSupported: Bool) -> Bool {
    guard let before = title.last, title.count > 1 || isSupported, let first = word.text.first else { return false }
    if first.isLowercase {
      return isSupported || !otherWords.contains(word.key) && !(verbWeekdays.contains(word.key) && isClause(title))
    }
    guard word.text.dropFirst().allSatisfy({ $0.isLowercase || ",.".contains($0) }) else { return false }
    return !surnames.contains(word.key) || title.count > 1 && before.text.first?.isUppercase != true
  }

  private func isClause(_ title: ArraySlice<LineWord>) -> Bool {
    zip(title, title.dropFirst().map(\.key) + [""]).contains { word, next in
      clauses.contains(word.key) && !infinitives.contains([word.key, next])
    }
  }

  private func isPast(_ title: ArraySlice<LineWord>) -> Bool {
    isClause(title) || title.contains { pastClauses.contains($0.key) }
      || title.last.map { word in pasts.contains(word.key) || pastEndings.contains { word.key.hasSuffix($0) } } ?? false
  }
}
