import Tasks

/// A remote list of the demo and the behaviour of its server. Both the servers and the account that follows the lists are set up
/// from ``all``.
struct DemoSource: Sendable {
  /// The name of the list that follows it.
  let name: String
  /// The path of its URL.
  let path: String
  let behaviour: Behaviour

  /// How the server responds.
  enum Behaviour: Sendable {
    /// Responds immediately.
    case prompt(DemoText)
    /// Responds after a delay.
    case slow(DemoText, Duration)
    /// Responds to every second request, and with 503 to the others, beginning with the first.
    case everyOther(DemoText)
    /// Streams at least the given number of bytes, more than the size limit of a list.
    case pouring(DemoText, bytes: Int)
    /// Refuses connections.
    case dead
  }

  /// All sources, in the order in which they are followed.
  static let all = [choir, allotment, bakery, quiet, archive, leaflet, lighthouse]
}

/// The file that a demo source serves.
struct DemoText: Sendable {
  /// The media type.
  let kind: Kind
  /// The content on a given day.
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
