/// A start date in English before a due date: “Paint the fence from Monday due Friday”, `starts 3 Dec by 10 Dec`, `starting tomorrow due next week`.
///
/// The due date has to follow with `by` or `due`, and must not be before the start. Alone, `from Monday` belongs to the title: “Shop open
/// from Monday”, “School starts Monday”.
struct StartPhrase {
  /// The number of words.
  let length: Int
  let day: Day

  /// - Parameter found: the phrases after the words.
  init?(atEndOf words: ArraySlice<LineWord>, before found: [QuickAddLine.Phrase], today: Day) {
    guard let next = found.first, case .due(let due) = next.meaning,
      let opening = LineWord.words(of: next.text).first?.key, ["by", "due"].contains(opening),
      let date = DatePhrase.bare(words, today), date.day <= due, date.day >= today,
      let before = words.dropLast(date.length).last, ["from", "starts", "starting"].contains(before.key)
    else { return nil }
    (length, day) = (date.length + 1, date.day)
  }
}
