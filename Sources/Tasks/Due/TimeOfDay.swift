package import Foundation

/// A time of day in whole minutes, from 00:00 to 23:59.
package struct TimeOfDay: Hashable, Comparable, Sendable {
  /// Minutes since midnight, 0 to 1,439.
  package let minutes: Int

  /// 00:00.
  package static let midnight = TimeOfDay(hour: 0)

  /// Nil for minutes outside of a day.
  package init?(minutes: Int) {
    guard (0..<1_440).contains(minutes) else { return nil }
    self.minutes = minutes
  }

  private init(hour: Int) { minutes = hour * 60 }

  /// Earlier times come first.
  package static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.minutes < right.minutes }
}

extension TimeOfDay: LosslessStringConvertible {
  /// Parses exactly the form `14:05`; nil for anything else.
  package init?(_ description: String) {
    let bytes = Array(description.utf8)
    let digits = bytes.map { Int($0) - 48 }
    guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"),
      [0, 1, 3, 4].allSatisfy({ (0...9).contains(digits[$0]) }), digits[3] < 6
    else { return nil }
    self.init(minutes: (digits[0] * 10 + digits[1]) * 60 + digits[3] * 10 + digits[4])
  }

  /// The form `14:05`.
  package var description: String {
    let (hour, minute) = (minutes / 60, minutes % 60)
    return String(decoding: [hour / 10, hour % 10, 10, minute / 10, minute % 10].map { UInt8($0 + 48) }, as: UTF8.self)
  }
}

/// The time of day of a due date: in a time zone, or on every clock alike (RFC 5545, section 3.3.5: local time with a time zone
/// reference, and floating time).
package struct ClockTime: Hashable, Sendable {
  package let time: TimeOfDay
  /// The IANA name of the time zone; nil for floating time.
  package let zone: String?

  /// Creates a time. The zone has to be known.
  package init(_ time: TimeOfDay, zone: String? = nil) { (self.time, self.zone) = (time, zone) }
}

extension ClockTime: LosslessStringConvertible {
  /// Parses the forms `14:05` and `14:05 Europe/Berlin`; nil for anything else and for unknown time zones.
  package init?(_ description: String) {
    let parts = description.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let time = parts.first.flatMap({ TimeOfDay($0) }) else { return nil }
    if parts.count > 1, !AccountSettings.isTimeZone(parts[1]) { return nil }
    self.init(time, zone: parts.count > 1 ? parts[1] : nil)
  }

  /// Parses a stored time. Its time zone may have become unknown: then it is a time on every clock.
  package init?(stored: String) {
    guard let time = TimeOfDay(String(stored.prefix(5))) else { return nil }
    self.init(time, zone: stored.utf8.count > 6 ? String(stored.dropFirst(6)) : nil)
  }

  /// The form `14:05` or `14:05 Europe/Berlin`.
  package var description: String { zone.map { "\(time) \($0)" } ?? time.description }
}

extension ClockTime {
  /// The day and the time on a reader's clock at the moment of this time of a day.
  /// - Parameter reader: the reader's time zone.
  package func local(on day: Day, in reader: TimeZone) -> (day: Day, time: TimeOfDay) {
    guard let zone, zone != reader.identifier, let own = TimeZone(identifier: zone) else { return (day, time) }
    let moment = day.moment(at: time, in: own)
    return (Day(of: moment, in: reader), TimeOfDay(of: moment, in: reader))
  }
}
