import Foundation

/// The input of the settings form.
package struct AccountSettingsInput: Hashable, Sendable {
  /// The name that others see; empty for that of the account.
  package var displayName: String
  /// The tag of a language; empty for the browser's.
  package var language: String
  /// The name of a time zone; empty for the server's.
  package var timeZone: String
  /// The name of a theme.
  package var theme: String
  /// The number of rows per page, in decimal digits.
  package var rows: String
  /// The name of an order of dates; empty for the usual one of the time zone.
  package var dateOrder: String
  /// The times of the morning, the afternoon, the evening and the night.
  package var hours: [String]

  package init(
    displayName: String = "", language: String = "", timeZone: String, theme: String, rows: String,
    dateOrder: String = "",
    hours: [String] = DayHours.standard.times.map(\.description)
  ) {
    (self.displayName, self.language, self.timeZone, self.theme) = (displayName, language, timeZone, theme)
    (self.rows, self.dateOrder, self.hours) = (rows, dateOrder, hours)
  }

  /// The texts that the form of an account with these settings contains.
  package init(_ settings: AccountSettings) {
    self.init(
      displayName: settings.displayName ?? "", language: settings.language ?? "", timeZone: settings.timeZone ?? "",
      theme: settings.theme.rawValue,
      rows: String(settings.rows),
      dateOrder: settings.dateOrder?.rawValue ?? "", hours: settings.hours.times.map(\.description))
  }
}

package struct AccountSettings: Hashable, Sendable {
  /// The name that others see; nil for that of the account.
  package let displayName: String?
  /// The BCP 47 tag of the language; nil for the browser's.
  package let language: String?
  /// The IANA name of the time zone that determines the current day; nil for the server's.
  package let timeZone: String?
  /// The color theme.
  package let theme: Theme
  /// The maximum number of rows per page.
  package let rows: Int
  /// The order of dates in digits; nil for the usual one of the time zone.
  package let dateOrder: DateOrder?
  /// The times that `morning`, `evening` and so on mean.
  package let hours: DayHours

  /// The initial settings.
  package static let standard = AccountSettings(timeZone: nil, theme: .system, rows: 100)

  /// Validates input. Throws all of its problems.
  package init(validating input: AccountSettingsInput) throws(InvalidInput) {
    var problems: [FieldProblem] = []
    let typedName = TypedText.trimmed(input.displayName)
    displayName = typedName.isEmpty ? nil : typedName
    if let problem = displayName.flatMap(Username.problem) { problems.append(FieldProblem(.displayName, problem)) }

    language = input.language.isEmpty ? nil : input.language
    if let language, !Self.isLanguage(language) { problems.append(FieldProblem(.language, .notAChoice)) }

    let typedZone = TypedText.trimmed(input.timeZone)
    timeZone = typedZone.isEmpty ? nil : typedZone
    if let timeZone, !Self.isTimeZone(timeZone) { problems.append(FieldProblem(.timeZone, .unknownTimeZone)) }

    let typedTheme = Theme(rawValue: input.theme)
    theme = typedTheme ?? Self.standard.theme
    if typedTheme == nil { problems.append(FieldProblem(.theme, .notAChoice)) }

    let typedRows = Limits.rowChoices.first { String($0) == input.rows }
    rows = typedRows ?? Self.standard.rows
    if typedRows == nil { problems.append(FieldProblem(.rows, .notAChoice)) }

    dateOrder = DateOrder(rawValue: input.dateOrder)
    if dateOrder == nil, !input.dateOrder.isEmpty { problems.append(FieldProblem(.dateOrder, .notAChoice)) }

    let typedHours = DayHours(input.hours.joined(separator: " "))
    hours = typedHours ?? .standard
    if typedHours == nil { problems.append(FieldProblem(.hours, .notHours)) }

    if let invalid = InvalidInput(problems) { throw invalid }
  }

  /// Creates settings from trusted values, such as stored ones.
  package init(
    displayName: String? = nil, language: String? = nil, timeZone: String?, theme: Theme, rows: Int,
    dateOrder: DateOrder? = nil, hours: DayHours = .standard
  ) {
    self.displayName = displayName
    (self.language, self.timeZone, self.theme) = (language, timeZone, theme)
    (self.rows, self.dateOrder, self.hours) = (rows, dateOrder, hours)
  }

  /// Whether a text has the form of a BCP 47 tag.
  private static func isLanguage(_ tag: String) -> Bool {
    tag.utf8.count <= 35
      && tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).allSatisfy { subtag in
        (1...8).contains(subtag.count)
          && subtag.allSatisfy {
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
          }
      }
  }

  /// Whether a text is the name of a time zone. Foundation accepts other names than those of IANA, such as `GMT+0530`, and arbitrary
  /// paths as files.
  package static func isTimeZone(_ name: String) -> Bool {
    if name == "UTC" || TimeZone.knownTimeZoneIdentifiers.contains(name) { return true }
    // Legacy names that are still in use but not in the list of known identifiers, such as Asia/Calcutta.
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.isASCII
        && ($0.properties.isAlphabetic || $0.properties.numericType != nil || "/_-+".unicodeScalars.contains($0))
    }
    return isPlain && name.contains("/") && TimeZone(identifier: name)?.identifier == name
  }
}

/// The color theme of pages.
package enum Theme: String, CaseIterable, Hashable, Sendable {
  /// Follows the reader's system.
  case system
  case light, dark
}

/// Which number of a date such as `03/04/2027` is the day.
package enum DateOrder: String, CaseIterable, Hashable, Sendable {
  /// 3 April.
  case dayFirst = "day-first"
  /// 4 March.
  case monthFirst = "month-first"
}
