/// Suggests the name that was probably meant by a misspelt one.
enum SpellingSuggestion {
  /// The nearest name by edit distance, if it is near enough; of several, the first.
  static func name(to name: String, among names: some Sequence<String>) -> String? {
    let wrong = Array(name)
    let near = names.filter { $0 != name }.map { (distance: distance(wrong, Array($0)), name: $0) }
      .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
    guard let near, near.distance <= max(2, name.count / 5) else { return nil }
    return near.name
  }

  /// The Damerau-Levenshtein distance in its restricted form (optimal string alignment).
  private static func distance(_ one: [Character], _ other: [Character]) -> Int {
    guard !one.isEmpty, !other.isEmpty else { return max(one.count, other.count) }
    var before: [Int] = []
    var last = Array(0...other.count)
    for row in 1...one.count {
      var line = [row]
      for column in 1...other.count {
        let same = one[row - 1] == other[column - 1]
        var least = min(last[column] + 1, line[column - 1] + 1, last[column - 1] + (same ? 0 : 1))
        if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1] {
          least = min(least, before[column - 2] + 1)
        }
        line.append(least)
      }
      (before, last) = (last, line)
    }
    return last[other.count]
  }
}
