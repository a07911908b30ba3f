/// The sections of Today, by due day.
public enum DueSection: String, CaseIterable, Hashable, Sendable {
  /// Before today.
  case late
  case today
  /// The seven days after today.
  case soon

  /// The number of days in ``soon``.
  public static let soonDays = 7

  /// The due days of the section.
  public func days(at today: Day) -> Range<Day> {
    let tomorrow = today.adding(days: 1)
    return switch self {
    case .late: Day.first..<today
    case .today: today..<max(today, tomorrow)
    case .soon: tomorrow..<max(tomorrow, tomorrow.adding(days: Self.soonDays))
    }
  }

  /// The section that a due day is in; nil for later days.
  public init?(of day: Day, at today: Day) {
    guard let section = Self.allCases.first(where: { $0.days(at: today).contains(day) }) else { return nil }
    self = section
  }
}
