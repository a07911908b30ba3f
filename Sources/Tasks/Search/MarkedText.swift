/// A text in which the words that were searched for are marked.
public struct MarkedText: Hashable, Sendable {
  /// A piece of it, marked throughout or not at all.
  public struct Run: Hashable, Sendable {
    /// The text, never empty.
    public let text: String
    /// Whether it was searched for.
    public let isMarked: Bool

    /// A piece of a text.
    public init(_ text: String, isMarked: Bool) {
      self.text = text
      self.isMarked = isMarked
    }
  }

  /// The pieces in their order.
  public let runs: [Run]

  /// A text of pieces.
  public init(_ runs: [Run]) {
    self.runs = runs
  }

  /// The text without its marks.
  public var plain: String { runs.map(\.text).joined() }
}
