/// Why a screen is empty or failed, or the stage that a load has reached: a short name for templates and tests, with the facts that the
/// words need.
///
/// The words are in templates. A reason is `all-done` with the fact `completed: 23`; the template turns it into "All
/// done. 23 completed.", in its own language.
///
/// ```swift
/// Loaded(tasks, orEmpty: Reason("all-done", ["completed": .number(23)]))
/// progress("connecting")  // A literal is a reason without facts.
/// ```
public struct Reason: Hashable, Sendable {
  /// Lower-case words joined by hyphens, such as `nothing-yet`.
  public let name: String
  /// The values that the words need, by name.
  public let facts: [String: Fact]

  /// Creates a reason from its name and the facts that its words need.
  public init(_ name: String, _ facts: [String: Fact] = [:]) {
    self.name = name
    self.facts = facts
  }
}

extension Reason: ExpressibleByStringLiteral {
  /// A reason without facts.
  public init(stringLiteral name: String) { self.init(name) }
}

/// A value that the words of a state need, not yet formatted.
///
/// ```swift
/// Reason("closed", ["opens": .moment(79_200), "shop": .text(name), "other": .intent(ShopIntent.another)])
/// ```
public enum Fact: Hashable, Sendable {
  /// Text as a user wrote it, such as the name of a list. Never markup.
  case text(String)
  /// An address, for a link or a form.
  case address(String)
  /// What a link or a form means. The page that prints it has its address.
  case intent(any Intent)
  /// A count of something; one that is larger than what was counted is printed as `99+`.
  case number(Int, upTo: Int = .max)
  /// A number that counts nothing, such as a place, or one with the symbol of a unit. No word depends on it.
  case numeral(Int)
  /// A moment, in whole seconds since 1970-01-01T00:00:00Z.
  case moment(Int64)
}

extension Fact {
  /// Whether both are the same value; intents, of the same type.
  public static func == (one: Self, other: Self) -> Bool { one.parts == other.parts }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }

  private var parts: [AnyHashable] {
    switch self {
    case .text(let text): ["text", text]
    case .address(let address): ["address", address]
    case .intent(let intent): ["intent", AnyHashable(intent)]
    case .number(let number, let most): ["number", number, most]
    case .numeral(let number): ["numeral", number]
    case .moment(let seconds): ["moment", seconds]
    }
  }
}
