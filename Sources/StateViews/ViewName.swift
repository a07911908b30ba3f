/// The name of a view, or of the state that it shows: `empty`, or nested, `signed-out/registered`.
///
/// A nested name stands for a special case of the name before its last slash, and that one's view will do where it has
/// none of its own. Slashes at the ends and doubled slashes say nothing and are dropped, so each name has one spelling.
public struct ViewName: Hashable, Sendable {
  /// The parts of the name, joined by single slashes. Empty for a name without parts, which is a name like any
  /// other.
  public let path: String

  /// A name by its path, such as `signed-out/registered`.
  public init(_ path: String) {
    self.path = path.split(separator: "/").joined(separator: "/")
  }

  /// The name itself, then the names that it is a special case of, nearest first.
  ///
  /// `signed-out/registered` gives itself, then `signed-out`.
  public var lineage: [ViewName] {
    let parts = path.split(separator: "/")
    guard !parts.isEmpty else { return [self] }
    return parts.indices.reversed().map { ViewName(parts[...$0].joined(separator: "/")) }
  }
}

extension ViewName: ExpressibleByStringLiteral, CustomStringConvertible {
  /// A name by its path.
  public init(stringLiteral path: String) {
    self.init(path)
  }

  /// The path.
  public var description: String { path }
}

extension ViewState {
  /// The name of the view that shows this state: `unloaded`, `loading`, `content`, `empty` or `failed`.
  public var name: ViewName {
    switch self {
    case .unloaded: "unloaded"
    case .loading: "loading"
    case .content: "content"
    case .empty: "empty"
    case .failed: "failed"
    }
  }
}

extension Dictionary where Key == ViewName {
  /// The view of `name`, or else of the nearest name that it is a special case of.
  func nearest(to name: ViewName) -> Value? {
    for name in name.lineage {
      if let view = self[name] { return view }
    }
    return nil
  }
}
