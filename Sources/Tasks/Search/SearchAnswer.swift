/// The result of a search.
package enum SearchAnswer: Hashable, Sendable {
  /// The text contains no word, so nothing was searched.
  case noWords
  /// The text contains more words than ``Limits/searchWords``, so nothing was searched.
  case tooManyWords
  /// The matches, possibly none.
  case found(Found)

  /// Lists and tasks that contain all words.
  package struct Found: Hashable, Sendable {
    /// Lists that match by name, in the account's order; only on the first page.
    package let lists: [FoundList]
    /// Tags that match by name, in their order, at most ``Limits/foundTags``; only on the first page.
    package let tags: [FoundTag]
    /// Whether there may be more of them.
    package let areTagsCut: Bool
    /// The matching tasks of one page, in the requested order.
    package let tasks: [FoundTask]
    /// The number of that page, from 1.
    package let number: Int
    /// The division of the matches into pages. A search collects at most ``Limits/searchMatches`` at a time.
    package let paging: Paging
    /// The number of matches on all pages. These may have one more row, of a task that was just changed.
    package let matchCount: Int
    /// If there are older matches of the words than those on all pages, the task to search before; otherwise nil.
    package let olderThan: TaskID?
    /// Why there may be more matches, which the search cannot continue with; nil if there are not.
    package let bound: Bound?

    /// Creates a result. Without `paging`, all matches are on one page; without `matchCount`, all rows match.
    package init(
      lists: [FoundList], tags: [FoundTag] = [], areTagsCut: Bool = false, tasks: [FoundTask],
      number: Int = 1, paging: Paging? = nil, matchCount: Int? = nil, olderThan: TaskID?, bound: Bound? = nil
    ) {
      (self.lists, self.tags, self.areTagsCut) = (lists, tags, areTagsCut)
      (self.tasks, self.number) = (tasks, number)
      self.paging = paging ?? Paging(tasks.count, of: nil)
      self.matchCount = matchCount ?? self.paging.total
      (self.olderThan, self.bound) = (olderThan, bound)
    }
  }

  /// A limit that ended a search without words.
  package enum Bound: Hashable, Sendable {
    /// More than ``Limits/searchMatches`` tasks match.
    case matches
    /// The lists have too many tasks to compare all of them with the filter.
    case tasks
  }
}

/// A list that matches a search.
package struct FoundList: Hashable, Sendable {
  package let id: ListID
  package let name: MarkedText

  package init(id: ListID, name: MarkedText) { (self.id, self.name) = (id, name) }
}

/// A tag that matches a search.
package struct FoundTag: Hashable, Sendable {
  package let tag: Tag
  package let name: MarkedText

  package init(_ tag: Tag, name: MarkedText) { (self.tag, self.name) = (tag, name) }
}

/// A task that matches a search.
package struct FoundTask: Hashable, Sendable {
  package let row: TaskRow
  package let listName: String
  /// The title, with the words that were found.
  package let title: MarkedText
  /// An excerpt of the notes, in one line, if they contain a word that the title does not.
  package let excerpt: Excerpt?

  package var id: TaskID { row.id }

  package struct Excerpt: Hashable, Sendable {
    package let text: MarkedText
    /// Whether text before it is left out.
    package let isCutBefore: Bool
    /// Whether text after it is left out.
    package let isCutAfter: Bool

    package init(_ text: MarkedText, isCutBefore: Bool, isCutAfter: Bool) {
      (self.text, self.isCutBefore, self.isCutAfter) = (text, isCutBefore, isCutAfter)
    }
  }

  package init(_ row: TaskRow, listName: String, title: MarkedText, excerpt: Excerpt?) {
    (self.row, self.listName, self.title, self.excerpt) = (row, listName, title, excerpt)
  }
}
