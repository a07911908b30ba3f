import StatePages
import Tasks

/// The search form, with the text that was typed and the filters that are set.
struct SearchForm: Piece {
  static let template = "search/form"
  static let fields: [String: Field<SearchForm>] = [
    "action": .link { _ in .search() },
    "value": .text(\.asked.typed),
    "changing": .optional { $0.asked.changing.map(\.description) },
    // With possible results, the focus stays at the beginning of the page.
    "focus": .flag { form in
      switch form.asked.text {
      case .blank: !form.asked.isFiltered
      case .tooLong: true
      case .text: false
      }
    },
    "filters": .rows(\.filters),
    "filtered": .number { $0.filters.isEmpty ? nil : $0.filters.count },
    "clear": .link { form in .search(SearchParameters(typed: form.asked.typed, changing: form.asked.changing)) },
    "lists": .rows { Choice.lists($0.choices, $0.asked.list) },
    "anyList": .flag { $0.asked.list == nil },
    "open": .flag { $0.asked.status == .open },
    "all": .flag { $0.asked.status == .all },
    "done": .flag { $0.asked.status == .done },
    "late": .flag { $0.asked.due == .late },
    "today": .flag { $0.asked.due == .today },
    "week": .flag { $0.asked.due == .week },
    "undated": .flag { $0.asked.due == .undated },
    "range": .flag { $0.range != nil },
    "from": .text { $0.range?.from?.iso ?? "" },
    "to": .text { $0.range?.to?.iso ?? "" },
    "low": .flag { $0.asked.priority == .low },
    "medium": .flag { $0.asked.priority == .medium },
    "high": .flag { $0.asked.priority == .high },
    "repeats": .flag(\.asked.repeats),
    "people": .rows { Choice.people($0.people, $0.asked.assignee?.description) },
    "shared": .flag { !$0.people.isEmpty },
    "tag": .text(\.asked.tags.description), "untagged": .flag(\.asked.tags.isUntagged),
    "tags": .rows { Choice.tags($0.tags) },
    // The tags to begin with.
    "tagLinks": .pieces { form in
      form.asked.isSearch ? [] : form.tags.map { TagLink(tag: $0, color: form.colors[$0]) }
    },
    "tagged": .flag { !$0.asked.isSearch && !$0.tags.isEmpty },
    "tagsHref": .link { _ in .openTags },
    "since": .text { $0.asked.since?.iso ?? "" },
    "text": .flag { $0.asked.query != nil },
    "byNewest": .flag { $0.asked.order == .newest },
    "byDate": .flag { $0.asked.order == .date },
    "byList": .flag { $0.asked.order == .list },
  ]
  let asked: SearchParameters
  private let choices: [ListChoice]
  private let filters: [ActiveFilter]
  private let tags: [Tag]
  private let colors: TagColors
  private let people: [Person]

  /// - Parameters:
  ///   - choices: the lists that can be chosen, that of the search included.
  ///   - tags: the tags that are suggested.
  ///   - colors: the colors of the account's tags.
  ///   - people: those who share lists with the reader; none where no other account does.
  init(
    _ asked: SearchParameters, lists choices: [ListChoice], tags: [Tag], colors: TagColors = TagColors(),
    people: [Person] = [],
    for look: DisplaySettings
  ) {
    (self.asked, self.tags, self.colors, self.choices, self.people) = (asked, tags, colors, choices, people)
    filters = ActiveFilter.all(of: asked, lists: choices, people: people, for: look)
  }

  private var range: (from: Day?, to: Day?)? {
    if case .range(let from, let to)? = asked.due { (from, to) } else { nil }
  }
}

/// A filter that is set, in words, with the search without it.
struct ActiveFilter: TemplateView {
  static let sentences = Kind.allCases.map(\.template)

  static let fields: [String: Field<ActiveFilter>] = [
    "template": .template(among: sentences, \.kind.template),
    "name": .optional(\.name), "from": .optional(\.from), "to": .optional(\.to), "remove": .link(\.remove),
  ]

  enum Kind: String, CaseIterable {
    case list, all, done, late, today, week, undated, range, from, to, low, medium, high, tag, repeats, since, untagged,
      assignee
    case anotherAssignee = "assignee-gone"
    case notTag = "not-tag"
    case deletedList = "list-gone"

    var template: String { "words/filter.\(rawValue)" }
  }

  private let kind: Kind
  private let name, from, to: String?
  private let remove: TaskIntent

  static func all(
    of asked: SearchParameters, lists: [ListChoice], people: [Person], for look: DisplaySettings
  ) -> [ActiveFilter] {
    let printer = DayPrinter(look)
    var filters: [ActiveFilter] = []
    func add(_ kind: Kind, name: String? = nil, from: Day? = nil, to: Day? = nil, without: SearchParameters) {
      filters.append(
        ActiveFilter(
          kind: kind, name: name, from: from.map(printer.date), to: to.map(printer.date), remove: .search(without)))
    }
    if let list = asked.list { filters.append(ActiveFilter(list, among: lists, remove: .search(asked.without(.list)))) }
    switch asked.status {
    case .open: break
    case .all: add(.all, without: asked.showing(.open))
    case .done: add(.done, without: asked.showing(.open))
    }
    switch asked.due {
    case .late: add(.late, without: asked.without(.due))
    case .today: add(.today, without: asked.without(.due))
    case .week: add(.week, without: asked.without(.due))
    case .undated: add(.undated, without: asked.without(.due))
    case .range(let from, let to):
      add(to == nil ? .from : from == nil ? .to : .range, from: from, to: to, without: asked.without(.due))
    case nil: break
    }
    if let kind = asked.priority.flatMap({ Kind(rawValue: $0.name) }) { add(kind, without: asked.without(.priority)) }
    for tag in asked.tags.all { add(.tag, name: tag.name, without: asked.without(tag)) }
    for tag in asked.tags.none { add(.notTag, name: tag.name, without: asked.without(tag)) }
    if asked.tags.isUntagged { add(.untagged, without: asked.with { $0.tags.isUntagged = false }) }
    if asked.repeats { add(.repeats, without: asked.without(.repeats)) }
    if let assignee = asked.assignee {
      let name = people.first { $0.account == assignee }.map { ShortText.of($0.name) }
      add(name == nil ? .anotherAssignee : .assignee, name: name, without: asked.without(.assignee))
    }
    if let since = asked.since { add(.since, from: since, without: asked.without(.since)) }
    return filters
  }

  static func all(of view: UpcomingView, lists: [ListChoice]) -> [ActiveFilter] {
    let list = view.list.map { list in
      ActiveFilter(list, among: lists, remove: .anyList)
    }
    let tag = view.tag.map { tag in
      ActiveFilter(kind: .tag, name: tag.name, from: nil, to: nil, remove: .anyTag)
    }
    return [list, tag].compactMap(\.self)
  }

  private init(_ list: ListID, among lists: [ListChoice], remove: TaskIntent) {
    let name = lists.first { $0.id == list }.map { ShortText.of($0.name) }
    self.init(kind: name == nil ? .deletedList : .list, name: name, from: nil, to: nil, remove: remove)
  }

  private init(kind: Kind, name: String?, from: String?, to: String?, remove: TaskIntent) {
    (self.kind, self.name, self.from, self.to, self.remove) = (kind, name, from, to, remove)
  }
}
