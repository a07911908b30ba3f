import ArgumentParser
import Foundation

/// The system's time zone, as the variable `TZ` names it. Foundation takes what it doesn't know there for UTC.
enum SystemTimeZone {
  /// The IANA name of the zone: that of `TZ` in any form but a rule for summer time, or that of the system.
  /// - Throws: `ValidationError` for a `TZ` that names no zone.
  static func identifier(
    _ environment: [String: String], link: (String) -> String? = { SystemTimeZone.destination(of: $0) }
  ) throws -> String {
    guard let value = environment["TZ"] else { return TimeZone.current.identifier }
    let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
    if name.isEmpty { return "UTC" }
    let path = name.hasPrefix("/") && !name.contains(folder) ? link(name) ?? name : name
    let known = path.range(of: folder).map { String(path[$0.upperBound...]) } ?? path
    // Foundation takes the hours of `UTC+2` for those east of Greenwich.
    let isFixed = name.wholeMatch(of: /(?:[A-Za-z]{3,}|<.+>)[+-]?[0-9:]+/) != nil
    if let zone = isFixed ? fixed(name) : TimeZone(identifier: known)?.identifier { return zone }
    throw ValidationError(
      "TZ=\(value) is not the name of a time zone. Set FOURFOLD_TIME_ZONE, or TZ, to a name such as Europe/Berlin.")
  }

  private static let folder = "/zoneinfo/"

  private static func destination(of path: String) -> String? {
    do { return try FileManager.default.destinationOfSymbolicLink(atPath: path) } catch { return nil }
  }

  /// A zone without summer time in the form of POSIX, `JST-9`, whose hours are west of Greenwich; nil for others.
  private static func fixed(_ text: String) -> String? {
    guard let match = text.wholeMatch(of: /(?:[A-Za-z]{3,}|<[A-Za-z0-9+-]{3,}>)([+-]?)([0-9]{1,2})(?::00)*/),
      let hours = Int(match.2)
    else { return nil }
    let name = hours == 0 ? "UTC" : "Etc/GMT\(match.1 == "-" ? "-" : "+")\(hours)"
    return TimeZone(identifier: name).map { _ in name }
  }
}
