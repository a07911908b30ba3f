import StatePages
import TaskStore
import Tasks

/// The head of a saved filter: its name, what it shows, and its menu.
struct SavedFilterHead: Piece {
  static let template = "search/saved-head"
  static let fields: [String: Field<SavedFilterHead>] = [
    "name": .text(\.list.name),
    "allHref": .link { _ in .openLists() },
    "query": .optional(\.asked.query), "filters": .rows(\.filters),
    "changeHref": .link { .search($0.asked.changing($0.list.id)) },
    "doneHref": .link { _ in .finish },
    "renaming": .flag { $0.rename != nil },
    "selecting": .flag(\.isSelecting),
    "cancelHref": .link { _ in .finish },
    "rename": .view(\.rename),
    "renameHref": .link { _ in .rename },
    "historyHref": .link { .openHistory(of: $0.list.id) },
    "exportHref": .link { .export(.list($0.list.id)) },
    "feedsHref": .link { .openFeeds(of: $0.list.id) },
    "deleteAction": .form { .list($0.list.id, .delete) },
  ]
  let list: ListSummary
  let asked: SearchParameters
  let filters: [ActiveFilter]
  /// The form that renames it; nil unless it is being renamed.
  let rename: RenameForm?
  let isSelecting: Bool
}

/// The head of a tag's page: its name, and its menu.
struct TagHead: Piece {
  static let template = "search/tag-head"
  static let fields: [String: Field<TagHead>] = [
    "name": .text { $0.tag.tag.name },
    "tagsHref": .link { _ in .openTags },
    // The form of a search shows with an order: that of tasks without words is the date.
    "filterHref": .link { .search(SearchParameters(tag: $0.tag.tag, order: .date)) },
    "renameHref": .link { .renameTag($0.tag.id) },
    "renameAction": .form { .tag($0.tag.id, .rename) },
    "colorAction": .form { .tag($0.tag.id, .color) },
    "color": .view { ListColorView($0.tag.color) }, "colors": .rows { Choice.colors($0.tag.color) },
    "removeAction": .form { .tag($0.tag.id, .remove) },
    "doneHref": .link { .openTag($0.tag.tag) },
    "followed": .flag { $0.tag.isFollowed }, "changeable": .flag { !$0.tag.isOnlyFollowed },
    "form": .view { $0.tag.isOnlyFollowed ? nil : $0.rename },
    "refusal": .view { head in head.rename.map { $0.state.error(at: .name) ?? .followed } },
    "version": .text(\.version), "selecting": .view(\.selecting),
  ]
  let tag: KnownTag
  /// Part of the idempotency keys: the account's revision.
  let version: String
  /// The form that renames it; nil unless it is being renamed.
  let rename: TagRename?
  /// What its tasks are, while some are being selected.
  let selecting: SelectingHead?
}

struct TagRename: TemplateView {
  static let fields: [String: Field<TagRename>] = NameState.tags(at: \.state, ids: "tag-", hints: [.name])
  let state: NameState
}

/// The form that saves a search under a name, among the lists, and the one that replaces the search of a saved filter.
struct SaveFilterForm: Piece {
  static let template = "search/save"
  static let fields: [String: Field<SaveFilterForm>] = NameState.tags(
    at: \.state, ids: "filter-", hints: [.name],
    and: [
      "action": .form { _ in .saveFilter },
      "filter": .text { $0.asked.filterQuery },
      "version": .text(\.version), "isOpen": .flag { !$0.state.isValid },
      "changing": .view { form in form.changing.map { ChangedFilter(filter: $0, query: form.asked.filterQuery) } },
    ])
  let asked: SearchParameters
  /// Part of the idempotency key: the account's revision.
  let version: String
  /// The saved filter that is being changed; nil for a search of its own.
  let changing: ListSummary?
  let state: NameState

  init(_ asked: SearchParameters, version: String, changing: ListSummary? = nil, _ state: NameState = NameState()) {
    (self.asked, self.version, self.changing, self.state) = (asked, version, changing, state)
  }
}

/// The saved filter that a search is to replace.
private struct ChangedFilter: TemplateView {
  static let fields: [String: Field<ChangedFilter>] = [
    "id": .text { $0.filter.id.description },
    "name": .text { ShortText.of($0.filter.name) },
    "query": .text(\.query),
    // The filter shows something else so far.
    "differs": .flag { $0.filter.filter != $0.query },
    "doneHref": .link { .openList($0.filter.id) },
  ]
  let filter: ListSummary
  let query: String
}

extension SearchParameters {
  /// Whether it can be saved: it has something to search for, begins with the newest tasks, and is not too long.
  var isSaveable: Bool { isSearch && before == nil && text != .tooLong }
}
