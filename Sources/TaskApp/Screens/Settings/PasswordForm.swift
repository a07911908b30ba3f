import StatePages
import Tasks

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
    "hasSecrets": .flag(\.hasSecrets),
    "endsFeeds": .flag(\.endsFeeds),
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
