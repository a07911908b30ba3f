/// Identifies a state of everything that a page is made from: who reads it, how it looks, and a revision of what was read.
///
/// ```swift
/// let version = PageVersion(account.id, account.revision, look)
/// return await pages.response(to: request, in: context, version: version) { try await page(of: account) }
/// ```
///
/// Equal versions at one address mean equal bytes.
public struct PageVersion: Hashable, Sendable, CustomStringConvertible {
  /// The parts, each preceded by its length, so that different parts never have the same description.
  public let description: String
  /// Where it was made; not part of the version.
  let place: SourceLocation

  /// Creates a version from everything that a page depends on beside its address and templates.
  public init(_ parts: any CustomStringConvertible & Sendable..., file: StaticString = #fileID, line: UInt = #line) {
    description = String(prefixingLengths: parts)
    place = SourceLocation(file, line)
  }

  /// Whether both are the same version.
  public static func == (left: Self, right: Self) -> Bool { left.description == right.description }

  /// Hashes the version.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension String {
  /// The parts, each preceded by its length, so that different parts never have the same text.
  package init(prefixingLengths parts: [any CustomStringConvertible]) {
    self = ""
    for part in parts {
      let text = part.description
      self += String(text.utf8.count)
      self += ":"
      self += text
    }
  }
}
