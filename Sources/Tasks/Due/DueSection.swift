/// The sections of Today, by due date.
public enum DueSection: String, CaseIterable, Hashable, Sendable {
  /// Before now.
  case late
  /// From now on until the end of today.
  case today
  /// The seven days after today.
  case soon

  /// The number of days in ``soon``.
  public static let soonDays = 7

  /// The due dates of the section.
  public func times(at now: DueTime) -> Range<DueTime> {
    let tomorrow = DueTime(startOf: now.day.adding(days: 1))
    return switch self {
    case .late: DueTime.first..<now
    case .today: now..<max(now, tomorrow)
    case .soon: tomorrow..<max(tomorrow, DueTime(startOf: tomorrow.day.adding(days: Self.soonDays)))
    }
  }

  /// The section that a due date is in; nil for later days.
  public init?(of due: DueTime, at now: DueTime) {
    guard let section = Self.allCases.first(where: { $0.times(at: now).contains(due) }) else { return nil }
    self = section
  }
}
