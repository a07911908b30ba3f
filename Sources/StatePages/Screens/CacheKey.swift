/// What names the bytes of a region or a page: an id, its revision, and all else that its markup depends on.
///
/// Two things of one cache key have the same bytes. A page all of whose parts have cache keys can be answered with 304 before
/// anything is loaded.
public struct CacheKey: Hashable, Sendable, CustomStringConvertible {
  /// The parts, each preceded by its length, so that different parts never read the same.
  public let description: String
  /// Where it was made: no part of what it names.
  let place: SourceLocation

  /// A cache key of everything that the markup depends on.
  public init(
    _ parts: any CustomStringConvertible & Sendable..., file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(parts, at: SourceLocation(file, line))
  }

  /// A cache key of everything that the markup depends on.
  public init(
    _ parts: [any CustomStringConvertible & Sendable], file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(parts, at: SourceLocation(file, line))
  }

  init(_ parts: [any CustomStringConvertible & Sendable], at place: SourceLocation) {
    self.place = place
    var description = ""
    for part in parts {
      let text = part.description
      description += String(text.utf8.count)
      description += ":"
      description += text
    }
    self.description = description
  }

  /// Whether both name the same.
  public static func == (left: Self, right: Self) -> Bool { left.description == right.description }

  /// Hashes what it names.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
