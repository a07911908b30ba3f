import StatePages
import Tasks

struct OverviewHead: Piece {
  static let template = "overview/head"
  static let fields: [String: Field<OverviewHead>] = [
    "arranging": .flag(\.isArranging),
    "arrangeHref": .optionalLink { $0.canArrange ? .arrange(at: .overview()) : nil },
    "keptHref": .optionalLink { $0.kept.map { .openSavedDraft($0) } },
    "doneHref": .link { _ in .finish(at: .overview()) },
  ]
  let isArranging: Bool
  /// Whether there are at least two lists to reorder.
  let canArrange: Bool
  /// The newest saved draft, linked for readers who did not sign in on the page that saved it.
  var kept: SavedDraftID?
}

struct OverviewPages: Piece {
  static let template = "overview/pages"
  static let fields: [String: Field<OverviewPages>] = ["pages": .view(\.pages)]
  let pages: PageLinks
}

struct NewListForm: Piece {
  static let template = "overview/new-list"
  static let fields: [String: Field<NewListForm>] = [
    "action": .form { _ in .createList },
    "followHref": .link { _ in .follow },
    "first": .flag(\.isFirst),
    "version": .text(\.version),
    "value": .text(\.value),
    "focus": .flag { $0.error != nil },
    "error": .view(\.error),
  ]
  var isFirst = false
  /// Part of the idempotency key: the account's revision.
  let version: String
  var value = ""
  var error: FieldError?
}
