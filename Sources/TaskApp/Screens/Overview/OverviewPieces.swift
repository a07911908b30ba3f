import StatePages
import Tasks

/// The head of the overview.
struct OverviewHead: Piece {
  static let template = "overview/head"
  static let fields: [String: Field<OverviewHead>] = [
    "arranging": .flag(\.isArranging),
    "arrangeHref": .optionalAddress { $0.canArrange ? TaskFlow.address(after: .startedArranging) : nil },
    "keptHref": .optionalAddress { $0.kept.map { TaskFlow.address(after: .openedSavedDraft($0)) } },
    "doneHref": .address { _ in TaskFlow.address(after: .finished) },
  ]
  let isArranging: Bool
  /// Whether there are at least two lists to reorder.
  let canArrange: Bool
  /// The newest saved draft, linked for readers who did not sign in on the page that saved it.
  var kept: SavedDraftID?
}

/// The links to other pages of lists.
struct OverviewPages: Piece {
  static let template = "overview/pages"
  static let fields: [String: Field<OverviewPages>] = ["pages": .view(\.pages)]
  let pages: PageLinks
}

/// The form for a new list.
struct NewListForm: Piece {
  static let template = "overview/new-list"
  static let fields: [String: Field<NewListForm>] = [
    "action": .address { _ in TaskFlow.action(.createList) },
    "followHref": .address { _ in TaskFlow.address(after: .startedFollowing) },
    "reviewHref": .address { _ in TaskFlow.address(after: .openedReview) },
    "first": .flag(\.isFirst),
    "version": .text(\.version),
    "value": .text(\.value),
    "focus": .flag { $0.error != nil },
    "error": .view(\.error),
  ]
  /// Whether there are no lists yet.
  var isFirst = false
  /// Part of the idempotency key: the account's revision.
  let version: String
  var value = ""
  var error: FieldError?
}
