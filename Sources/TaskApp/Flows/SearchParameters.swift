import StatePages
import Tasks

struct SearchParameters: Hashable, Sendable {
  /// The typed text, unchanged.
  var typed = ""
  var list: ListID?
  var status = TaskStatus.open
  var due: DueChoice?
  var priority: Priority?
  var tags = TagFilter()
  /// Finds only tasks that repeat.
  var repeats = false
  /// Finds only tasks that are this account's to do.
  var assignee: AccountID?
  /// Finds only tasks that were added, edited or completed on this day or later.
  var since: Day?
  /// The chosen order; nil for the default one.
  var order: SearchOrder?
  /// Finds only tasks older than this one; nil to begin with the newest.
  var before: TaskID?
  var page = 1
  /// The saved filter that is being changed to this search. It is no part of the search itself.
  var changing: ListID?

  /// When tasks are due, relative to the reader's today.
  enum DueChoice: Hashable, Sendable {
    case late, today, week, undated
    case range(from: Day?, to: Day?)
  }

  /// The tag, if nothing else is asked for: then the page of the search is that of the tag. An order is chosen in the form of a search.
  var onlyTag: Tag? {
    var rest = self
    (rest.tags, rest.status, rest.before, rest.page) = (TagFilter(), .open, nil, 1)
    return rest == SearchParameters() ? tags.only : nil
  }

  var text: SearchText { SearchText(typed) }

  /// Whether a filter is set, so that there is something to find without text. "Open and completed" is none: it leaves nothing
  /// out.
  var isFiltered: Bool {
    list != nil || status == .done || due != nil || priority != nil || !tags.isEmpty || repeats || since != nil
      || assignee != nil
  }

  /// The order of the results. Without text, only some orders have a meaning.
  var effectiveOrder: SearchOrder {
    switch text {
    case .text: order ?? .relevance
    case .blank, .tooLong: order.flatMap { SearchOrder.withoutWords.contains($0) ? $0 : nil } ?? .date
    }
  }
}

extension SearchParameters.DueChoice {
  func filter(now: DueTime) -> DueFilter {
    let today = now.day
    return switch self {
    case .late: .before(now)
    case .today: .between(now...DueTime(today, nil))
    case .week: .days(today...today.adding(days: 6))
    case .undated: .undated
    case .range(let from, let to): .days((from ?? .first)...max(from ?? .first, to ?? .last))
    }
  }
}

/// Variations of a search. Each begins at the first page.
extension SearchParameters {
  func showing(_ status: TaskStatus) -> SearchParameters { with { $0.status = status } }

  /// The search among the tasks older than another; nil to begin with the newest.
  func older(than task: TaskID?) -> SearchParameters { with { $0.before = task } }

  /// The search without one of its filters, or without its text.
  func without(_ part: Part) -> SearchParameters {
    with { asked in
      switch part {
      case .text: asked.typed = ""
      case .list: asked.list = nil
      case .status: asked.status = .all
      case .due: asked.due = nil
      case .priority: asked.priority = nil
      case .tag: asked.tags = TagFilter()
      case .repeats: asked.repeats = false
      case .assignee: asked.assignee = nil
      case .since: asked.since = nil
      }
    }
  }

  /// A part of a search that leaves tasks out.
  enum Part: String, CaseIterable, Sendable {
    case text, list, status, due, priority, tag, repeats, assignee, since
  }

  /// The parts that leave tasks out and can be dropped. The last one can't: nothing would be left to search for.
  var restrictions: [Part] {
    let all = with { _ in }
    return Part.allCases.filter { part in
      let fewer = without(part)
      return fewer != all && fewer.isSearch && (part != .text || text != .blank)
    }
  }

  var isSearch: Bool {
    switch text {
    case .blank: isFiltered
    case .text, .tooLong: true
    }
  }

  /// The search for the change of a saved filter; nil for a search of its own.
  func changing(_ filter: ListID?) -> SearchParameters { with(page: page, before: before) { $0.changing = filter } }

  func turned(to page: Int) -> SearchParameters { with(page: page, before: before) { _ in } }

  /// The tags that are typed as `#word`, and as `-#word`.
  var typedTags: [Tag] { typedTagWords.map(\.tag) }

  private var typedTagWords: [(word: Substring, tag: Tag, isNot: Bool)] {
    guard typed.contains("#") else { return [] }
    return typed.split(separator: " ").compactMap { word in
      let isNot = word.hasPrefix("-#")
      return isNot || word.hasPrefix("#") ? Tag(word.drop { $0 == "-" }).map { (word, $0, isNot) } : nil
    }
  }

  /// The search with its typed words that are some tags as such.
  func reading(_ tags: [Tag]) -> SearchParameters {
    let read = typedTagWords.filter { tags.contains($0.tag) }
    if read.isEmpty { return self }
    return with(page: page, before: before) { asked in
      let words = typed.split(separator: " ").filter { word in !read.contains { $0.word == word } }
      asked.typed = words.joined(separator: " ")
      asked.tags.all += read.filter { !$0.isNot && !asked.tags.all.contains($0.tag) }.map(\.tag)
      asked.tags.none += read.filter { $0.isNot && !asked.tags.none.contains($0.tag) }.map(\.tag)
    }
  }

  /// The search that says nothing of a tag.
  func without(_ tag: Tag) -> SearchParameters {
    with { asked in
      asked.tags.all.removeAll { $0 == tag }
      asked.tags.none.removeAll { $0 == tag }
    }
  }

  func with(
    page: Int = 1, before: TaskID? = nil, _ change: (inout SearchParameters) -> Void
  ) -> SearchParameters {
    var asked = self
    (asked.before, asked.page) = (before, page)
    change(&asked)
    return asked
  }
}

/// The address of a search. Values that are the default are omitted, so one search has one address.
extension AddressPart<SearchParameters> {
  static var search: Self {
    AddressPart(
      .text("q"), .query("list"), .status, .due, .priority, .tags, .repeats, .query("for"),
      .query("since"), .choice("sort"),
      .query("before"), .number("page"), .query("filter")
    ) {
      SearchParameters(
        typed: $0, list: $1, status: $2, due: $3, priority: $4, tags: $5, repeats: $6, assignee: $7,
        since: $8?.inFullYear, order: $9, before: $10, page: $11, changing: $12
      )
    } components: {
      (
        $0.typed, $0.list, $0.status, $0.due, $0.priority, $0.tags, $0.repeats, $0.assignee, $0.since, $0.order,
        $0.before, $0.page, $0.changing
      )
    }
  }
}

extension AddressPart<TaskStatus> {
  /// `completed` is from addresses before there were filters.
  fileprivate static var status: Self {
    AddressPart(.choice("show"), .flag("completed", value: "on")) { (status: TaskStatus?, includesCompleted) in
      status ?? (includesCompleted ? .all : .open)
    } components: {
      ($0 == .open ? nil : $0, false)
    }
  }
}

extension AddressPart<Bool> {
  /// The form sends an empty value for tasks that repeat or don't.
  fileprivate static var repeats: Self {
    AddressPart(.query("repeats")) { (value: String?) in
      value == "on"
    } components: {
      $0 ? "on" : nil
    }
  }
}

extension AddressPart<TagFilter> {
  fileprivate static var tags: Self {
    AddressPart(.query("tag"), .flag("untagged", value: "on")) { (tags: TagFilter?, isUntagged) in
      var tags = tags ?? TagFilter()
      tags.isUntagged = isUntagged
      return tags
    } components: { tags in
      var named = tags
      named.isUntagged = false
      return (named.isEmpty ? nil : named, tags.isUntagged)
    }
  }
}

extension AddressPart<Priority?> {
  fileprivate static var priority: Self {
    AddressPart(.query("priority")) { (name: String?) in
      .some(name.flatMap { Priority(name: $0) }.flatMap { $0 == .none ? nil : $0 })
    } components: {
      .some($0?.name)
    }
  }
}

extension AddressPart<SearchParameters.DueChoice?> {
  /// The names of the choices. A range is named by its days; its name is for the form, where days may be left from before.
  private enum Name: String {
    case late, today, week, range
    case undated = "none"
  }

  fileprivate static var due: Self {
    AddressPart(.choice("due"), .query("from"), .query("to")) { (name: Name?, from: Day?, to: Day?) in
      switch name {
      case .late: .some(.late)
      case .today: .some(.today)
      case .week: .some(.week)
      case .undated: .some(.undated)
      case .range, nil: .some(range(from?.inFullYear, to?.inFullYear))
      }
    } components: { due in
      switch due {
      case .late: (.late, nil, nil)
      case .today: (.today, nil, nil)
      case .week: (.week, nil, nil)
      case .undated: (.undated, nil, nil)
      case .range(let from, let to): (nil, from, to)
      case nil: (nil, nil, nil)
      }
    }
  }

  /// The days in order, whichever was typed first; nil without days.
  private static func range(_ from: Day?, _ to: Day?) -> SearchParameters.DueChoice? {
    switch (from, to) {
    case (nil, nil): nil
    case (let from?, let to?): .range(from: min(from, to), to: max(from, to))
    case (nil, _), (_, nil): .range(from: from, to: to)
    }
  }
}

extension SearchParameters {
  /// The search for the tasks with a tag.
  init(tag: Tag, order: SearchOrder? = nil) { self.init(tags: TagFilter([tag]), order: order) }
}
