/// What names the bytes of a region or a page: an id, its revision, and all else that its markup depends on.
///
/// Two things of one edition have the same bytes. A page all of whose parts have editions can be answered with 304 before
/// anything is loaded.
public struct Edition: Hashable, Sendable, CustomStringConvertible {
  /// The parts, each preceded by its length, so that different parts never read the same.
  public let description: String

  /// An edition of everything that the markup depends on.
  public init(_ parts: any CustomStringConvertible & Sendable...) {
    self.init(parts)
  }

  /// An edition of everything that the markup depends on.
  public init(_ parts: [any CustomStringConvertible & Sendable]) {
    var description = ""
    for part in parts {
      let text = part.description
      description += String(text.utf8.count)
      description += ":"
      description += text
    }
    self.description = description
  }
}
