import StatePages
import Tasks

/// The number of matches of a search, which is counted up to ``Limits/countedMatches``.
enum MatchCount {
  /// `12`, or `99+`.
  static func text(_ count: Int) -> String {
    count < Limits.countedMatches ? String(count) : "\(Limits.countedMatches - 1)+"
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
