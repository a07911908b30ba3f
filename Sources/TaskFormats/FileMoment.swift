import Foundation
import Tasks

/// A moment or a local time in the form of RFC 3339: `2026-01-31T23:59:59.123Z`. Formatted and parsed by hand, because Foundation's
/// format style rejects what other programs write, and truncates milliseconds.
struct FileMoment {
  /// The wall-clock time.
  let wall: WallTime
  /// Thousandths of a second.
  let milliseconds: Int
  /// The offset from UTC in seconds; nil if the text has none.
  let offset: Int?

  /// A date, then a time with or without seconds and a fraction, then `Z`, an offset, or nothing. The date may be separated by a space.
  init?(_ text: some StringProtocol) {
    var rest = Array(text.utf8)[...]
    guard rest.count <= 64, let day = Day(iso: rest.prefix(10).text), let mark = rest.dropFirst(10).first,
      mark == .space || mark.lowercased == UInt8(ascii: "t")
    else { return nil }
    rest = rest.dropFirst(11)
    guard let hour = Self.number(&rest, ""), hour < 24, let minute = Self.number(&rest, ":"), minute < 60 else {
      return nil
    }
    var second = 0
    if rest.first == UInt8(ascii: ":") {
      guard let number = Self.number(&rest, ":"), number <= 60 else { return nil }
      second = min(number, 59)
    }
    var thousandths = 0
    if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
      let digits = rest.dropFirst().prefix { $0.isDigit }
      rest = rest.dropFirst(1 + digits.count)
      for place in 0..<3 {
        thousandths = thousandths * 10 + (place < digits.count ? Int(digits[digits.startIndex + place] - 48) : 0)
      }
    }
    guard let offset = Self.offset(rest) else { return nil }
    wall = WallTime(day, seconds: hour * 3_600 + minute * 60 + second)
    (milliseconds, self.offset) = (thousandths, offset)
  }

  /// The moment; a time without an offset counts as UTC.
  var date: Date { Date(timeIntervalSince1970: Double((wall.seconds - (offset ?? 0)) * 1_000 + milliseconds) / 1_000) }

  /// The time as that of a file: a moment, or a time on every clock.
  var time: ItemTime { offset == nil ? .local(wall.day, wall.time) : .moment(date) }

  /// Whether it is the beginning of a day on its own clock.
  var isMidnight: Bool { wall.seconds == WallTime(wall.day).seconds && milliseconds == 0 }

  /// The form that ``init(_:)`` reads, in UTC.
  static func text(_ moment: Date) -> String {
    let milliseconds = Int((moment.timeIntervalSince1970 * 1_000).rounded())
    let (day, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    let ofDay = rest < 0 ? rest + 86_400_000 : rest
    let date = Day(daysSince1970: rest < 0 ? day - 1 : day).iso
    let time = [ofDay / 3_600_000, ofDay / 60_000 % 60, ofDay / 1_000 % 60].map { digits($0, 2) }.joined(separator: ":")
    return "\(date)T\(time).\(digits(ofDay % 1_000, 3))Z"
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  private static func number(_ rest: inout Bytes, _ mark: String) -> Int? {
    guard rest.starts(with: mark.utf8) else { return nil }
    rest = rest.dropFirst(mark.utf8.count)
    guard let number = rest.prefix(2).number, rest.count >= 2 else { return nil }
    rest = rest.dropFirst(2)
    return number
  }

  /// Nil for anything but `Z`, `+01:00`, `+0100`, `+01` and nothing, which is `.some(nil)`.
  private static func offset(_ text: Bytes) -> Int?? {
    if text.isEmpty { return .some(nil) }
    return ZoneName.offset(text).map { .some($0) }
  }
}

extension ItemTime {
  /// A time of RFC 3339 or of the basic form of ISO 8601, or a day: `2026-01-31T23:59Z`, `20260131T235959Z`, `2026-01-31`. Nil for
  /// anything else.
  init?(written text: some StringProtocol) {
    if let moment = FileMoment(text) {
      self = moment.time
    } else if let day = Day(iso: text.prefix(11)) {
      self = .day(day)
    } else if let time = CalendarTime(Array(text.utf8.prefix(64))[...], type: nil, zone: nil) {
      var zones = CalendarZones()
      guard let time = zones.time(time) else { return nil }
      self = time
    } else {
      return nil
    }
  }
}

extension ReadItem {
  /// A time in a file. A text that can't be read is a remark, and stays in the notes.
  mutating func time(_ value: JSONValue?) -> ItemTime? {
    guard let text = value?.written else { return nil }
    let time = ItemTime(written: text)
    if time == nil { remark(.date, text) }
    return time
  }

  /// A moment in a file, such as that of the creation. A text that can't be read is a remark.
  mutating func moment(_ value: JSONValue?, _ name: String) -> Date? {
    guard let text = value?.written, text != "0", !text.hasPrefix("0001-01-01T") else { return nil }
    let moment = value?.moment
    if moment == nil { remark(.other, "\(name): \(text)") }
    return moment
  }
}
