import Foundation
import Tasks

/// Finds time zones by the names that calendar files use.
enum ZoneName {
  /// The rest of a longer name is ignored: each value of a line is compared with the names of zones.
  static let mostBytes = 255

  /// The zone of an IANA name, with or without a vendor's prefix, or of a Windows name.
  static func timeZone(_ name: Bytes) -> TimeZone? {
    let name = name.trimmed
    guard name.count <= 100 else { return nil }
    if let identifier = windows[name.text] { return TimeZone(identifier: identifier) }
    if single.contains(name.text) { return TimeZone(identifier: name.text) }
    if name.equals("utc") || name.equals("gmt") || name.equals("z") { return .gmt }
    if let seconds = offset(name) { return TimeZone(secondsFromGMT: seconds) }
    // `US-Eastern` is US/Eastern.
    if !name.contains(UInt8(ascii: "/")), let dash = name.firstIndex(of: UInt8(ascii: "-")) {
      return timeZone(name[..<dash] + [UInt8(ascii: "/")] + name[(dash + 1)...])
    }
    let parts = name.split(separator: UInt8(ascii: "/"))
    // America/Indiana/Knox, Europe/Berlin: after a prefix, try the last three components, then two.
    guard parts.count >= 2, parts.allSatisfy({ $0.allSatisfy(isLetterOfName) }) else { return nil }
    for count in [3, 2] where count <= parts.count {
      let identifier = parts.suffix(count).map(\.text).joined(separator: "/")
      if let zone = TimeZone(identifier: identifier) { return zone }
    }
    return nil
  }

  /// The seconds of an offset from UTC: `Z`, `UTC`, `+01:00`, `+0100`, `+01`, `GMT+1`, `UTC-05:30`.
  static func offset(_ text: Bytes) -> Int? {
    if text.equals("z") { return 0 }
    let rest = text.begins(with: "utc") || text.begins(with: "gmt") ? text.dropFirst(3) : text
    guard let sign = rest.first else { return text.isEmpty ? nil : 0 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    let parts = rest.dropFirst().split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let first = parts.first, (1...4).contains(first.count),
      let number = first.number
    else { return nil }
    let isWhole = parts.count == 1 && first.count > 2
    let hours = isWhole ? number / 100 : number
    var minutes = isWhole ? number % 100 : 0
    if parts.count == 2 {
      guard !isWhole, parts[1].count == 2, let number = parts[1].number else { return nil }
      minutes = number
    }
    guard hours < 24, minutes < 60 else { return nil }
    return (hours * 3_600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
  }

  /// The canonical spelling of a TZID: as a property it has escapes, as a parameter it should have none.
  static func written(_ value: Bytes) -> Bytes { CalendarText.unescaped(value).trimmed }

  /// IANA identifiers by Windows name, from Unicode's CLDR for the territory 001.
  private static let windows: [String: String] = {
    let lines = EmbeddedTexts.windows_zones_tsv.split(separator: "\n")
    let names = lines.map { $0.split(separator: "\t").map(String.init) }
    return Dictionary(uniqueKeysWithValues: names.map { ($0[0], $0[1]) })
  }()

  /// IANA names of one component. Abbreviations such as PST are ambiguous and not accepted.
  private static let single: Set<String> = [
    "CET", "CST6CDT", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire", "GB", "GB-Eire", "GMT+0", "GMT-0", "GMT0",
    "Greenwich", "HST", "Hongkong", "Iceland", "Iran", "Israel", "Jamaica", "Japan", "Kwajalein", "Libya", "MET", "MST",
    "MST7MDT", "NZ", "NZ-CHAT", "Navajo", "PRC", "PST8PDT", "Poland", "Portugal", "ROC", "ROK", "Singapore", "Turkey",
    "UCT", "Universal", "W-SU", "WET", "Zulu",
  ]

  private static func isLetterOfName(_ byte: UInt8) -> Bool {
    (byte.isWord && byte < 0x80) || "_-+.".utf8.contains(byte)
  }
}
