/// Identifies the bytes of a region or a page: an id, its revision, and everything else that the markup depends on.
///
/// Equal cache keys mean equal bytes. A page with cache keys for all parts can be answered with 304 before anything
/// loads.
public struct CacheKey: Hashable, Sendable, CustomStringConvertible {
  /// The parts, each preceded by its length, so that different parts never have the same description.
  public let description: String
  /// Where it was made; not part of the key.
  let place: SourceLocation

  /// Creates a cache key from everything that the markup depends on.
  public init(_ parts: any CustomStringConvertible & Sendable..., file: StaticString = #fileID, line: UInt = #line) {
    self.init(parts, at: SourceLocation(file, line))
  }

  /// Creates a cache key from everything that the markup depends on.
  public init(_ parts: [any CustomStringConvertible & Sendable], file: StaticString = #fileID, line: UInt = #line) {
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

  /// Whether both are the same key.
  public static func == (left: Self, right: Self) -> Bool { left.description == right.description }

  /// Hashes the key.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
