import StatePages

/// What an app has to know to sign in, the form that makes an app password, and the one that was just made.
struct AppPasswordForm: Piece {
  static let template = "settings/app-password"
  static let fields: [String: Field<AppPasswordForm>] = [
    "action": .form { _ in .addAppPassword },
    "address": .text(\.address),
    "name": .text(\.name),
    "new": .view(\.new),
    "insecure": .flag(\.isInsecure),
    "version": .text(\.version),
    "value": .text(\.value),
    "error": .view(\.error),
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
