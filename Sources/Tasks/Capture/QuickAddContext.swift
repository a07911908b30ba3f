package import Foundation

/// What the words of a typed line are relative to: the reader's day and clock, and how they write dates.
package struct QuickAddContext: Hashable, Sendable {
  /// The current day.
  package let today: Day
  /// The current time: one that has passed means tomorrow.
  package let now: TimeOfDay
  /// The order of dates in digits.
  package let order: DateOrder
  /// The times of `morning`, `evening` and so on.
  package let hours: DayHours
  /// The day on which weeks begin.
  package let firstWeekday: Weekday
  /// The reader's time zone: of the moments at which a line says to remind.
  package let zone: TimeZone
  /// The reader's language, such as `de` or `en-GB`. English is understood besides.
  package let language: String

  package init(
    today: Day, now: TimeOfDay = .midnight, order: DateOrder = .dayFirst, hours: DayHours = .standard,
    firstWeekday: Weekday = .monday, zone: TimeZone = .gmt, language: String = "en"
  ) {
    (self.today, self.now, self.order, self.hours) = (today, now, order, hours)
    (self.firstWeekday, self.zone, self.language) = (firstWeekday, zone, language)
  }

  /// The first day of the next week.
  package var nextWeek: Day { today.nextWeek(from: firstWeekday) }

  /// The grammars of the languages, the reader's first.
  var grammars: [CaptureGrammar] { CaptureGrammar.named(language) }

  /// Reads the grammars of all languages.
  /// - Throws: the first thing that is wrong with one; no line of any language is understood then.
  package static func checkGrammars() throws(GrammarProblem) { _ = try CaptureGrammar.all.get() }
}

extension DateOrder {
  /// The usual order where a time zone is: the month is first in the United States.
  package static func usual(in zone: String) -> DateOrder {
    let isAmerican =
      ["US/", "America/Indiana/", "America/Kentucky/", "America/North_Dakota/"].contains(where: zone.hasPrefix)
      || american.contains(zone)
    return isAmerican ? .monthFirst : .dayFirst
  }

  /// The other zones of the United States (tzdata, `zone1970.tab`).
  private static let american: Set = [
    "America/New_York", "America/Detroit", "America/Chicago", "America/Menominee", "America/Denver", "America/Boise",
    "America/Phoenix", "America/Los_Angeles", "America/Anchorage", "America/Juneau", "America/Sitka",
    "America/Metlakatla", "America/Yakutat", "America/Nome", "America/Adak", "Pacific/Honolulu",
  ]
}

/// The times that `morning`, `afternoon`, `evening` and `night` mean.
package struct DayHours: Hashable, Sendable {
  /// Four times, in their order in the day.
  package let times: [TimeOfDay]

  /// 9:00, 15:00, 18:00 and 21:00.
  package static let standard = DayHours(hours: 9, 15, 18, 21)

  private init(hours: Int...) { times = hours.compactMap { TimeOfDay(minutes: $0 * 60) } }

  /// Nil unless there are four times, each after the one before.
  package init?(_ times: [TimeOfDay]) {
    guard times.count == 4, zip(times, times.dropFirst()).allSatisfy(<) else { return nil }
    self.times = times
  }
}

extension DayHours: LosslessStringConvertible {
  /// The times with spaces between: `09:00 15:00 18:00 21:00`.
  package var description: String { times.map(\.description).joined(separator: " ") }

  /// Parses the form of ``description``; nil for anything else.
  package init?(_ description: String) {
    let parts = description.split(separator: " ", omittingEmptySubsequences: false)
    let times = parts.prefix(5).compactMap { TimeOfDay(String($0)) }
    guard times.count == parts.count else { return nil }
    self.init(times)
  }
}
