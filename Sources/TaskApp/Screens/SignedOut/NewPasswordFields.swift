import StatePages
import Tasks

/// The two fields of a password that is chosen: the second one guards against a slip of the finger.
struct NewPasswordFields: TemplateView {
  static let fields: [String: Field<NewPasswordFields>] = [
    "field": .text(\.field.rawValue),
    "changes": .flag { $0.field == .newPassword },
    "minimum": .text { _ in String(Limits.passwordCharacters.lowerBound) },
    "enough": .text { _ in longEnough },
    "error": .view(\.error),
    "againError": .view(\.againError),
    "focus": .flag(\.hasFocus),
  ]
  private let field: InputField
  private let error: FieldError?
  private let againError: FieldError?
  private let hasFocus: Bool

  /// - Parameter field: the first one's name; the second one is always `password-again`.
  init(_ field: InputField, _ rejection: Rejection?, hasFocus: Bool) {
    self.field = field
    error = rejection?.error(in: field)
    againError = rejection?.error(in: .passwordAgain)
    self.hasFocus = hasFocus
  }

  /// What the browser itself can tell to be long enough. It counts characters of which no two can make one, so it never says yes
  /// to what is too short; where others are typed it may say nothing.
  private static let longEnough = "(?:[^\(plain)]*[\(plain)]){\(Limits.passwordCharacters.lowerBound)}.*"
  private static let plain = " -~À-ɏΑ-яぁ-ゖァ-ヺ一-鿿"
}
