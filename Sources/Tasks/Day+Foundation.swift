package import Foundation

extension Day {
  package init(of moment: Date, in zone: TimeZone) {
    // Bounded before the conversion to an integer: a date can hold any floating-point number.
    let seconds = moment.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: moment))
    let days = (seconds / 86_400).rounded(.down)
    self.init(daysSince1970: days.isFinite ? Int(min(max(days, -1e9), 1e9)) : 0)
  }
}

extension Day {
  /// The first moment of the day in a time zone.
  package func start(in zone: TimeZone) -> Date {
    let midnight = Date(timeIntervalSince1970: Double(daysSince(Day(daysSince1970: 0))) * 86_400)
    let guess = midnight.addingTimeInterval(-Double(zone.secondsFromGMT(for: midnight)))
    // The offset at the guess differs from that at midnight UTC if the clocks change in between.
    let start = midnight.addingTimeInterval(-Double(zone.secondsFromGMT(for: guess)))
    // Where the clocks skip midnight, the day starts later.
    return Day(of: start, in: zone) < self ? start.addingTimeInterval(3_600) : start
  }
}

extension Day {
  /// The moment of a time of the day in a time zone.
  package func moment(at time: TimeOfDay, in zone: TimeZone) -> Date {
    let wall = WallTime(self, seconds: time.minutes * 60)
    return Date(timeIntervalSince1970: Double(wall.moment(offset: zone.offset(at:))))
  }
}

extension TimeOfDay {
  package init(of moment: Date, in zone: TimeZone) {
    let seconds = moment.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: moment))
    let minutes = ((seconds - (seconds / 86_400).rounded(.down) * 86_400) / 60).rounded(.down)
    self = TimeOfDay(minutes: minutes.isFinite ? Int(minutes) : 0) ?? .midnight
  }
}

extension Day: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let day = Day(iso: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date of the form 2026-01-31")
    }
    self = day
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(iso)
  }
}
