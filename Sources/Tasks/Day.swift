/// A date of the proleptic Gregorian calendar, from 0001-01-01 to 9999-12-31, without time and time zone.
package struct Day: Hashable, Sendable {
  /// Days since 1970-01-01.
  private let number: Int

  /// The first supported day.
  package static let first = Day(number: -719_162)
  /// The last supported day.
  package static let last = Day(number: 2_932_896)

  private init(number: Int) { self.number = number }

  /// Nil for dates that do not exist, such as 2026-02-29.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Self.length(ofMonth: month, year: year)).contains(day)
    else { return nil }
    number = Self.number(year: year, month: month, day: day)
  }

  /// Parses exactly the form `2026-01-31`; nil for anything else and for dates that do not exist.
  package init?(iso text: some StringProtocol) {
    var digits = 0
    var fields = [0]
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        fields[fields.count - 1] = fields[fields.count - 1] * 10 + Int(byte - UInt8(ascii: "0"))
        digits += 1
        guard digits <= 8 else { return nil }
      case UInt8(ascii: "-") where digits == 4 && fields.count == 1 || digits == 6 && fields.count == 2:
        fields.append(0)
      default: return nil
      }
    }
    guard digits == 8, fields.count == 3 else { return nil }
    self.init(year: fields[0], month: fields[1], day: fields[2])
  }

  /// The year, 1 to 9999.
  package var year: Int { fields.year }
  /// The month, 1 to 12.
  package var month: Int { fields.month }
  /// The day of the month, from 1.
  package var day: Int { fields.day }

  /// The date in the form `2026-01-31`.
  package var iso: String {
    let (year, month, day) = fields
    let digits = [
      year / 1000, year / 100 % 10, year / 10 % 10, year % 10, -3, month / 10, month % 10, -3, day / 10, day % 10,
    ]
    return String(decoding: digits.map { UInt8($0 + 48) }, as: UTF8.self)
  }

  /// The day of the week.
  package var weekday: Weekday {
    let sinceMonday = (number + 3) % 7
    return Weekday.allCases[sinceMonday < 0 ? sinceMonday + 7 : sinceMonday]
  }

  /// The number of days from the other day to this one; negative if this one is earlier.
  package func daysSince(_ other: Day) -> Int { number - other.number }

  /// The day a number of days later, or earlier if negative, clamped to ``first`` and ``last``.
  package func adding(days: Int) -> Day {
    let (sum, overflow) = number.addingReportingOverflow(days)
    guard !overflow else { return days < 0 ? .first : .last }
    return Day(number: min(max(sum, Self.first.number), Self.last.number))
  }

  /// The day of a later month, or the last day of a shorter month; nil beyond ``last``.
  func adding(months: Int) -> Day? {
    let index = year * 12 + month - 1 + months
    return (0...3).lazy.compactMap { Day(year: index / 12, month: index % 12 + 1, day: day - $0) }.first
  }

  /// The day a number of days after 1970-01-01, clamped to ``first`` and ``last``.
  package init(daysSince1970 days: Int) { number = min(max(days, Self.first.number), Self.last.number) }
}

extension Day {
  private static func length(ofMonth month: Int, year: Int) -> Int {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  // Both conversions count from 1 March of year 0 in eras of 400 years, which have 146,097 days, so that February with its
  // variable length is last. 1970-01-01 is 719,468 days later.

  private static func number(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month > 2 ? year : year - 1
    let shiftedMonth = month > 2 ? month - 3 : month + 9
    let era = shiftedYear / 400
    let yearOfEra = shiftedYear % 400
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private var fields: (year: Int, month: Int, day: Int) {
    let sinceMarch = number + 719_468
    let era = sinceMarch / 146_097
    let dayOfEra = sinceMarch % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

extension Day: Comparable {
  /// Earlier days come first.
  package static func < (left: Day, right: Day) -> Bool { left.number < right.number }
}

extension Day: CustomStringConvertible {
  package var description: String { iso }
}

extension Day: LosslessStringConvertible {
  package init?(_ description: String) { self.init(iso: description) }
}

/// A day of the week, numbered as in ISO 8601: Monday is 1.
package enum Weekday: Int, CaseIterable, Hashable, Sendable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday
}
