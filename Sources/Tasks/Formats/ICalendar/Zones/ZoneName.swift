import Foundation

/// Finds time zones by the names that calendar files use.
enum ZoneName {
  /// The zone of an IANA name, with or without a vendor's prefix, or of a Windows name.
  static func timeZone(_ name: Bytes) -> TimeZone? {
    let name = name.trimmed
    guard name.count <= 100 else { return nil }
    if let identifier = WindowsZones.identifiers[name.text] { return TimeZone(identifier: identifier) }
    if single.contains(name.text) { return TimeZone(identifier: name.text) }
    if name.equals("utc") || name.equals("gmt") || name.equals("z") { return .gmt }
    let parts = name.split(separator: UInt8(ascii: "/"))
    // America/Indiana/Knox, Europe/Berlin: after a prefix, try the last three components, then two.
    guard parts.count >= 2, parts.allSatisfy({ $0.allSatisfy(isLetterOfName) }) else { return nil }
    for count in [3, 2] where count <= parts.count {
      let identifier = parts.suffix(count).map(\.text).joined(separator: "/")
      if let zone = TimeZone(identifier: identifier) { return zone }
    }
    return nil
  }

  /// The canonical spelling of a TZID: as a property it has escapes, as a parameter it should have none.
  static func written(_ value: Bytes) -> Bytes {
    CalendarText.unescaped(value).trimmed
  }

  /// IANA names of one component. Abbreviations such as PST are ambiguous and not accepted.
  private static let single: Set<String> = [
    "CET", "CST6CDT", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire", "GB", "GB-Eire", "GMT+0", "GMT-0", "GMT0",
    "Greenwich",
    "HST", "Hongkong", "Iceland", "Iran", "Israel", "Jamaica", "Japan", "Kwajalein", "Libya", "MET", "MST", "MST7MDT",
    "NZ",
    "NZ-CHAT", "Navajo", "PRC", "PST8PDT", "Poland", "Portugal", "ROC", "ROK", "Singapore", "Turkey", "UCT",
    "Universal",
    "W-SU", "WET", "Zulu",
  ]

  private static func isLetterOfName(_ byte: UInt8) -> Bool {
    (byte.isWord && byte < 0x80) || "_-+.".utf8.contains(byte)
  }
}
