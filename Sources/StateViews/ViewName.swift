/// The name of a view, or of the state that it shows: `empty`, or nested, `signed-out/registered`.
///
/// A nested name is a special case of the name before its last slash, and falls back to that name's view. Leading,
/// trailing and doubled slashes are dropped, so each name has one spelling.
public struct ViewName: Hashable, Sendable {
  /// The components of the name, joined by single slashes. An empty name is valid.
  public let path: String

  /// Creates a name from its path, such as `signed-out/registered`.
  public init(_ path: String) { self.path = path.split(separator: "/").joined(separator: "/") }

  /// The name itself, then the names that it is a special case of, nearest first.
  ///
  /// The lineage of `signed-out/registered` is that name, then `signed-out`.
  public var lineage: [ViewName] {
    let parts = path.split(separator: "/")
    guard !parts.isEmpty else { return [self] }
    return parts.indices.reversed().map { ViewName(parts[...$0].joined(separator: "/")) }
  }
}

extension ViewName: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates a name from its path.
  public init(stringLiteral path: String) { self.init(path) }

  /// The path.
  public var description: String { path }
}

extension ViewState {
  /// The name of the view that shows this state: `unloaded`, `loading`, `content`, `empty`, `other` or `failed`.
  public var name: ViewName {
    switch self {
    case .unloaded: "unloaded"
    case .loading: "loading"
    case .content: "content"
    case .empty: "empty"
    case .other: "other"
    case .failed: "failed"
    }
  }
}
