import Foundation
import Tasks

/// Resolves the time zones of a calendar file: IANA and Windows names first, then the file's own VTIMEZONE components.
struct CalendarZones {
  private var described: [Bytes: ZoneRules] = [:]
  private var found: [Bytes: Zone] = [:]

  /// Bounds the work for one file.
  private static let most = 64

  private enum Zone {
    case named(TimeZone)
    case described(ZoneRules)
    case unknown
  }

  /// The number of days and transitions that may still be examined for all zones.
  private var iterations = 1_000_000

  /// Adds a zone that the file describes.
  mutating func add(_ component: ZoneComponent) {
    guard described.count < Self.most, let name = component.name, described[name] == nil else { return }
    described[name] = component.rules(iterations: &iterations)
  }

  /// Resolves a time. Local time in an unknown zone is one on every clock.
  mutating func time(_ time: CalendarTime?) -> ItemTime? {
    switch time {
    case nil: return nil
    case .day(let day): return .day(day)
    case .universal(let time): return .moment(Date(timeIntervalSince1970: Double(time.seconds)))
    case .local(let time, let name):
      guard let name else { return .local(time.day, time.time) }
      guard let seconds = universal(time, in: zone(name)) else { return .local(time.day, time.time) }
      return .moment(Date(timeIntervalSince1970: Double(seconds)))
    }
  }

  /// The moment of a time, for dates such as that of creation. A day counts from its beginning in UTC, and so does a time without a
  /// zone.
  mutating func moment(_ time: CalendarTime?) -> Date? {
    switch time {
    case nil: return nil
    case .day(let day): return day.start(in: .gmt)
    case .universal(let time): return Date(timeIntervalSince1970: Double(time.seconds))
    case .local(let time, let name):
      let seconds = name.flatMap { universal(time, in: zone($0)) } ?? time.seconds
      return Date(timeIntervalSince1970: Double(seconds))
    }
  }

  /// The zone in which a rule counts from a time: that of the time, or UTC.
  mutating func nameOfRule(from time: CalendarTime?) -> String? {
    if case .universal? = time { CalendarDate.universal } else { name(of: time) }
  }

  /// The IANA name of a time's zone; nil if it has none that own tasks can have.
  mutating func name(of time: CalendarTime?) -> String? {
    guard case .local(_, let name?)? = time else { return nil }
    let written = name.beginning(bytes: 64).text
    if AccountSettings.isTimeZone(written) { return written }
    guard case .named(let known) = zone(name), AccountSettings.isTimeZone(known.identifier) else { return nil }
    return known.identifier
  }

  /// The zone of a time, as written, if it is not known.
  mutating func unknownName(of time: CalendarTime?) -> String? {
    guard case .local(_, let name?)? = time, case .unknown = zone(name) else { return nil }
    return name.beginning(bytes: 100).text
  }

  /// The time as written, if the clocks of its zone skip it, so that it is later.
  mutating func skipped(_ time: CalendarTime?) -> String? {
    guard case .local(let wall, let name?)? = time, let moment = universal(wall, in: zone(name)),
      moment + Self.offset(of: zone(name), at: moment) != wall.seconds
    else { return nil }
    return "\(wall.day) \(wall.time)"
  }

  /// Converts a time to the zone of another, and returns whether it is a date without a time.
  mutating func wall(_ time: CalendarTime, like other: CalendarTime) -> (time: WallTime, isDay: Bool) {
    switch (time, other) {
    case (.day(let day), _): return (WallTime(day), true)
    case (.local(let time, let zone), .local(_, let other)) where zone == other: return (time, false)
    case (.local(let time, let zone), _):
      let moment = zone.flatMap { universal(time, in: self.zone($0)) }
      return (moment.map { wall(ofMoment: $0, like: other) } ?? time, false)
    case (.universal(let time), _): return (wall(ofMoment: time.seconds, like: other), false)
    }
  }

  /// The time after nominal days and then exact seconds (RFC 5545, section 3.3.6).
  mutating func adding(_ duration: CalendarDuration, to time: CalendarTime) -> CalendarTime {
    guard case .local(let wall, let name?) = time else { return time.adding(duration) }
    let zone = zone(name)
    if case .unknown = zone { return time.adding(duration) }
    return .local(wall.adding(duration, offset: { Self.offset(of: zone, at: $0) }), zone: name)
  }

  /// The duration from a start to a due date (RFC 5545, section 3.8.5.3): days, or between times the exact one.
  mutating func duration(from start: CalendarTime, to due: CalendarTime) -> CalendarDuration {
    switch (start, due) {
    case (.local(let from, let zone), .local(let to, let other)) where zone == nil || other == nil:
      return CalendarDuration(seconds: to.seconds - from.seconds)
    case (.day, _), (_, .day):
      return CalendarDuration(days: wall(due, like: start).time.day.daysSince(wall(start, like: start).time.day))
    case (_, _):
      let utc = CalendarTime.universal(WallTime(seconds: 0))
      return CalendarDuration(seconds: wall(due, like: utc).time.seconds - wall(start, like: utc).time.seconds)
    }
  }

  private mutating func wall(ofMoment moment: Int, like other: CalendarTime) -> WallTime {
    guard case .local(_, let name) = other, let name else { return WallTime(seconds: moment) }
    return WallTime(seconds: moment + Self.offset(of: zone(name), at: moment))
  }

  private static func offset(of zone: Zone, at moment: Int) -> Int {
    switch zone {
    case .named(let zone): zone.offset(at: moment)
    case .described(let rules): rules.offset(at: moment)
    case .unknown: 0
    }
  }

  private mutating func zone(_ name: Bytes) -> Zone {
    if let zone = found[name] { return zone }
    guard found.count < Self.most else { return .unknown }
    let zone: Zone =
      if let known = ZoneName.timeZone(name) {
        .named(known)
      } else if let rules = described[name] {
        rules.location.flatMap(ZoneName.timeZone).map(Zone.named) ?? .described(rules)
      } else {
        .unknown
      }
    found[name] = zone
    return zone
  }

  private func universal(_ time: WallTime, in zone: Zone) -> Int? {
    switch zone {
    case .named, .described: time.moment { Self.offset(of: zone, at: $0) }
    case .unknown: nil
    }
  }
}

/// The transitions of a time zone that a calendar file describes. Moments are seconds since 1970-01-01 00:00 UTC, offsets are
/// seconds east of UTC.
struct ZoneRules {
  /// The IANA name of the zone, from X-LIC-LOCATION.
  let location: Bytes?
  /// The transitions, the earliest first after ``sort()``. Those of rules are limited to ``years``.
  private(set) var onsets: [(moment: Int, after: Int)] = []
  /// The offset before the first transition: that of the first STANDARD component.
  private var standard: (moment: Int, after: Int)?

  /// The years for which rules are evaluated; after them the last offset holds.
  static let years = 1960...2100
  /// Bounds the work for one zone.
  static let mostOnsets = 8_192

  init(location: Bytes?) { self.location = location }

  mutating func addOnset(at moment: Int, after: Int, isStandard: Bool) {
    onsets.append((moment, after))
    if isStandard, moment < standard?.moment ?? .max { standard = (moment, after) }
  }

  mutating func sort() { onsets.sort { $0.moment < $1.moment } }

  /// The offset at a moment: that of the last transition until then.
  func offset(at moment: Int) -> Int {
    var low = 0
    var high = onsets.count
    while low < high {
      let middle = (low + high) / 2
      if onsets[middle].moment <= moment { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? onsets[low - 1].after : standard?.after ?? onsets.first?.after ?? 0
  }
}
