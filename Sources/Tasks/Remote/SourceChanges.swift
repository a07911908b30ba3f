/// The tasks that a refresh added and removed.
package struct SourceChanges: Hashable, Codable, Sendable {
  /// The first titles of a set of tasks, and their number.
  package struct Part: Hashable, Codable, Sendable {
    /// The first titles, shortened.
    package let titles: [String]
    /// The number of tasks, the titled ones included.
    package let count: Int

    /// Stores as many titles as are displayed.
    package init(_ titles: [String]) {
      self.titles = titles.prefix(Limits.changedTitles).map { title in
        title.count > Limits.changedTitleCharacters ? title.prefix(Limits.changedTitleCharacters - 1) + "…" : title
      }
      count = titles.count
    }
  }

  /// The added tasks.
  package let added: Part
  /// The removed tasks.
  package let removed: Part

  /// The difference between two copies, by the keys of their tasks; nil if both have the same tasks.
  /// - Parameters:
  ///   - before: the keys and titles of the earlier copy, in order.
  ///   - now: the keys and titles of the later copy, in order.
  package init?(from before: [(key: String, title: String)], to now: [(key: String, title: String)]) {
    let (old, new) = (Set(before.map(\.key)), Set(now.map(\.key)))
    guard old != new else { return nil }
    added = Part(now.filter { !old.contains($0.key) }.map(\.title))
    removed = Part(before.filter { !new.contains($0.key) }.map(\.title))
  }
}
