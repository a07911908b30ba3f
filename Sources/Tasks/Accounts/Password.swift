import Foundation

/// A password on its way to be hashed. Whatever prints it prints dots: it must not get into a log by accident.
public struct Password: Sendable {
  /// What is hashed: the text in Unicode's form NFKC, so that keyboards that spell an accent differently agree.
  public let text: String

  /// Checks a new password: 8 to 256 characters of any kind, spaces included, that are not among the first that anybody
  /// would try.
  ///
  /// - Parameters:
  ///   - typed: as typed; white space around it belongs to it.
  ///   - name: whose it will be.
  ///   - field: the field that the problem is told of.
  public init(validating typed: String, for name: Username, field: InputField = .password) throws(InvalidInput) {
    if let problem = Self.problem(withSizeOf: typed) { throw InvalidInput(FieldProblem(field, problem)) }
    text = typed.precomposedStringWithCompatibilityMapping
    if let problem = Self.problem(with: text, name) { throw InvalidInput(FieldProblem(field, problem)) }
  }

  /// What somebody typed to sign in: no rule but the size, for rules change and passwords stay. Nil when it can be
  /// nobody's.
  public static func typed(_ typed: String) -> Password? {
    guard !typed.isEmpty, problem(withSizeOf: typed) == nil else { return nil }
    return Password(text: typed.precomposedStringWithCompatibilityMapping)
  }

  private init(text: String) {
    self.text = text
  }

  /// Looked at before all else: of an endless text nothing is made.
  private static func problem(withSizeOf typed: String) -> Problem? {
    guard typed.utf8.count > Limits.passwordBytes else { return nil }
    let longest = Limits.passwordCharacters.upperBound
    let isLong = typed.index(typed.startIndex, offsetBy: longest + 1, limitedBy: typed.endIndex) != nil
    return isLong ? .tooLong(limit: longest) : .tooLarge(bytes: Limits.passwordBytes)
  }

  private static func problem(with text: String, _ name: Username) -> Problem? {
    if text.isEmpty { return .blank }
    if text.count < Limits.passwordCharacters.lowerBound {
      return .tooShort(minimum: Limits.passwordCharacters.lowerBound)
    }
    if text.count > Limits.passwordCharacters.upperBound {
      return .tooLong(limit: Limits.passwordCharacters.upperBound)
    }
    if TypedText.same(TypedText.folded(TypedText.trimmed(text)), name.key) { return .sameAsName }
    return CommonPasswords.contains(text) ? .tooCommon : nil
  }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Dots, as many for every password.
  public var description: String { "••••••••" }
  /// The same dots.
  public var debugDescription: String { description }
  /// Nothing: `dump` would show the text otherwise.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
