import StatePages
import Tasks

struct PreferencesForm: Piece {
  static let template = "settings/preferences"
  static let fields: [String: Field<PreferencesForm>] = [
    "action": .form { _ in .changeSettings }, "username": .text(\.username),
    "byBrowser": .flag { $0.input.language.isEmpty },
    "languages": .rows { form in
      form.languages.choices.map { Choice($0.tag, $0.name, isSelected: $0.tag == form.input.language) }
    },
    "zone": .view { form in
      AccountTimeZones(
        chosen: form.input.timeZone, server: form.serverZone, isValid: form.state.error(at: .timeZone) == nil)
    },
    "themes": .rows { Choice.themes($0.input.theme) },
    "rowChoices": .rows { form in
      Limits.rowChoices.map { Choice(String($0), isSelected: String($0) == form.input.rows) }
    },
    "usualOrder": .flag { $0.input.dateOrder.isEmpty },
    "dayFirst": .flag { $0.input.dateOrder == DateOrder.dayFirst.rawValue },
    "monthFirst": .flag { $0.input.dateOrder == DateOrder.monthFirst.rawValue },
    "times": .rows { form in zip(FormField.hours, form.input.hours).map(HourField.init) },
  ].merging(FormState.tags(at: \.state, hints: [.displayName, .timeZone])) { own, _ in own }
  private let input: AccountSettingsInput
  private let username: String
  private let state: FormState<Name, FieldError>
  private let languages: Languages
  private let serverZone: String

  /// The fields, in the order of the form.
  enum Name: String, CaseIterable {
    case displayName = "display-name"
    case language
    case timeZone = "time-zone"
    case theme, rows
    case dateOrder = "date-order"
    case hours

    fileprivate var input: InputField {
      switch self {
      case .displayName: .displayName
      case .language: .language
      case .timeZone: .timeZone
      case .theme: .theme
      case .rows: .rows
      case .dateOrder: .dateOrder
      case .hours: .hours
      }
    }
  }

  /// Creates a form with typed values.
  /// - Parameters:
  ///   - username: the name of the account.
  ///   - serverZone: the IANA name of the server's time zone, the default.
  ///   - rejection: why the form was rejected, if it was sent.
  init(
    _ input: AccountSettingsInput, of username: String, languages: Languages = Languages(["en"]), serverZone: String,
    rejection: Rejection? = nil
  ) {
    (self.input, self.username, self.languages, self.serverZone) = (input, username, languages, serverZone)
    var state = FormState<Name, FieldError>([
      .displayName: input.displayName, .language: input.language, .timeZone: input.timeZone, .theme: input.theme,
      .rows: input.rows,
      .dateOrder: input.dateOrder,
      .hours: input.hours.joined(separator: " "),
    ])
    for name in Name.allCases {
      if let error = rejection?.error(in: name.input) { state.reject(name, error) }
    }
    if let problem = rejection?.problem { state.reject(problem) }
    self.state = state
  }

  init(
    _ settings: AccountSettings, of username: String, languages: Languages = Languages(["en"]), serverZone: String
  ) {
    self.init(AccountSettingsInput(settings), of: username, languages: languages, serverZone: serverZone)
  }
}

/// The field for the time of a part of the day.
private struct HourField: TemplateView {
  static let fields: [String: Field<HourField>] = [
    "id": .text(\.id), "value": .text(\.value),
    "label": .template(among: FormField.hours.map(message)) { message(of: $0.id) },
  ]
  let id, value: String

  private static func message(of id: String) -> String { "words/settings.\(id)" }
}
