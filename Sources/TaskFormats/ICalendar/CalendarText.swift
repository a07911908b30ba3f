import Foundation
import Tasks

/// Values of the type TEXT (RFC 5545, section 3.3.11).
enum CalendarText {
  /// Decodes the escapes. A backslash before any other character is kept.
  static func unescaped(_ value: Bytes) -> Bytes {
    guard value.contains(UInt8(ascii: "\\")) else { return value }
    var text: [UInt8] = []
    text.reserveCapacity(value.count)
    var index = value.startIndex
    while index < value.endIndex {
      let byte = value[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < value.endIndex else {
        text.append(byte)
        continue
      }
      switch value[index] {
      case UInt8(ascii: "n"), UInt8(ascii: "N"): text.append(.lineFeed)
      case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""):
        text.append(value[index])
      default:
        text.append(byte)
        continue
      }
      index += 1
    }
    return text[...]
  }

  /// Splits a list at its unescaped commas. The parts are still escaped.
  static func parts(_ value: Bytes, most: Int) -> [Bytes] {
    var parts: [Bytes] = []
    var start = value.startIndex
    var index = start
    while index < value.endIndex, parts.count < most {
      if value[index] == UInt8(ascii: "\\") {
        index += 1
      } else if value[index] == UInt8(ascii: ",") {
        parts.append(value[start..<index])
        start = index + 1
      }
      index += 1
    }
    if parts.count < most, start < value.endIndex { parts.append(value[start...]) }
    return parts
  }
}

/// Moments in calendar files.
enum CalendarMoment {
  /// The form `20260131T235959Z` (RFC 5545, section 3.3.5). Fractions of a second are left out.
  static func text(_ moment: Date) -> String {
    let day = Day(of: moment, in: .gmt)
    let seconds = moment.timeIntervalSince1970.rounded(.down)
    let bounded = seconds.isFinite ? Int(min(max(seconds, -1e12), 1e12)) : 0
    let ofDay = ((bounded % 86_400) + 86_400) % 86_400
    let digits = [ofDay / 3_600, ofDay / 60 % 60, ofDay % 60].map { ($0 < 10 ? "0" : "") + String($0) }
    return day.iso.filter { $0 != "-" } + "T" + digits.joined() + "Z"
  }
}

/// The properties that the app adds to what the standard defines.
enum OwnProperty {
  /// The text of a ``Recurrence``: the rules of the standard can't say that they count from the completion.
  static let recurrence = "X-FOURFOLD-REPEATS"
  /// The name of a list: that of a to-do, and in the calendar those of all lists in their order, if there are several.
  static let list = "X-FOURFOLD-LIST"
  /// The name of the section of its list that a to-do is in.
  static let section = "X-FOURFOLD-SECTION"
  /// The start day, where the standard's DTSTART is that of a rule.
  static let start = "X-FOURFOLD-START"
  /// The names of properties that a program left out and the app kept.
  static let kept = "X-FOURFOLD-KEPT"
  /// All of them.
  static let all: Set<String> = [recurrence, list, section, start, kept]
}
