public import Foundation

/// How a reader wants things printed. Together with a cache key it names the bytes of a page.
public struct Look: Hashable, Sendable {
  /// The language of the words, as in BCP 47: `en`.
  public var language: String
  /// The time zone that decides what "today" is, by its IANA name: `Europe/Berlin`.
  public var timeZone: String
  /// The moment of the request, in whole seconds since 1970-01-01T00:00:00Z; only its day in the time zone counts.
  public var now: Int64
  /// Light or dark, by the app's name for it.
  public var theme: String
  /// How many rows a long list shows before it offers the rest.
  public var rows: Int

  /// A look.
  public init(language: String = "en", timeZone: String, now: Int64, theme: String = "system", rows: Int = 100) {
    self.language = language
    self.timeZone = timeZone
    self.now = now
    self.theme = theme
    self.rows = rows
  }

  /// The day that it is in the zone: its distance from 1970-01-01, in days.
  public var day: Int { LocalDays.shared.day(of: now, in: timeZone) }

  /// The zone; GMT if the name is unknown.
  public var zone: TimeZone {
    TimeZone(identifier: timeZone) ?? .gmt
  }

  /// The Gregorian calendar in the zone.
  public var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    calendar.locale = Locale(identifier: language)
    return calendar
  }

  /// What of the look a page's bytes depend on.
  public var cacheKey: CacheKey {
    CacheKey(language, timeZone, day, theme, rows)
  }
}
