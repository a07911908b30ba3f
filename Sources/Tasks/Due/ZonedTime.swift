public import Foundation

/// A moment on a reader's clock: the minute, and the time zone of that clock.
///
/// Due dates are compared with it: one in a time zone as a moment, any other on the reader's clock.
public struct ZonedTime: Hashable, Sendable {
  /// The minute.
  public let time: DueTime
  /// The IANA name of the time zone.
  public let zone: String

  /// Creates a moment.
  public init(_ time: DueTime, in zone: String) {
    self.time = time
    self.zone = zone
  }

  /// The day.
  public var day: Day { time.day }

  /// The time zone.
  public var timeZone: TimeZone { TimeZone(identifier: zone) ?? .gmt }
}

extension ZonedTime: CustomStringConvertible {
  /// The form `2026-11-2714:05 Europe/Berlin`.
  public var description: String { "\(time) \(zone)" }
}
