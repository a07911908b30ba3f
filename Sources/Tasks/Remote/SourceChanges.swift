/// What a refresh brought and took, by titles.
public struct SourceChanges: Hashable, Codable, Sendable {
  /// Tasks by the first of their titles, and how many there are.
  public struct Part: Hashable, Codable, Sendable {
    /// The first titles, shortened.
    public let titles: [String]
    /// How many tasks there are, with those of the titles.
    public let count: Int

    /// Keeps as many titles as are told.
    public init(_ titles: [String]) {
      self.titles = titles.prefix(Limits.changedTitles).map { title in
        title.count > Limits.changedTitleCharacters ? title.prefix(Limits.changedTitleCharacters - 1) + "…" : title
      }
      count = titles.count
    }
  }

  /// What is there now and was not.
  public let added: Part
  /// What was there and is not any more.
  public let removed: Part

  /// What is different between two copies, by the keys of their tasks; nil where the same tasks are in both.
  /// - Parameters:
  ///   - before: keys and titles of the earlier copy, in its order.
  ///   - now: those of the later one.
  public init?(from before: [(key: String, title: String)], to now: [(key: String, title: String)]) {
    let (old, new) = (Set(before.map(\.key)), Set(now.map(\.key)))
    guard old != new else { return nil }
    added = Part(now.filter { !old.contains($0.key) }.map(\.title))
    removed = Part(before.filter { !new.contains($0.key) }.map(\.title))
  }
}
