import Foundation

/// How an account likes its pages, as chosen in the fields of a form.
public struct AccountSettingsInput: Hashable, Sendable {
  /// The name of a time zone; empty for the server's.
  public var timeZone: String
  /// The name of a theme.
  public var theme: String
  /// How many rows a page has, in decimal digits.
  public var rows: String

  /// What was chosen.
  public init(timeZone: String, theme: String, rows: String) {
    self.timeZone = timeZone
    self.theme = theme
    self.rows = rows
  }
}

/// How an account likes its pages.
public struct AccountSettings: Hashable, Sendable {
  /// The IANA name of the time zone that decides what today is; nil for the server's.
  public let timeZone: String?
  /// Light or dark.
  public let theme: Theme
  /// How many rows a page has at most.
  public let rows: Int

  /// What holds until somebody chooses.
  public static let standard = AccountSettings(timeZone: nil, theme: .system, rows: 100)

  /// Checks what was chosen and throws all that is wrong with it.
  public init(validating input: AccountSettingsInput) throws(InvalidInput) {
    var problems: [FieldProblem] = []
    let typedZone = TypedText.trimmed(input.timeZone)
    timeZone = typedZone.isEmpty ? nil : typedZone
    if let timeZone, !Self.isTimeZone(timeZone) { problems.append(FieldProblem(.timeZone, .unknownTimeZone)) }

    let typedTheme = Theme(rawValue: input.theme)
    theme = typedTheme ?? Self.standard.theme
    if typedTheme == nil { problems.append(FieldProblem(.theme, .notAChoice)) }

    let typedRows = Limits.rowChoices.first { String($0) == input.rows }
    rows = typedRows ?? Self.standard.rows
    if typedRows == nil { problems.append(FieldProblem(.rows, .notAChoice)) }

    if let invalid = InvalidInput(problems) { throw invalid }
  }

  /// Settings that are known to be valid, such as stored ones.
  package init(timeZone: String?, theme: Theme, rows: Int) {
    self.timeZone = timeZone
    self.theme = theme
    self.rows = rows
  }

  /// Foundation takes more for a name than the names of the IANA's, such as `GMT+0530` and, as files, other paths.
  private static func isTimeZone(_ name: String) -> Bool {
    if name == "UTC" || TimeZone.knownTimeZoneIdentifiers.contains(name) { return true }
    // Older names that are still in use, such as Asia/Calcutta where that is not among the known ones.
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "+"):
        true
      case _: false
      }
    }
    return isPlain && name.contains("/") && TimeZone(identifier: name)?.identifier == name
  }
}

/// Light or dark pages.
public enum Theme: String, CaseIterable, Hashable, Sendable {
  /// As the reader's system has it.
  case system
  case light, dark
}
