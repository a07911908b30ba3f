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
  /// Whether there are lists enough to put in order.
  let canArrange: Bool
  /// The newest form that was sent after its session had ended: the way to it for whoever did not sign in right below it.
  var kept: SavedDraftID?
}

/// The ways to the other pages of lists.
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
    "version": .text(\.version),
    "value": .text(\.value),
    "focus": .flag { $0.error != nil },
    "error": .view(\.error),
  ]
  /// The account's revision: tells a form that is sent twice from two forms.
  let version: String
  var value = ""
  var error: FieldError?
}
