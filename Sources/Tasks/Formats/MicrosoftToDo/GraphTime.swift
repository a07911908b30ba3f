import Foundation

/// Dates of Microsoft Graph: a local time and the name of its zone.
enum GraphTime {
  /// A time, a moment if the zone is known.
  static func time(_ value: JSONValue?) -> RemoteTime? {
    guard let (time, zone) = parts(value) else { return nil }
    guard let zone, time.offset == nil else { return time.time }
    return .moment(time.wall.day.moment(at: time.wall.time, in: zone))
  }

  /// A day. Midnight in the named zone stands for it; another time is that of the person's midnight.
  static func day(_ value: JSONValue?, in zone: TimeZone) -> RemoteTime? {
    guard let (written, _) = parts(value), let time = time(value) else { return nil }
    return .day(written.isMidnight ? written.wall.day : time.day(in: zone))
  }

  /// The text of a date, which may be unreadable; nil if there is none.
  static func text(_ value: JSONValue?) -> String? {
    let text = value?.string ?? value?.members["dateTime"]?.string ?? ""
    return text.isEmpty ? nil : text
  }

  private static func parts(_ value: JSONValue?) -> (FileMoment, TimeZone?)? {
    if let text = value?.string { return FileMoment(text).map { ($0, nil) } }
    let members = value?.members ?? [:]
    guard let time = members["dateTime"]?.string.flatMap(FileMoment.init) else { return nil }
    return (time, members["timeZone"]?.bytes.flatMap(ZoneName.timeZone))
  }
}
