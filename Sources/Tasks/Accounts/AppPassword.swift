public import Foundation

/// An app password: a secret with which a program on a phone or a computer reads and changes an account's lists, in place of the
/// account's password.
public struct AppPassword: Hashable, Sendable {
  /// The id. It is no secret: it begins the text that is typed into the program.
  public let id: AppPasswordID
  /// Its name, as typed: `Phone`.
  public let name: String
  /// When its secret was made: with the app password, or when it was last renewed.
  public let made: Date
  /// When it was last used, and from where; nil if it was not since its secret was made.
  public let used: Use?
  /// When it was ended; nil while it works.
  public let ended: Date?

  package init(id: AppPasswordID, name: String, made: Date, used: Use? = nil, ended: Date? = nil) {
    (self.id, self.name, self.made, self.used, self.ended) = (id, name, made, used, ended)
  }

  /// A use of an app password.
  public struct Use: Hashable, Comparable, Sendable {
    /// When it was used, to the minute.
    public let at: Date
    /// The network and the program.
    public let origin: AccountEvent.Origin

    package init(at: Date, from origin: AccountEvent.Origin) {
      (self.at, self.origin) = (at, origin)
    }

    /// Whether a use was earlier than another.
    public static func < (left: Self, right: Self) -> Bool { left.at < right.at }
  }
}

/// The id of an app password.
public typealias AppPasswordID = Identifier<AppPassword>

/// A valid name of an app password: 1 to 50 characters without surrounding white space.
public struct AppPasswordName: Hashable, Sendable {
  /// The name, as typed.
  public let text: String

  /// Validates typed text.
  public init(validating typed: String) throws(InvalidInput) {
    text = TypedText.line(typed)
    let problem = TypedText.problem(
      withName: text, characters: Limits.appPasswordNameCharacters, bytes: Limits.appPasswordNameBytes)
    if let problem { throw InvalidInput(FieldProblem(.name, problem)) }
  }
}
