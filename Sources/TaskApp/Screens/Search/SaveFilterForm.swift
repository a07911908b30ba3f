import StatePages
import Tasks

/// The form that saves a search under a name, among the lists.
struct SaveFilterForm: Piece {
  static let template = "search/save"
  static let fields: [String: Field<SaveFilterForm>] = [
    "action": .address { _ in TaskFlow.action(.saveFilter) },
    "filter": .text { TaskFlow.query(of: $0.asked) },
    "version": .text(\.version),
    "value": .text(\.value),
    "error": .view(\.error),
  ]
  let asked: SearchParameters
  /// Part of the idempotency key: the account's revision.
  let version: String
  var value = ""
  var error: FieldError?

  init(_ asked: SearchParameters, version: String, value: String = "", error: FieldError? = nil) {
    self.asked = asked
    self.version = version
    self.value = value
    self.error = error
  }
}

extension SearchParameters {
  /// Whether it can be saved: it has something to search for, begins with the newest tasks, and is not too long.
  var isSaveable: Bool { isSearch && before == nil && text != .tooLong }
}
