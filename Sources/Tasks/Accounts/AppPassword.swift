package import Foundation

/// An app password: a secret with which a program on a phone or a computer reads and changes an account's lists, in place of the
/// account's password.
package struct AppPassword: Hashable, Sendable {
  /// The id. It is no secret: it begins the text that is typed into the program.
  package let id: AppPasswordID
  /// The name of the password, as typed: `Phone`.
  package let name: String
  /// When its secret was made: with the app password, or when it was last renewed.
  package let made: Date
  /// When it was last used, and from where; nil if it was not since its secret was made.
  package let used: Use?
  /// When it was ended; nil while it works.
  package let ended: Date?
  /// Whether its program is told of changes.
  package let pushing: Pushing

  package init(
    id: AppPasswordID, name: String, made: Date, used: Use? = nil, ended: Date? = nil, pushing: Pushing = .off
  ) {
    (self.id, self.name, self.made, self.used, self.ended, self.pushing) = (id, name, made, used, ended, pushing)
  }

  package enum Pushing: Hashable, Sendable {
    case off
    /// - Parameter last: the last attempt; nil if there was none.
    case on(last: ReminderChannel.Attempt?)
  }

  package struct Use: Hashable, Comparable, Sendable {
    /// When it was used, to the minute.
    package let at: Date
    /// The network and the program.
    package let origin: AccountEvent.Origin

    package init(at: Date, from origin: AccountEvent.Origin) { (self.at, self.origin) = (at, origin) }

    /// Whether a use was earlier than another.
    package static func < (left: Self, right: Self) -> Bool { left.at < right.at }
  }
}

package typealias AppPasswordID = Identifier<AppPassword>

/// A valid name of an app password: 1 to 50 characters without surrounding white space.
package struct AppPasswordName: Hashable, Sendable {
  /// The name, as typed.
  package let text: String

  package init(validating typed: String) throws(InvalidInput) {
    text = TypedText.line(typed)
    let problem = TypedText.problem(
      withName: text, characters: Limits.appPasswordNameCharacters, bytes: Limits.appPasswordNameBytes)
    if let problem { throw InvalidInput(FieldProblem(.name, problem)) }
  }
}
