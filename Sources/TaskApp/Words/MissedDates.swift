import Tasks

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
