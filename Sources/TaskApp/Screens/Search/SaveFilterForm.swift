import StatePages
import Tasks

/// The form that saves a search under a name, among the lists, and the one that replaces the search of a saved filter.
struct SaveFilterForm: Piece {
  static let template = "search/save"
  static let fields: [String: Field<SaveFilterForm>] = [
    "action": .form { _ in .saveFilter },
    "filter": .text { $0.asked.filterQuery },
    "version": .text(\.version),
    "value": .text(\.value),
    "error": .view(\.error),
    "changing": .view { form in form.changing.map { ChangedFilter(filter: $0, query: form.asked.filterQuery) }
    },
  ]
  let asked: SearchParameters
  /// Part of the idempotency key: the account's revision.
  let version: String
  /// The saved filter that is being changed; nil for a search of its own.
  let changing: ListSummary?
  var value = ""
  var error: FieldError?

  init(
    _ asked: SearchParameters, version: String, changing: ListSummary? = nil, value: String = "",
    error: FieldError? = nil
  ) {
    self.asked = asked
    self.version = version
    self.changing = changing
    self.value = value
    self.error = error
  }
}

/// The saved filter that a search is to replace.
private struct ChangedFilter: TemplateView {
  static let fields: [String: Field<ChangedFilter>] = [
    "id": .text { $0.filter.id.description },
    "name": .text { ShortText.of($0.filter.name) },
    "query": .text(\.query),
    // It shows something else so far.
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
