import StatePages
import StateViews
import Tasks

/// Numbers in sentences.
enum Counted {
  /// The number with commas between thousands.
  static func text(_ count: Int) -> String {
    // Nearly all counts of a page.
    if count < 1_000 { return String(max(0, count)) }
    let digits = Array(String(count))
    return digits.indices.map { index in
      let isGroup = index > 0 && (digits.count - index) % 3 == 0
      return (isGroup ? "," : "") + String(digits[index])
    }.joined()
  }
}

extension PluralCount {
  /// A number with commas between thousands.
  init(_ count: Int) { self.init(count, text: Counted.text(count)) }
}

extension Fact {
  /// A number in a sentence, in contrast to one that names something, such as a port.
  static func count(_ count: Int) -> Fact { .text(Counted.text(count)) }
}

/// The number of matches of a search, which is counted up to ``Limits/countedMatches``.
enum MatchCount {
  /// `12`, or `99+`.
  static func text(_ count: Int) -> String {
    count < Limits.countedMatches ? Counted.text(count) : "\(Limits.countedMatches - 1)+"
  }
}

/// A number of due tasks, which are counted up to ``DueCounts/most``.
enum DueCount {
  static func text(_ count: Int) -> String { count < DueCounts.most ? String(count) : "\(DueCounts.most - 1)+" }
}

/// The dates of a repeating task that passed while it was open. They do not pile up: it stays one late task.
enum MissedDates {
  /// Their number; nil if the task is not late, or none passed.
  static func text(of recurrence: Recurrence, due: Day?, today: Day) -> String? {
    guard let due, due < today else { return nil }
    switch recurrence.missed(on: today) {
    case 0: return nil
    case Limits.missedDates...: return "\(Limits.missedDates - 1)+"
    case let missed: return String(missed)
    }
  }
}
