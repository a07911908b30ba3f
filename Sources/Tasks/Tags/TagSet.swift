/// The tags of a task, each once, in the order in which they were typed.
package struct TagSet: Hashable, Sendable {
  package private(set) var tags: [Tag] = []

  /// Creates a set. Of several spellings of a tag, the first is kept.
  package init(_ tags: some Sequence<Tag> = []) {
    for tag in tags { insert(tag) }
  }

  /// Reads the names that ``text`` has.
  package init(stored text: some StringProtocol) {
    tags = text.unicodeScalars.split(separator: " ").map { Tag(stored: String(String.UnicodeScalarView($0))) }
  }

  /// Parses names that are divided by white space or commas, each with or without a `#`.
  /// - Throws: the first problem.
  init(typed text: String) throws(TagProblem) {
    // By scalars: with a mark after it, a space is no character of its own.
    for word in Self.words(of: text) {
      guard let tag = Tag(word) else { throw .notATag(String(word.prefix(Limits.tagCharacters))) }
      insert(tag)
    }
    if tags.count > Limits.tagsPerTask { throw .tooMany }
  }

  private static func words(of text: String) -> [String] {
    text.unicodeScalars.split { $0.properties.isWhitespace || $0 == "," }.map { String(String.UnicodeScalarView($0)) }
  }

  /// A typed text of tags with a tag added at its end, or without that tag if it has it, in any spelling.
  package static func toggling(_ tag: Tag, in text: String) -> String {
    let words = words(of: text)
    let others = words.filter { Tag($0)?.key != tag.key }
    return (others.count < words.count ? others : words + [tag.name]).joined(separator: " ")
  }

  /// Why typed tags are invalid.
  enum TagProblem: Error {
    case notATag(String)
    case tooMany
  }

  package var isEmpty: Bool { tags.isEmpty }

  /// The names, divided by spaces: how tags are stored, exported and edited.
  package var text: String { tags.map(\.name).joined(separator: " ") }

  /// Whether a tag is among them, in any spelling.
  package func contains(_ tag: Tag) -> Bool {
    let key = tag.key
    return tags.contains { $0.key == key }
  }

  /// Adds a tag at the end, unless it is there.
  package mutating func insert(_ tag: Tag) {
    if !contains(tag) { tags.append(tag) }
  }

  /// Adds the tag of a name from elsewhere, whose words become one. False if it can't be one, or there are too many.
  package mutating func insert(named name: String) -> Bool {
    let tag = Tag(name.split(whereSeparator: \.isWhitespace).joined(separator: "-"))
    guard let tag, contains(tag) || tags.count < Limits.tagsPerTask else { return false }
    insert(tag)
    return true
  }

  /// Removes a tag, in any spelling.
  package mutating func remove(_ tag: Tag) { self = replacing(tag, by: nil) }

  /// The tags with another one in place of a tag, in any spelling; with nil, and if the other one is there already, without it.
  package func replacing(_ tag: Tag, by other: Tag?) -> TagSet {
    let key = tag.key
    return TagSet(tags.compactMap { $0.key == key ? other : $0 })
  }
}
