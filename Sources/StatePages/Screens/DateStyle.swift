import Foundation
import Synchronization

/// How readers of a language write days and times, by Foundation's ICU: names, their order, 12 or 24 hours. The pieces of each pattern
/// are found once, because a formatter takes longer for a day than the rest of its row.
package final class DateStyle: Sendable {
  private enum Part {
    case literal(String)
    case day, month, year, weekday, period, minute
    case hour(twelve: Bool, digits: Int)

    var isComma: Bool { if case .literal(let text) = self { text == "," } else { false } }
  }

  private let dayPattern, dayOfYearPattern, weekdayPattern, fullPattern, timePattern: [Part]
  /// The names of the weekdays, from Sunday.
  package let weekdays: [String]
  package let shortWeekdays: [String]
  /// The short names of the months.
  package let months: [String]
  /// The first day of the week, of ``weekdays``.
  package let firstWeekday: Int
  /// Whether dates in digits begin with the month.
  package let isMonthFirst: Bool
  private let periods: [String]
  /// The days of a month as in dates: `1st` to `31st`; `1.` or `1` in other languages.
  package let ordinals: [String]
  private let lists: ListFormatStyle<StringStyle, [String]>

  private static let known = Mutex<[String: DateStyle]>([:])

  /// The style of a language, a BCP 47 tag. An app has few, each of which is found once.
  package static func of(_ language: String) -> DateStyle {
    known.withLock { known in
      if let style = known[language] { return style }
      let style = DateStyle(.of(language))
      known[language] = style
      return style
    }
  }

  private init(_ locale: Locale) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    weekdays = calendar.weekdaySymbols
    shortWeekdays = calendar.shortStandaloneWeekdaySymbols
    months = calendar.shortMonthSymbols
    let ordinal = NumberFormatter()
    ordinal.locale = locale
    ordinal.numberStyle = .ordinal
    let date = DateFormatter.dateFormat(fromTemplate: "dMMMM", options: 0, locale: locale) ?? ""
    let (isEnglish, dot) = (locale.language.languageCode == .english, date.contains("d.") ? "." : "")
    ordinals = (1...31).map { isEnglish ? ordinal.string(from: $0 as NSNumber) ?? String($0) : "\($0)\(dot)" }
    lists = .list(type: .and).locale(locale)
    periods = [calendar.amSymbol, calendar.pmSymbol]
    firstWeekday = calendar.firstWeekday - 1
    func parts(_ template: String, or usual: String) -> [Part] {
      let pattern = DateFormatter.dateFormat(fromTemplate: template, options: 0, locale: locale) ?? usual
      // ICU has a comma before the year in Arabic, which is not usual.
      return Self.parts(of: pattern.replacing("، y", with: " y"))
    }
    let digits = DateFormatter.dateFormat(fromTemplate: "dM", options: 0, locale: locale) ?? ""
    isMonthFirst = digits.first == "M"
    dayPattern = parts("dMMM", or: "d MMM")
    dayOfYearPattern = parts("dMMMy", or: "d MMM y")
    weekdayPattern = parts("EEEEdMMM", or: "EEEE d MMM")
    // British dates have a comma behind the weekday only where they have a year: both are without it.
    let full = parts("EEEEdMMMy", or: "EEEE d MMM y")
    fullPattern = weekdayPattern.contains(where: \.isComma) ? full : full.filter { !$0.isComma }
    timePattern = parts("jm", or: "HH:mm")
  }

  /// `Monday, Tuesday and Friday`.
  package func list(_ items: [String]) -> String { items.count == 1 ? items[0] : items.formatted(lists) }

  /// `28 Nov`.
  package func text(month: Int, day: Int) -> String { text(dayPattern, day, month) }

  /// `28 Nov 2025`.
  package func text(year: Int, month: Int, day: Int) -> String { text(dayOfYearPattern, day, month, year) }

  /// `Friday 28 Nov`. Weekdays count from Sunday.
  package func text(weekday: Int, month: Int, day: Int) -> String { text(weekdayPattern, day, month, 0, weekday) }

  /// `Friday 28 Nov 2025`.
  package func text(weekday: Int, year: Int, month: Int, day: Int) -> String {
    text(fullPattern, day, month, year, weekday)
  }

  /// `14:30`, or `2:30 PM`.
  package func text(hour: Int, minute: Int) -> String { text(timePattern, hour: hour, minute: minute) }

  private func text(
    _ parts: [Part], _ day: Int = 1, _ month: Int = 1, _ year: Int = 0, _ weekday: Int = 0, hour: Int = 0,
    minute: Int = 0
  ) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .day: text += String(day)
      case .month: text += months[month - 1]
      case .year: text += String(year)
      case .weekday: text += weekdays[weekday]
      case .period: text += periods[hour < 12 ? 0 : 1]
      case .minute: text += Self.padded(minute, 2)
      case .hour(let twelve, let digits): text += Self.padded(twelve ? (hour + 11) % 12 + 1 : hour, digits)
      }
    }
    return text
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return text.utf8.count < digits ? "0" + text : text
  }

  /// The parts of a pattern (<https://www.unicode.org/reports/tr35/tr35-dates.html#Date_Field_Symbol_Table>).
  private static func parts(of pattern: String) -> [Part] {
    var parts: [Part] = []
    var rest = pattern[...]
    while let letter = rest.first {
      if letter == "'" {
        let quoted = rest.dropFirst().prefix { $0 != "'" }
        parts.append(.literal(quoted.isEmpty ? "'" : String(quoted)))
        rest = rest.dropFirst(quoted.count + 2)
        continue
      }
      let run = rest.prefix { $0 == letter }
      rest = rest[run.endIndex...]
      switch letter {
      case "d": parts.append(.day)
      case "M", "L": parts.append(.month)
      case "y": parts.append(.year)
      case "E", "c": parts.append(.weekday)
      case "a", "b", "B": parts.append(.period)
      case "m": parts.append(.minute)
      case "h", "K": parts.append(.hour(twelve: true, digits: run.count))
      case "H", "k": parts.append(.hour(twelve: false, digits: run.count))
      default: parts.append(.literal(String(run)))
      }
    }
    return parts
  }
}
