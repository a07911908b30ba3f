public import Foundation

/// The result of a search.
public enum SearchAnswer: Hashable, Sendable {
  /// The text contains no word, so nothing was searched.
  case noWords
  /// The text contains more words than ``Limits/searchWords``, so nothing was searched.
  case tooManyWords
  /// The matches, possibly none.
  case found(Found)

  /// Lists and tasks that contain all words.
  public struct Found: Hashable, Sendable {
    /// Lists that match by name, in the account's order; only on the first page.
    public let lists: [FoundList]
    /// Tasks that match by title and notes, the newest first.
    public let tasks: [FoundTask]
    /// The last task of this page if older tasks match; otherwise nil.
    public let olderThan: TaskID?
    /// Whether some tasks cannot be found yet because they are not indexed.
    public let isBehind: Bool

    /// Creates a result.
    public init(lists: [FoundList], tasks: [FoundTask], olderThan: TaskID?, isBehind: Bool = false) {
      self.lists = lists
      self.tasks = tasks
      self.olderThan = olderThan
      self.isBehind = isBehind
    }
  }
}

/// A list that matches a search.
public struct FoundList: Hashable, Sendable {
  /// The id.
  public let id: ListID
  /// The name.
  public let name: MarkedText

  /// Creates a match.
  public init(id: ListID, name: MarkedText) {
    self.id = id
    self.name = name
  }
}

/// A task that matches a search.
public struct FoundTask: Hashable, Sendable {
  /// The id.
  public let id: TaskID
  /// The name of its list.
  public let listName: String
  /// The title.
  public let title: MarkedText
  /// An excerpt of the notes, in one line, if they contain a word that the title does not.
  public let excerpt: Excerpt?
  /// The due day.
  public let due: Day?
  /// When it was completed; nil while it is open.
  public let done: Date?

  /// An excerpt of notes.
  public struct Excerpt: Hashable, Sendable {
    /// The text of the excerpt.
    public let text: MarkedText
    /// Whether text before it is left out.
    public let isCutBefore: Bool
    /// Whether text after it is left out.
    public let isCutAfter: Bool

    /// Creates an excerpt.
    public init(_ text: MarkedText, isCutBefore: Bool, isCutAfter: Bool) {
      self.text = text
      self.isCutBefore = isCutBefore
      self.isCutAfter = isCutAfter
    }
  }

  /// Creates a match.
  public init(
    id: TaskID, listName: String, title: MarkedText, excerpt: Excerpt?, due: Day?, done: Date?
  ) {
    self.id = id
    self.listName = listName
    self.title = title
    self.excerpt = excerpt
    self.due = due
    self.done = done
  }
}
