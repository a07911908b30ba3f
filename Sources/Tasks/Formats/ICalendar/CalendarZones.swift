import Foundation

/// The time zones of a calendar file: those that everybody knows by name, else those that it describes itself.
struct CalendarZones {
  private var described: [Bytes: ZoneRules] = [:]
  private var found: [Bytes: Zone] = [:]

  /// A file that names more of them is not asking for the time.
  private static let most = 64

  private enum Zone {
    case named(TimeZone)
    case described(ZoneRules)
    case unknown
  }

  /// A zone that the file describes.
  mutating func add(_ component: ZoneComponent) {
    guard described.count < Self.most, let name = component.name, let rules = component.rules() else { return }
    if described[name] == nil { described[name] = rules }
  }

  /// What a time of the file means. A local time where the zone is not known is a day, the same everywhere.
  mutating func time(_ time: CalendarTime?) -> RemoteTime? {
    switch time {
    case nil: return nil
    case .day(let day): return .day(day)
    case .universal(let time): return .moment(Date(timeIntervalSince1970: Double(time.seconds)))
    case .local(let time, let name):
      guard let name, let seconds = universal(time, in: zone(name)) else { return .day(time.day) }
      return .moment(Date(timeIntervalSince1970: Double(seconds)))
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
    case .named(let zone):
      Self.universal(time.seconds) { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))) }
    case .described(let rules): Self.universal(time.seconds, offset: rules.offset(at:))
    case .unknown: nil
    }
  }

  /// A time that comes twice is the first of both, one that is left out goes by the clock as it was before
  /// (RFC 5545, section 3.3.5).
  private static func universal(_ local: Int, offset: (Int) -> Int) -> Int {
    let before = offset(local - 86_400)
    let after = offset(local + 86_400)
    let early = local - before
    let late = local - after
    return before == after || offset(early) == before || offset(late) != after ? early : late
  }
}
