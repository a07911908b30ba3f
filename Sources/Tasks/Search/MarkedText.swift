/// A text with the matches of a search marked.
public struct MarkedText: Hashable, Sendable {
  /// A run of text that is either marked or not.
  public struct Run: Hashable, Sendable {
    /// The text, never empty.
    public let text: String
    /// Whether it matches the search.
    public let isMarked: Bool

    /// Creates a run.
    public init(_ text: String, isMarked: Bool) {
      self.text = text
      self.isMarked = isMarked
    }
  }

  /// The runs, in order.
  public let runs: [Run]

  /// Creates a text from its runs.
  public init(_ runs: [Run]) {
    self.runs = runs
  }
}
