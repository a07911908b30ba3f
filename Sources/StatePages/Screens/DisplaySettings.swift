public import Foundation

/// The display preferences of a reader. The bytes of a page depend on them.
public struct DisplaySettings: Hashable, Sendable {
  /// The language of the words, dates and numbers, as a BCP 47 tag: `en-GB`.
  public var language: String
  /// The time zone that decides what "today" is, by its IANA name: `Europe/Berlin`.
  public var timeZone: String
  /// The moment of the request, in whole seconds since 1970-01-01T00:00:00Z; only its day in the time zone and ``minute`` count.
  public var now: Int64
  /// The time of the day that a page's bytes depend on, in minutes since midnight. An app whose pages change within a day rounds the
  /// current time down to the last change; otherwise it is 0.
  public var minute: Int
  /// Light or dark, by the app's name for it.
  public var theme: String
  /// The number of rows that a long list shows before it offers the rest.
  public var rows: Int

  /// Creates a look; by default, of now and here.
  public init(
    language: String = "en-GB", timeZone: String = TimeZone.current.identifier,
    now: Int64 = Int64(Date.now.timeIntervalSince1970), minute: Int = 0, theme: String = "system", rows: Int = 100
  ) {
    (self.language, self.timeZone, self.now) = (language, timeZone, now)
    (self.minute, self.theme, self.rows) = (minute, theme, rows)
  }

  /// The current day in the zone, in days since 1970-01-01.
  public var day: Int {
    let local = now + Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(now))))
    return Int((Double(local) / 86_400).rounded(.down))
  }

  package var numbers: NumberPrinter { NumberPrinter.of(language) }

  /// The zone; GMT if the name is unknown.
  public var zone: TimeZone { TimeZone(identifier: timeZone) ?? .gmt }

  /// The Gregorian calendar in the zone.
  public var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    calendar.locale = .of(language)
    return calendar
  }

  /// The parts of the look that a page's bytes depend on.
  public var version: PageVersion { PageVersion(language, timeZone, day, minute, theme, rows) }
}
