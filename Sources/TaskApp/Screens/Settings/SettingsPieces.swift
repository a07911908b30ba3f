import StatePages
import TaskFormats
import Tasks

struct AccountForm: Piece {
  static let template = "settings/account"
  static let fields: [String: Field<AccountForm>] = [
    "name": .text(\.name),
    "refused": .flag { $0.rejection != nil || $0.export != nil },
    "exportAction": .form { _ in .export },
    "exportFocus": .flag { $0.export != nil },
    "exportError": .view(\.exportError),
    "formats": .rows { Choice.formats($0.format) },
    "exportProblem": .view { $0.export?.problem(besides: .mismatch) },
    "removeAction": .form { _ in .removeAccount },
    "lists": .number(\.lists.ifAny),
    "open": .flag { $0.rejection != nil },
    "passwordError": .view(\.passwordError),
    "problem": .view { $0.rejection?.problem(besides: .mismatch) },
  ]
  let name: String
  let lists: Int
  /// Why the account was not removed, if that was requested.
  var rejection: Rejection?
  var export: Rejection?
  var format = ExportFormat.json

  private var exportError: FieldError? { export == .refused(.mismatch) ? .wrongPassword : export?.error(in: .password) }

  private var passwordError: FieldError? {
    rejection == .refused(.mismatch) ? .wrongPassword : rejection?.error(in: .password)
  }
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
    "refused": .flag { $0.rejection != nil },
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
