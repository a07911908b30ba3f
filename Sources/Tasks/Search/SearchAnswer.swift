public import Foundation

/// What a search came to.
public enum SearchAnswer: Hashable, Sendable {
  /// There is no word in the text: nothing was searched.
  case noWords
  /// There are more words than ``Limits/searchWords``: nothing was searched.
  case tooManyWords
  /// What was found, which may be nothing.
  case found(Found)

  /// Lists and tasks in which all words were found.
  public struct Found: Hashable, Sendable {
    /// Lists by their names, in the account's order; only together with the newest tasks.
    public let lists: [FoundList]
    /// Tasks by titles and notes, the newest first.
    public let tasks: [FoundTask]
    /// The task before which there are older ones that match; nil if these are all.
    public let olderThan: TaskID?
    /// Whether there are tasks that can't be found yet, because the index was not told of them.
    public let isBehind: Bool

    /// What was found.
    public init(lists: [FoundList], tasks: [FoundTask], olderThan: TaskID?, isBehind: Bool = false) {
      self.lists = lists
      self.tasks = tasks
      self.olderThan = olderThan
      self.isBehind = isBehind
    }
  }
}

/// A list that was found by its name.
public struct FoundList: Hashable, Sendable {
  /// Its number.
  public let id: ListID
  /// Its name.
  public let name: MarkedText

  /// A list that was found.
  public init(id: ListID, name: MarkedText) {
    self.id = id
    self.name = name
  }
}

/// A task that was found.
public struct FoundTask: Hashable, Sendable {
  /// Its number.
  public let id: TaskID
  /// The name of the list that it is in.
  public let listName: String
  /// Its title.
  public let title: MarkedText
  /// A piece of its notes, in one line, where a word stands that the title has not.
  public let excerpt: Excerpt?
  /// The day on which it is due.
  public let due: Day?
  /// When it was completed; nil while it is open.
  public let done: Date?

  /// A piece of notes.
  public struct Excerpt: Hashable, Sendable {
    /// The piece.
    public let text: MarkedText
    /// Whether there is more before it.
    public let isCutBefore: Bool
    /// Whether there is more behind it.
    public let isCutAfter: Bool

    /// A piece of notes.
    public init(_ text: MarkedText, isCutBefore: Bool, isCutAfter: Bool) {
      self.text = text
      self.isCutBefore = isCutBefore
      self.isCutAfter = isCutAfter
    }
  }

  /// A task that was found.
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
