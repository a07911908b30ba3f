import StatePages
import Tasks

/// The form for an account's preferences.
struct PreferencesForm: Piece {
  static let template = "settings/preferences"
  static let fields: [String: Field<PreferencesForm>] = [
    "action": .address { _ in TaskFlow.action(.changeSettings) },
    "serverZone": .text(\.serverZone),
    "atServer": .flag { $0.input.timeZone.isEmpty },
    "otherZone": .optional(\.otherZone),
    "regions": .rows { form in
      TimeZoneRegion.all.map { TimeZoneGroup(region: $0, chosen: form.input.timeZone) }
    },
    "themes": .rows { form in Theme.allCases.map { ThemeOption(theme: $0, isSelected: $0.rawValue == form.input.theme) }
    },
    "rowChoices": .rows { form in
      Limits.rowChoices.map { RowOption(value: String($0), isSelected: String($0) == form.input.rows) }
    },
    "timeZoneError": .view { $0.rejection?.error(in: .timeZone) },
    "themeError": .view { $0.rejection?.error(in: .theme) },
    "rowsError": .view { $0.rejection?.error(in: .rows) },
    "rowsFocus": .flag { $0.rejection?.error(in: .timeZone) == nil && $0.rejection?.error(in: .rows) != nil },
    "problem": .view { $0.rejection?.problem },
  ]
  private let input: AccountSettingsInput
  private let serverZone: String
  private let rejection: Rejection?

  /// Creates a form with typed values.
  /// - Parameters:
  ///   - input: the form's values.
  ///   - serverZone: the IANA name of the server's time zone, the default.
  ///   - rejection: why the form was rejected, if it was sent.
  init(_ input: AccountSettingsInput, serverZone: String, rejection: Rejection? = nil) {
    self.input = input
    self.serverZone = serverZone
    self.rejection = rejection
  }

  /// Creates a form with an account's current settings.
  init(_ settings: AccountSettings, serverZone: String) {
    let input = AccountSettingsInput(
      timeZone: settings.timeZone ?? "", theme: settings.theme.rawValue, rows: String(settings.rows))
    self.init(input, serverZone: serverZone)
  }

  /// A selected zone that the form does not offer, such as an older name that is still in use.
  private var otherZone: String? {
    let isOffered = input.timeZone.isEmpty || TimeZoneRegion.all.contains { $0.zones.contains(input.timeZone) }
    return isOffered || rejection?.error(in: .timeZone) != nil ? nil : input.timeZone
  }
}

private struct ThemeOption: TemplateView {
  static let fields: [String: Field<ThemeOption>] = [
    "value": .text(\.theme.rawValue),
    "selected": .flag(\.isSelected),
    "system": .flag { $0.theme == .system },
    "light": .flag { $0.theme == .light },
    "dark": .flag { $0.theme == .dark },
  ]
  let theme: Theme
  let isSelected: Bool
}

private struct RowOption: TemplateView {
  static let fields: [String: Field<RowOption>] = ["value": .text(\.value), "selected": .flag(\.isSelected)]
  let value: String
  let isSelected: Bool
}
