import Foundation

/// A password to be hashed. Its descriptions print dots, so that it does not get into a log by accident.
package struct Password: Sendable {
  /// The text to hash, in NFKC, so that different keyboard encodings of an accent agree.
  package let text: String

  /// Validates a new password: 8 to 256 characters of any kind, spaces included, that is not a common password.
  ///
  /// - Parameters:
  ///   - typed: the password as typed. Surrounding white space is part of it.
  ///   - name: the name of the account.
  ///   - field: the field to report problems for.
  package init(validating typed: String, for name: Username, field: InputField = .password) throws(InvalidInput) {
    if let problem = Self.problem(withSizeOf: typed) { throw InvalidInput(FieldProblem(field, problem)) }
    text = typed.precomposedStringWithCompatibilityMapping
    if let problem = Self.problem(with: text, name) { throw InvalidInput(FieldProblem(field, problem)) }
  }

  /// A password typed to sign in. Only its size is checked, because older passwords may not follow the current rules. Nil if no
  /// account can have it.
  package static func typed(_ typed: String) -> Password? {
    guard !typed.isEmpty, problem(withSizeOf: typed) == nil else { return nil }
    return Password(text: typed.precomposedStringWithCompatibilityMapping)
  }

  private init(text: String) { self.text = text }

  /// Checked first, so that oversized text is not processed.
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
  /// A fixed number of dots.
  package var description: String { "••••••••" }
  /// The dots, too.
  package var debugDescription: String { description }
  /// An empty mirror: `dump` would show the text otherwise.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The most common passwords. The file states their source.
enum CommonPasswords {
  /// Whether the password is one of them, ignoring case.
  static func contains(_ password: String) -> Bool { all.contains(password.lowercased()) }

  static let all: Set<String> = {
    let lines = EmbeddedTexts.common_passwords_txt.split(separator: "\n")
    return Set(lines.filter { !$0.hasPrefix("#") }.map { String($0) })
  }()
}
