/// A time of day in English at the end of a line: `14:00`, `9am`, `9:30 pm`, `noon`.
///
/// `at` or `by` has to precede it, unless it is next to a date: “Call Ann tomorrow 14:00”, “Call Ann at 3pm”. Other numbers are no
/// times: “Chapter 14:20”, “Meet at 5”.
struct TimePhrase {
  /// The number of words.
  let length: Int
  let time: TimeOfDay

  /// - Parameter isDated: whether a date was found after the words.
  init?(atEndOf words: ArraySlice<LineWord>, isDated: Bool, today: Day) {
    guard let last = words.last, last.text.first?.isUppercase != true,
      let (count, time) = Self.bare(last.key, words.dropLast().last?.key ?? "")
    else { return nil }
    let before = words.dropLast(count)
    self.time = time
    if let preposition = before.last, Self.prepositions.contains(preposition.key) {
      length = count + 1
      return
    }
    guard last.key != "noon",
      isDated || RecurrencePhrase(atEndOf: before) != nil || DatePhrase(atEndOf: before, today: today) != nil
    else { return nil }
    length = count
  }

  private static let prepositions: Set = ["at", "by"]

  private static func bare(_ last: String, _ before: String) -> (length: Int, TimeOfDay)? {
    if last == "noon" { return TimeOfDay("12:00").map { (1, $0) } }
    if last == "am" || last == "pm" { return twelveHours(before, isAfternoon: last == "pm").map { (2, $0) } }
    if last.hasSuffix("am") || last.hasSuffix("pm") {
      return twelveHours(last.dropLast(2), isAfternoon: last.hasSuffix("pm")).map { (1, $0) }
    }
    // “9:05” is one, “9:5” is not.
    return TimeOfDay(last.utf8.count == 4 ? "0" + last : last).map { (1, $0) }
  }

  /// `9` or `9:30` of the twelve-hour clock.
  private static func twelveHours(_ text: some StringProtocol, isAfternoon: Bool) -> TimeOfDay? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let first = parts.first, (1...2).contains(first.utf8.count),
      first.utf8.allSatisfy({ (48...57).contains($0) }),
      let hour = Int(first), (1...12).contains(hour), parts.count < 3
    else { return nil }
    let minutes = parts.count == 2 ? TimeOfDay("00:" + String(parts[1]))?.minutes : 0
    return minutes.flatMap { TimeOfDay(minutes: (hour % 12 + (isAfternoon ? 12 : 0)) * 60 + $0) }
  }
}
