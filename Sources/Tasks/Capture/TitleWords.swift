/// The words of a language by which a phrase at the end of a line belongs to its title: “Move the call to Friday”.
struct TitleWords: Sendable {
  enum Kind: String {
    /// Words that bind what follows them.
    case binding
    /// The first words of names that end with a date, in capitals: `Black Friday`.
    case names
    /// Words that a number follows: `Kapitel 4.5.`
    case numbered
    /// Words that a number follows, but also a date with the name of a month: `Übung 5.6.`
    case counted
    /// The first words of names that end with a preposition and a weekday, in capitals: `Welt am Sonntag`.
    case papers
    /// Words that say how much a date holds: `maybe`, `frühestens`. Some are two words.
    case qualifiers
    /// Verbs whose only object a date would be: “Plan next week”.
    case verbs
    /// Words of clauses: “Explain what happened today”.
    case clauses
    /// Other words of clauses about the past: “The mail I got yesterday”.
    case pastClauses
    /// Verbs in the past, which are last in such clauses.
    case pasts
    /// The endings of other such verbs.
    case pastEndings
    /// Two words that begin no clause: `how to`.
    case infinitives
    /// Weekdays by short names, which may be other words.
    case shortWeekdays
    /// Short weekdays that are also words of other kinds.
    case otherWords
    /// Words that a noun follows: `in sun`.
    case beforeNouns
    /// Short weekdays that are also verbs, which are last in clauses: `how she weds`.
    case verbWeekdays
    /// Short weekdays that are also names.
    case surnames
    /// Short weekdays that are other words in lower case.
    case capitalWeekdays
    /// Words inside of a phrase that are in lower case, unless the phrase is a title: `the day After tomorrow`
    case small
    /// Words after which `until` tells how long something is so: `Geöffnet bis Freitag`.
    case states
    /// Words before a priority that say how much it is so: `nicht so dringend`.
    case degrees
    /// Words that a date of another language could have: `Was ich tue`.
    case ownWords
  }

  private let words: [Kind: Set<String>]
  /// Whether words in capitals are names and titles, not any noun.
  let capitalsTell: Bool

  init(_ entry: GrammarEntry, capitalsTell: Bool, _ fold: (String) -> String) throws(GrammarProblem) {
    self.capitalsTell = capitalsTell
    var words: [Kind: Set<String>] = [:]
    for (kind, names) in try entry.members(Kind.init) { words[kind] = Set(try names.names(fold)) }
    self.words = words
  }

  func has(_ word: String, _ kind: Kind) -> Bool { words[kind]?.contains(word) == true }
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
    if isQualified(title) { return true }
    let isName = before.isCapitalized || !before.hasCase && !phrase.isSupported
    if phrase.preposition == .on, isName, has(before.key, .papers) { return true }
    if words.count == 1, first.isShortWeekday, !isWeekday(first, after: title, phrase.isSupported) { return true }
    // “Henry 8th”, “Finish 1st”.
    if words.count == 1, phrase.preposition == nil, first.value(.ordinal) != nil, !phrase.isSupported,
      title.count == 1 || isName
    {
      return true
    }
    if words.contains(where: { has($0.key, .small) && $0.isCapitalized }) { return true }
    if let day = words.last?.value(.day), day < 0, first.isCapitalized || isPast(title) { return true }
    if phrase.preposition == .by { return false }
    // “Von 9 bis 17 Uhr”.
    if phrase.preposition == .byOrUntil {
      return !before.values.isEmpty && !before.key.contains("-") || has(before.key, .states)
    }
    if has(before.key, .binding), phrase.preposition != .at { return true }
    if before.key.hasSuffix(":") || before.hasComma && before.value(.number) != nil { return true }
    if phrase.preposition == nil {
      if title.count == 1, has(before.key, .verbs) { return true }
      if words.count == 1, has(before.key, .counted), first.isNumberedDate { return true }
      let isNumber = first.key.first?.isNumber == true
      if isNumber ? has(before.key, .numbered) : has(before.key, .names),
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
      return isSupported
        || !(has(word.key, .otherWords) && (!capitalsTell || isSentence(title)))
          && !(has(word.key, .verbWeekdays) && isClause(title))
    }
    guard word.text.dropFirst().allSatisfy({ $0.isLowercase || ",.".contains($0) }) else { return false }
    return !has(word.key, .surnames) || title.count > 1 && before.text.first?.isUppercase != true
  }

  /// Whether a title ends with a word that says how much a date after it holds.
  func isQualified(_ title: ArraySlice<LineWord>) -> Bool {
    guard let before = title.last else { return false }
    return has(before.key, .qualifiers)
      || title.dropLast().last.map { has("\($0.key) \(before.key)", .qualifiers) } ?? false
  }

  /// Whether a title may go on with a verb or a noun: “Where they | sat”, “The cat | sat”, “Lie in the | sun”.
  private func isSentence(_ title: ArraySlice<LineWord>) -> Bool {
    isClause(title) || title.last.map { has($0.key, .beforeNouns) } == true
      || [title.first, title.last].contains { $0.map { has($0.key, .binding) || has($0.key, .pastClauses) } ?? false }
  }

  private func isClause(_ title: ArraySlice<LineWord>) -> Bool {
    zip(title, title.dropFirst().map(\.key) + [""]).contains { word, next in
      has(word.key, .clauses) && !has("\(word.key) \(next)", .infinitives)
    }
  }

  private func isPast(_ title: ArraySlice<LineWord>) -> Bool {
    isClause(title) || title.contains { has($0.key, .pastClauses) }
      || title.last.map { word in
        has(word.key, .pasts) || words[.pastEndings, default: []].contains { word.key.hasSuffix($0) }
      } ?? false
  }
}

extension LineWord {
  /// Whether the word is digits that may be a date and a number.
  fileprivate var isNumberedDate: Bool {
    [.dateOfYear, .doubtfulDate, .ordinal].contains { value($0) != nil }
  }
}
