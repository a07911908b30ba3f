import StatePages
import Tasks

struct NewPasswordFields: TemplateView {
  static let fields: [String: Field<NewPasswordFields>] = [
    "field": .text(\.field.rawValue),
    "changes": .flag { $0.field == .newPassword },
    "minimum": .number { _ in Limits.passwordCharacters.lowerBound },
    "enough": .text { _ in longEnough },
    "error": .view(\.error), "againError": .view(\.againError), "focus": .flag(\.hasFocus),
  ]
  private let field: InputField
  private let error, againError: FieldError?
  private let hasFocus: Bool

  /// - Parameter field: the first field's name; the second is always `password-again`.
  init(_ field: InputField, _ rejection: Rejection?, hasFocus: Bool) {
    self.field = field
    error = rejection?.error(in: field)
    againError = rejection?.error(in: .passwordAgain)
    self.hasFocus = hasFocus
  }

  /// A pattern for the browser to detect a password that is long enough. It counts only characters that never combine with
  /// another, so a match is never too short, but a long password with other characters may not match.
  private static let longEnough = "(?:[^\(plain)]*[\(plain)]){\(Limits.passwordCharacters.lowerBound)}.*"
  private static let plain = " -~À-ɏΑ-яぁ-ゖァ-ヺ一-鿿"
}
