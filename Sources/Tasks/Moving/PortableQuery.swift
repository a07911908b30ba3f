/// The query of a saved filter in a file: that of the address of a search, which may be about one list, by its number in the file.
public struct PortableQuery: Hashable, Sendable {
  private var parts: [String]

  /// - Parameter text: the query, such as `list=3&due=week`.
  public init(_ text: String) {
    parts = text.split(separator: "&").map(String.init)
  }

  /// The query in its textual form.
  public var text: String { parts.joined(separator: "&") }

  /// The number of the list that it is about; nil if it is about all.
  public var list: Int64? {
    get { place.map { Int64(parts[$0].dropFirst(Self.name.count)) ?? 0 } }
    set {
      guard let place, let newValue else { return }
      parts[place] = "\(Self.name)\(newValue)"
    }
  }

  private static let name = "list="

  private var place: Int? { parts.firstIndex { $0.hasPrefix(Self.name) } }
}
