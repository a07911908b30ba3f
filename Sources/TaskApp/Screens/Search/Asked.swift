import StatePages
import Tasks

/// What a search's address asks for.
struct Asked: Hashable, Sendable {
  /// What was typed, as it was.
  let typed: String
  let includesCompleted: Bool
  /// Only what is older than that task; nil for the newest.
  var before: TaskID?

  /// What was typed, looked at.
  var text: SearchText { SearchText(typed) }

  /// The address of the same search with something else about it, from the newest on unless told.
  func address(includingCompleted: Bool? = nil, before: TaskID? = nil) -> String {
    var query: [(name: String, value: String?)] = [(Query.searched, Query.encoded(typed))]
    if includingCompleted ?? includesCompleted { query.append((Query.completed, "on")) }
    if let before { query.append((Query.before, before.description)) }
    return Site.search.address(query)
  }

  /// The form that searches once more.
  var again: FormAction {
    var fields = [FormAction.HiddenField(Query.searched, typed)]
    if includesCompleted { fields.append(.init(Query.completed, "on")) }
    if let before { fields.append(.init(Query.before, before.description)) }
    return .get(Site.search.path, fields)
  }
}

extension Asked {
  /// What the address of a request asks for.
  init(_ visit: Visit) {
    typed = visit.asked(Query.searched) ?? ""
    includesCompleted = visit.has(Query.completed)
    before = visit.asked(Query.before).flatMap { TaskID($0) }
  }
}
