import Foundation
import Tasks

extension CalendarTime {
  /// Nil when the value is invalid.
  init?(_ line: ContentLine) { self.init(line.value, type: line.type, zone: line.zone) }

  /// The values of a list, without invalid ones. A PERIOD counts as its start.
  static func all(_ line: ContentLine) -> [CalendarTime] {
    CalendarText.parts(line.value, most: most).compactMap { part in
      let value = part.prefix { $0 != UInt8(ascii: "/") }
      return CalendarTime(value, type: value.count == part.count ? line.type : nil, zone: line.zone)
    }
  }

  /// Bounds the work for one line.
  private static let most = 2_000

  /// Nil when the value is invalid.
  /// - Parameters:
  ///   - type: the parameter VALUE.
  ///   - zone: the parameter TZID.
  init?(_ value: Bytes, type: Bytes?, zone: Bytes?) {
    // Some programs don't quote a TZID that contains a colon: it then ends at the last colon of the line.
    if let zone, let colon = value.lastIndex(of: UInt8(ascii: ":")) {
      self.init(
        value[(colon + 1)...], type: type,
        zone: ZoneName.written(Array(zone + [UInt8(ascii: ":")] + value[..<colon]).prefix(ZoneName.mostBytes)))
      return
    }
    let value = value.trimmed
    guard let day = Day(compact: value.prefix(8)) else {
      // Some programs write the extended form, with hyphens and colons.
      if let moment = FileMoment(value.prefix(64).text) {
        let wall = WallTime(seconds: moment.wall.seconds - (moment.offset ?? 0))
        self = moment.offset == nil ? .local(wall, zone: zone) : .universal(wall)
      } else if let day = Day(iso: value.prefix(11).text) {
        self = .day(day)
      } else {
        return nil
      }
      return
    }
    if value.count == 8 || type?.equals("date") == true {
      self = .day(day)
      return
    }
    guard let time = WallTime(value.prefix(15)) else { return nil }
    switch (value.count, value.last?.lowercased) {
    case (16, UInt8(ascii: "z")): self = .universal(time)
    case (15, _): self = .local(time, zone: zone)
    default:
      // `20260131T235959+0100` is not in the standard.
      guard let offset = ZoneName.offset(value.dropFirst(15)) else { return nil }
      self = .universal(WallTime(seconds: time.seconds - offset))
    }
  }
}
