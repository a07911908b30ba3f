import Tasks

/// A list from elsewhere as the demo has it: what it is called, and how whoever asks for it is answered. The server of these
/// lists and the world that follows them are both made from ``all``.
struct DemoSource: Sendable {
  /// The name of the list that follows it.
  let name: String
  /// Its path, from the slash.
  let path: String
  let behaviour: Behaviour

  /// What happens to whoever asks for it.
  enum Behaviour: Sendable {
    /// It is answered at once.
    case prompt(DemoText)
    /// It is answered after a while.
    case slow(DemoText, Duration)
    /// It is answered every other time, and is busy the first.
    case everyOther(DemoText)
    /// It is answered bit by bit with more than anybody reads: at least so many bytes.
    case pouring(DemoText, bytes: Int)
    /// Nothing listens where it is said to be.
    case dead
  }

  /// All of them, in the order in which they are followed.
  static let all = [choir, allotment, bakery, quiet, archive, leaflet, lighthouse]
}

/// A file that a demo source answers with.
struct DemoText: Sendable {
  /// Names its media type.
  let kind: Kind
  /// What is in it on some day.
  let content: @Sendable (Day) -> String

  enum Kind: String, Sendable {
    case calendar = "text/calendar; charset=utf-8"
    case markdown = "text/markdown; charset=utf-8"
    case plain = "text/plain; charset=utf-8"
    case page = "text/html; charset=utf-8"
  }

  init(_ kind: Kind, content: @escaping @Sendable (Day) -> String) {
    self.kind = kind
    self.content = content
  }
}
