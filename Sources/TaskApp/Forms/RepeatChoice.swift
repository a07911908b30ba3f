import Tasks

/// A recurrence that several tasks get with one press, by the value of its button.
enum RepeatChoice: String {
  case never, day, weekdays, week, month, year
  case twoWeeks = "2-weeks"

  /// The recurrence, as of the due date of each task; nil for none.
  var draft: RecurrenceDraft? {
    switch self {
    case .never: nil
    case .day: RecurrenceDraft(.day)
    case .weekdays: RecurrenceDraft(.week, weekdays: [.monday, .tuesday, .wednesday, .thursday, .friday])
    case .week: RecurrenceDraft(.week)
    case .twoWeeks: RecurrenceDraft(.week, interval: 2)
    case .month: RecurrenceDraft(.month)
    case .year: RecurrenceDraft(.year)
    }
  }
}
