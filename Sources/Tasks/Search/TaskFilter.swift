package import Foundation

/// The tasks that a search covers.
package struct TaskFilter: Hashable, Sendable {
  /// The list of the tasks; nil for all lists.
  package var list: ListID?
  /// Whether open or completed tasks are covered.
  package var status: TaskStatus
  /// When the tasks are due; nil for any time, or none.
  package var due: DueFilter?
  /// The priority of the tasks; nil for any.
  package var priority: Priority?
  /// The tags that the tasks have, and those that they don't have, in any spelling.
  package var tags: TagFilter
  /// Covers only tasks that repeat. Completed tasks don't: the next ones do.
  package var repeats: Bool
  /// Who is to do the tasks; nil for anybody.
  package var assignee: AssigneeFilter?
  /// The IANA name of the reader's time zone, in which due dates of other zones are compared and sorted.
  package var zone: String
  /// Covers only tasks that were added, edited or completed at this moment or later.
  package var changedSince: Date?

  /// Creates a filter. Without arguments it covers all open tasks.
  package init(
    list: ListID? = nil, status: TaskStatus = .open, due: DueFilter? = nil, priority: Priority? = nil,
    tags: TagFilter = TagFilter(), repeats: Bool = false, assignee: AssigneeFilter? = nil, changedSince: Date? = nil,
    zone: String = "GMT"
  ) {
    self.assignee = assignee
    (self.list, self.status, self.due, self.priority) = (list, status, due, priority)
    (self.tags, self.repeats, self.changedSince, self.zone) = (tags, repeats, changedSince, zone)
  }
}

/// Who is to do the tasks of a search.
package enum AssigneeFilter: Hashable, Sendable {
  case account(AccountID)
  /// The account, or no one.
  case accountOrNobody(AccountID)
}

/// The tags of the tasks of a search. Its text has them as words, those that tasks don't have with a hyphen: `kitchen garden -phone`.
package struct TagFilter: Hashable, Sendable {
  /// Tags that each task has.
  package var all: [Tag]
  /// Tags that no task has.
  package var none: [Tag]
  /// Covers only tasks without any tag.
  package var isUntagged: Bool

  package init(_ all: [Tag] = [], without none: [Tag] = [], isUntagged: Bool = false) {
    (self.all, self.none, self.isUntagged) = (all, none, isUntagged)
  }

  package var isEmpty: Bool { self == TagFilter() }

  /// The only tag, if nothing else is said of tags.
  package var only: Tag? { self == TagFilter(Array(all.prefix(1))) ? all.first : nil }
}

extension TagFilter: LosslessStringConvertible {
  package var description: String {
    // The name of a tag may begin with a hyphen.
    (all.map { $0.name.hasPrefix("-") ? "#\($0)" : $0.name } + none.map { "-\($0)" }).joined(separator: " ")
  }

  /// Reads the words that are tags, each once and at most as many as a task can have; nil if none is.
  package init?(_ description: String) {
    self.init()
    for word in description.split(whereSeparator: \.isWhitespace) where all.count + none.count < Limits.tagsPerTask {
      let isNot = word.first == "-"
      guard let tag = Tag(isNot ? word.dropFirst() : word), !(all + none).contains(where: { $0.key == tag.key }) else {
        continue
      }
      if isNot { none.append(tag) } else { all.append(tag) }
    }
    if isEmpty { return nil }
  }
}

/// Which tasks a search covers: open or completed ones, or both.
package enum TaskStatus: String, CaseIterable, Hashable, Sendable {
  case open, all, done
}

/// When the tasks of a search are due.
package enum DueFilter: Hashable, Sendable {
  /// Tasks without a due date.
  case undated
  /// Tasks that are due between two due dates, both included.
  case between(ClosedRange<DueTime>)

  /// Tasks that are due on one of these days.
  package static func days(_ days: ClosedRange<Day>) -> DueFilter {
    .between(DueTime(startOf: days.lowerBound)...DueTime(days.upperBound, nil))
  }

  /// Tasks that were due before a moment.
  package static func before(_ now: DueTime) -> DueFilter { .between(.first...max(.first, now.predecessor)) }
}

/// The order of search results.
package enum SearchOrder: String, CaseIterable, Hashable, Sendable {
  /// Tasks with all words in the title first, then open tasks, then newer ones.
  case relevance
  /// Newer tasks first.
  case newest
  /// Open tasks by due date, those without one last; then completed tasks, the last completed first.
  case date
  /// In the order of the lists. Within a list, open tasks in its order, then completed tasks, the last completed first.
  case list

  /// The orders of results without search words.
  package static let withoutWords: [Self] = [.date, .list]
}
