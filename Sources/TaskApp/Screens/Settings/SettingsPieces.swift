import StatePages
import TaskFormats
import Tasks

/// The head of the index: the account's name, and the button to sign out.
struct SettingsHead: Piece {
  static let template = "settings/head"
  static let fields: [String: Field<SettingsHead>] = [
    "name": .text(\.name), "signOutAction": .intent { _ in SignInIntent.signOut },
  ]
  let name: String
}

/// The pages of the settings, with what is in them.
struct SettingsIndex: Piece {
  static let template = "settings/index"
  static let fields: [String: Field<SettingsIndex>] = [
    "accountHref": .link { _ in .openSettings(.account) }, "devices": .number(\.devices),
    "displayHref": .link { _ in .openSettings(.display) },
    "appsHref": .link { _ in .openSettings(.apps) }, "appPasswords": .number(\.appPasswords.ifAny),
    "feedsHref": .link { _ in .openFeeds() }, "feeds": .number(\.feeds.ifAny),
    "remindersHref": .link { _ in .openReminders }, "channels": .number(\.channels.ifAny),
    "dataHref": .link { _ in .openSettings(.data) },
    "serverHref": .optionalLink { $0.isOperator ? .openServer : nil },
  ]
  /// Whether it may see the page about the server.
  let isOperator: Bool
  var devices = 1
  var appPasswords = 0
  var feeds = 0
  var channels = 0
}

/// The head of a page of the settings.
struct SettingsTopicHead: Piece {
  static let template = "settings/topic"
  static let fields: [String: Field<SettingsTopicHead>] = [
    "settingsHref": .link { _ in .openSettings() },
    "activityHref": .optionalLink { $0.topic == .account ? .openActivity : nil },
    "heading": .template(among: SettingsTopic.allCases.map(heading)) { heading(of: $0.topic) },
  ]
  let topic: SettingsTopic

  private static func heading(of topic: SettingsTopic) -> String { "words/settings.\(topic.rawValue)" }
}

/// The ways in and out: imports, and the export of everything.
struct ExportForm: Piece {
  static let template = "settings/export"
  static let fields: [String: Field<ExportForm>] = [
    "name": .text(\.name), "action": .form { _ in .export },
    "focus": .flag { $0.rejection != nil },
    "passwordError": .view { $0.rejection?.passwordError },
    "formats": .rows { Choice.formats($0.format) },
    "problem": .view { $0.rejection?.problem(besides: .mismatch) },
  ]
  /// The account's name, for password managers.
  let name: String
  var rejection: Rejection?
  var format = ExportFormat.json
}

/// The form that deletes the account.
struct RemovalForm: Piece {
  static let template = "settings/removal"
  static let fields: [String: Field<RemovalForm>] = [
    "name": .text(\.name), "action": .form { _ in .removeAccount },
    "exportHref": .link { _ in .openSettings(.data) },
    "lists": .number(\.lists.ifAny),
    "open": .flag { $0.rejection != nil },
    "passwordError": .view { $0.rejection?.passwordError },
    "problem": .view { $0.rejection?.problem(besides: .mismatch) },
  ]
  let name: String
  let lists: Int
  /// Why the account was not removed, if that was requested.
  var rejection: Rejection?
}

extension Rejection {
  /// The error at the field of the account's password.
  fileprivate var passwordError: FieldError? { self == .refused(.mismatch) ? .wrongPassword : error(in: .password) }
}

/// What an app has to know to sign in, the form that makes an app password, and the one that was just made.
struct AppPasswordForm: Piece {
  static let template = "settings/app-password"
  static let fields: [String: Field<AppPasswordForm>] = [
    "action": .form { _ in .addAppPassword },
    "address": .text(\.address), "name": .text(\.name), "new": .view(\.new), "insecure": .flag(\.isInsecure),
    "version": .text(\.version), "value": .text(\.value), "error": .view(\.error),
  ]
  /// The address to type into an app.
  let address: String
  let name: String
  /// The app password that was just made or renewed; nil on any later page.
  var new: NewAppPassword?
  /// Whether others can read the connection, so that app passwords don't work over it.
  var isInsecure = false
  /// Part of the idempotency key: the account's newest app password.
  var version = ""
  var value = ""
  var error: FieldError?
}

/// An app password that was just made or renewed.
struct NewAppPassword: TemplateView {
  static let fields: [String: Field<NewAppPassword>] = ["made": .text(\.name), "password": .text(\.password)]
  let name: String
  /// The text to type into the app.
  let password: String
}

struct PasswordForm: Piece {
  static let template = "settings/password"
  static let fields: [String: Field<PasswordForm>] = [
    "action": .form { _ in .changePassword },
    "name": .text(\.name),
    "problem": .view { $0.rejection?.problem(besides: .mismatch) },
    "currentError": .view(\.currentError),
    "currentFocus": .flag { $0.rejection != nil && !$0.isNewWrong },
    "newPassword": .view { NewPasswordFields(.newPassword, $0.rejection, hasFocus: $0.isNewWrong) },
    "hasSecrets": .flag(\.hasSecrets), "endsFeeds": .flag(\.endsFeeds),
  ]
  /// The account's name, for password managers.
  let name: String
  var rejection: Rejection?
  /// Whether the account has calendar feeds or app passwords, which don't end with the password.
  var hasSecrets = false
  var endsFeeds = false

  private var currentError: FieldError? {
    let error = rejection?.error(in: .password)
    return rejection == .refused(.mismatch) || error == .mismatch ? .wrongPassword : error
  }

  private var isNewWrong: Bool {
    guard let rejection, currentError == nil else { return false }
    return rejection.error(in: .newPassword) != nil || rejection.error(in: .passwordAgain) != nil
  }
}
