import Foundation
package import Tasks

/// A date as people and spreadsheets write it: `2026-07-01`, `1.7.2026 14:05`, `7/1/26, 2:05 PM`, `March 4, 2027`, `4-Mar-27`,
/// `Thu, 4 Mar 2027 14:05 GMT+1`, `2026-07-01T14:05:00+0100`. Names of months are English or German.
struct WrittenDate {
  let day: Day
  let time: TimeOfDay?
  /// The offset from UTC in seconds; nil if there is none.
  let offset: Int?
  /// Whether the other ``DateOrder`` is another day.
  let isAmbiguous: Bool
  /// The order that the numbers prove; nil if they prove none.
  let provenOrder: DateOrder?

  /// - Parameter order: that of a date whose numbers don't tell.
  /// - Returns: nil unless all of the text is understood.
  init?(_ text: Bytes, _ order: DateOrder) {
    let text = text.trimmed
    guard !text.isEmpty, text.count <= 64 else { return nil }
    if let moment = FileMoment(text.text) {
      self.init(moment.wall.day, time: moment.wall.time, offset: moment.offset)
      return
    }
    var words = String(decoding: text.map { ",()".utf8.contains($0) ? .space : $0.lowercased }, as: UTF8.self)
      .split(whereSeparator: TypedText.isSpace).map(String.init)[...]
    if let name = words.first, DateName.isWeekday(name) { words = words.dropFirst() }
    guard let numbers = DateNumbers(&words, order) else { return nil }
    if words.first == "at" { words = words.dropFirst() }
    var clock: TimeOfDay?
    if let (time, count) = ClockWords.time(words) {
      clock = time
      words = words.dropFirst(count)
    }
    var offset: Int?
    if let zone = words.first, clock != nil {
      guard words.count == 1, let seconds = ZoneName.offset(Array(zone.utf8)[...]) else { return nil }
      (offset, words) = (seconds, [])
    }
    guard words.isEmpty else { return nil }
    self.init(
      numbers.day, time: clock, offset: offset, isAmbiguous: numbers.isAmbiguous, provenOrder: numbers.provenOrder)
  }

  private init(_ day: Day, time: TimeOfDay?, offset: Int?, isAmbiguous: Bool = false, provenOrder: DateOrder? = nil) {
    (self.day, self.time, self.offset) = (day, time, offset)
    (self.isAmbiguous, self.provenOrder) = (isAmbiguous, provenOrder)
  }

  /// The date as that of a file.
  /// - Parameter zone: the zone of a time without an offset; nil for a time on every clock.
  func remote(in zone: TimeZone?) -> ItemTime {
    guard let time else { return .day(day) }
    if let offset {
      let seconds = WallTime(day, seconds: time.minutes * 60).seconds - offset
      return .moment(Date(timeIntervalSince1970: Double(seconds)))
    }
    return zone.map { .moment(day.moment(at: time, in: $0)) } ?? .local(day, time)
  }
}

/// The day of a date, in numbers or with the name of a month.
private struct DateNumbers {
  let day: Day
  var isAmbiguous = false
  var provenOrder: DateOrder?

  /// Takes the words of the date off the beginning.
  init?(_ words: inout ArraySlice<String>, _ order: DateOrder) {
    guard let first = words.first else { return nil }
    if first.utf8.count == 8, let day = Day(compact: Array(first.utf8)[...]) {
      (self.day, words) = (day, words.dropFirst())
      return
    }
    let mark = first.utf8.first { "-/.".utf8.contains($0) }
    var parts = mark.map { mark in first.utf8.split(separator: mark).map { String(decoding: $0, as: UTF8.self) } } ?? []
    var count = 1
    if parts.count != 3 {
      // “4 March 2027”, “March 4th 2027”, “4. 3. 2027”.
      parts = words.prefix(3).map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
      count = 3
    }
    guard parts.count == 3 else { return nil }
    words = words.dropFirst(count)
    if let month = DateName.month(parts[1]), let number = Self.ordinal(parts[0]), let year = Self.year(parts[2]),
      let day = Day(year: year, month: month, day: number)
    {
      self.day = day
      return
    }
    if let month = DateName.month(parts[0]), let number = Self.ordinal(parts[1]), let year = Self.year(parts[2]),
      let day = Day(year: year, month: month, day: number)
    {
      self.day = day
      return
    }
    let numbers = parts.compactMap { $0.utf8.count <= 4 ? Array($0.utf8)[...].number : nil }
    guard numbers.count == 3 else { return nil }
    if parts[0].utf8.count == 4 {
      guard let day = Day(year: numbers[0], month: numbers[1], day: numbers[2]) else { return nil }
      self.day = day
      return
    }
    guard let year = Self.year(parts[2]) else { return nil }
    let dayFirst = Day(year: year, month: numbers[1], day: numbers[0])
    // Points stand between numbers where the day comes first.
    let monthFirst =
      mark == UInt8(ascii: "/") || mark == UInt8(ascii: "-")
      ? Day(year: year, month: numbers[0], day: numbers[1]) : nil
    switch (dayFirst, monthFirst) {
    case (let dayFirst?, let monthFirst?):
      isAmbiguous = dayFirst != monthFirst
      day = order == .dayFirst ? dayFirst : monthFirst
    case (let dayFirst?, nil):
      day = dayFirst
      if mark == UInt8(ascii: "/") || mark == UInt8(ascii: "-") { provenOrder = .dayFirst }
    case (nil, let monthFirst?):
      day = monthFirst
      provenOrder = .monthFirst
    case (nil, nil): return nil
    }
  }

  /// The number of `4`, `4th`.
  private static func ordinal(_ word: String) -> Int? {
    let digits = ["st", "nd", "rd", "th"].contains(word.suffix(2)) ? String(word.dropLast(2)) : word
    return digits.utf8.count <= 2 ? Array(digits.utf8)[...].number : nil
  }

  /// A year of four digits, or of two: 26 is 2026, 70 is 1970.
  private static func year(_ word: String) -> Int? {
    let digits = word.hasPrefix("'") ? String(word.dropFirst()) : word
    guard let number = Array(digits.utf8)[...].number else { return nil }
    switch digits.utf8.count {
    case 4: return number
    case 2: return number < 70 ? 2_000 + number : 1_900 + number
    case _: return nil
    }
  }
}

/// English and German names of months and weekdays, whole or shortened to three letters or more.
private enum DateName {
  private static let months = [
    ["january", "januar", "jänner"], ["february", "februar"], ["march", "märz"], ["april"], ["may", "mai"],
    ["june", "juni"], ["july", "juli"], ["august"], ["september"], ["october", "oktober"], ["november"],
    ["december", "dezember"],
  ]
  private static let weekdays = [
    ["monday", "montag"], ["tuesday", "dienstag"], ["wednesday", "mittwoch"], ["thursday", "donnerstag"],
    ["friday", "freitag"], ["saturday", "samstag", "sonnabend"], ["sunday", "sonntag"],
  ]

  static func month(_ name: String) -> Int? { place(of: name, in: months).map { $0 + 1 } }
  static func isWeekday(_ name: String) -> Bool { place(of: name, in: weekdays) != nil }

  private static func place(of name: String, in names: [[String]]) -> Int? {
    let name = name.hasSuffix(".") ? name.dropLast() : name[...]
    return name.utf8.count < 3 ? nil : names.firstIndex { $0.contains { $0.hasPrefix(name) } }
  }
}

/// Times of day in digits: `14:05`, `14:05:59`, `2:05 pm`, `2pm`.
enum ClockWords {
  /// The time at the beginning of words in lower case, and how many words it has.
  static func time(_ words: ArraySlice<String>) -> (time: TimeOfDay, count: Int)? {
    guard var word = words.first else { return nil }
    var count = 1
    var half = halves.first { word.hasSuffix($0.name) }
    if let half { word = String(word.dropLast(half.name.utf8.count)) }
    if half == nil, let next = words.dropFirst().first, let found = halves.first(where: { $0.name == next }) {
      (half, count) = (found, 2)
    }
    let parts = word.split(separator: ":", omittingEmptySubsequences: false).map {
      $0.utf8.count <= 2 ? Array($0.utf8)[...].number : nil
    }
    guard (half == nil ? 2...3 : 1...3).contains(parts.count), var hour = parts[0] else { return nil }
    let minute = parts.count > 1 ? parts[1] : 0
    guard let minute, minute < 60, parts.allSatisfy({ $0.map { $0 <= 60 } ?? false }) else { return nil }
    if let half {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + half.hours
    }
    guard hour < 24 else { return nil }
    return TimeOfDay(minutes: hour * 60 + minute).map { ($0, count) }
  }

  private static let halves = [("am", 0), ("pm", 12), ("a.m.", 0), ("p.m.", 12)].map { (name: $0.0, hours: $0.1) }
}

extension Day {
  /// Parses a date as people write it, `3.12.2026` or `12/3/26`; nil for anything else, and with a time.
  package init?(written text: String, _ order: DateOrder) {
    guard let date = WrittenDate(Array(text.utf8.prefix(65))[...], order), date.time == nil else { return nil }
    self = date.day
  }
}
