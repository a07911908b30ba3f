/// The phrases of a grammar.
extension CaptureGrammar {
  /// A phrase without choices of length.
  struct Pattern: Sendable {
    let rule: CaptureRule
    let terms: [Term]
  }

  enum Term: Sendable {
    case word(Set<String>)
    case one(Set<WordKind>)
    case list(WordKind)

    var keys: [Key] {
      switch self {
      case .word(let words): words.map(Key.word)
      case .one(let kinds): kinds.map(Key.kind)
      case .list(let kind): [.kind(kind)]
      }
    }
  }

  enum Key: Hashable, Sendable {
    case word(String)
    case kind(WordKind)
  }
}

/// Words of a line that a phrase of the grammar describes.
struct CaptureMatch {
  let rule: CaptureRule
  let start: Int
  /// The kinds and values of the words that have one.
  let values: [(kind: WordKind, value: Int)]
}

extension CaptureGrammar {
  /// The phrases that end before an index.
  func matches(_ words: [LineWord], endingAt end: Int) -> [CaptureMatch] {
    guard end > 0 else { return [] }
    let last = words[end - 1]
    let keys = [Key.word(last.key)] + (last.values + last.joinedValues).map { Key.kind($0.kind) }
    return keys.flatMap { patterns[$0] ?? [] }.compactMap { match($0, words, end) }
  }

  private func match(_ pattern: Pattern, _ words: [LineWord], _ end: Int) -> CaptureMatch? {
    var (place, values): (Int, [(kind: WordKind, value: Int)]) = (end, [])
    for term in pattern.terms.reversed() {
      guard place > 0 else { return nil }
      let word = words[place - 1]
      switch term {
      case .word(let choices): guard choices.contains(word.key), !word.hasComma else { return nil }
      case .one(let kinds):
        guard let value = word.values.first(where: { kinds.contains($0.kind) }) else { return nil }
        if value.kind == .weekdayPart {
          let part = value.value % Self.weekdayPart
          values.append(part < 10 ? (.part, part) : (.noon, part))
          values.append((.weekday, value.value / Self.weekdayPart))
        } else {
          values.append(value)
        }
      case .list(let kind):
        guard let found = list(kind, words, place) else { return nil }
        values += found.values
        place = found.start + 1
      }
      place -= 1
    }
    return CaptureMatch(rule: pattern.rule, start: place, values: values.reversed())
  }

  /// The members of a list from the last one on.
  private func list(
    _ kind: WordKind, _ words: [LineWord], _ end: Int
  ) -> (values: [(kind: WordKind, value: Int)], start: Int)? {
    var (values, place): ([(kind: WordKind, value: Int)], Int) = ([], end)
    while place > 0, values.count < Self.longestList {
      let word = words[place - 1]
      guard let value = word.value(kind) ?? word.joinedValue(kind) else { return nil }
      values.append((kind, value))
      place -= 1
      let isJoined = word.value(kind) == nil
      let skipped = !isJoined && place > 0 && joiners.contains(words[place - 1].key) ? 1 : 0
      guard place > skipped, words[place - 1 - skipped].takesPlace(in: kind) else {
        return isJoined ? nil : (values, place)
      }
      place -= skipped
    }
    return (values, place)
  }

  private static let longestList = 7
}

extension LineWord {
  fileprivate func takesPlace(in list: WordKind) -> Bool { value(list) != nil || joinedValue(list) != nil }
}
