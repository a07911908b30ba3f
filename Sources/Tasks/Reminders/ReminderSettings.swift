/// When an account is reminded, besides the reminders of tasks.
package struct ReminderSettings: Hashable, Sendable {
  /// The time at which it gets the tasks of a day; nil for none.
  package var digest: TimeOfDay?
  /// The days on which it gets them.
  package var days: Set<Weekday>
  /// When nothing is sent.
  package var quiet: QuietHours?
  /// Whether messages leave out what tasks are called.
  package var isPrivate: Bool
  /// Whether a phone reminds of tasks by itself: then no channel does.
  package var phoneRings: Bool

  /// No tasks of the day, no quiet hours.
  package static let standard = ReminderSettings(digest: nil)

  package init(
    digest: TimeOfDay?, days: Set<Weekday> = Set(Weekday.allCases), quiet: QuietHours? = nil, isPrivate: Bool = false,
    phoneRings: Bool = false
  ) {
    (self.digest, self.days, self.quiet) = (digest, days, quiet)
    (self.isPrivate, self.phoneRings) = (isPrivate, phoneRings)
  }

  /// Validates the texts of a form. Empty times are none.
  /// - Throws: ``InvalidInput`` with what is no time, and quiet hours of which one end is missing.
  package init(
    digest: String, days: Set<Weekday>, quietFrom: String, quietUntil: String, isPrivate: Bool,
    phoneRings: Bool
  ) throws(InvalidInput) {
    var problems: [FieldProblem] = []
    func time(_ text: String, _ field: InputField) -> TimeOfDay? {
      // A control with seconds sends them.
      let time = TimeOfDay(String(TypedText.trimmed(text).prefix(5)))
      if time == nil, !text.isEmpty { problems.append(FieldProblem(field, .notATime)) }
      return time
    }
    self.init(digest: time(digest, .digest), days: days, isPrivate: isPrivate, phoneRings: phoneRings)
    let (from, until) = (time(quietFrom, .quietFrom), time(quietUntil, .quietUntil))
    if let from, let until { quiet = QuietHours(from: from, until: until) }
    if from != nil, quietUntil.isEmpty { problems.append(FieldProblem(.quietUntil, .notATime)) }
    if until != nil, quietFrom.isEmpty { problems.append(FieldProblem(.quietFrom, .notATime)) }
    if let invalid = InvalidInput(problems) { throw invalid }
  }
}

/// The hours of a day from one time until before another one, over midnight if that is earlier.
package struct QuietHours: Hashable, Sendable {
  package let from, until: TimeOfDay

  /// Nil for the same time twice.
  package init?(from: TimeOfDay, until: TimeOfDay) {
    if from == until { return nil }
    (self.from, self.until) = (from, until)
  }

  package func contains(_ time: TimeOfDay) -> Bool {
    from < until ? from <= time && time < until : from <= time || time < until
  }
}

extension QuietHours: LosslessStringConvertible {
  /// The form `22:00 06:30`.
  package var description: String { "\(from) \(until)" }

  /// Parses the form of ``description``; nil for anything else.
  package init?(_ description: String) {
    let parts = description.split(separator: " ", omittingEmptySubsequences: false).map { TimeOfDay(String($0)) }
    guard parts.count == 2, let from = parts[0], let until = parts[1] else { return nil }
    self.init(from: from, until: until)
  }
}
