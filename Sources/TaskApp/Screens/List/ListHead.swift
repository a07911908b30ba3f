import StatePages
import Tasks

/// The head of a list: its name, or the form to rename it, and its menu.
struct ListHead: Piece {
  static let template = "list/head"
  static let fields: [String: Field<ListHead>] = [
    "name": .text(\.list.name),
    "allHref": .address { _ in Site.lists.path },
    "doneHref": .address { Site.list($0.list.id).path },
    "open": .text { String($0.list.open) },
    "late": .optional { $0.late > 0 ? String($0.late) : nil },
    "dueSoon": .optional { $0.dueSoon > 0 ? String($0.dueSoon) : nil },
    "arranging": .flag { $0.mode == .arranging },
    "renaming": .flag { $0.rename != nil },
    "rename": .view(\.rename),
    "menu": .view { $0.mode == .arranging ? nil : ListMenu(list: $0.list) },
  ]
  let list: ListSummary
  /// How many open tasks were due before today.
  let late: Int
  /// How many are due from today on, within seven days.
  let dueSoon: Int
  let mode: ListMode
  /// Present while it is being renamed.
  let rename: RenameForm?
}

/// What a list's page is used for.
enum ListMode: Hashable, Sendable {
  case using
  case addingSeveral
  case renaming
  case arranging
  /// Choosing among the tasks of a list from elsewhere.
  case choosing
}

/// The form that renames a list.
struct RenameForm: TemplateView {
  static let fields: [String: Field<RenameForm>] = [
    "action": .address { Site.list($0.list).path },
    "version": .text { $0.version.description },
    "value": .text(\.value),
    "focus": .flag { _ in true },
    "error": .view(\.error),
  ]
  let list: ListID
  /// The change that last edited the name.
  let version: ChangeID
  let value: String
  var error: FieldError?
}

/// The menu of a list.
struct ListMenu: TemplateView {
  static let fields: [String: Field<ListMenu>] = [
    "renameHref": .address { Site.list($0.list.id).address([(Query.rename, nil)]) },
    "severalHref": .address { Site.list($0.list.id).address([(Query.several, nil)], at: Anchor.newTask) },
    "arrangeHref": .optionalAddress { $0.list.open > 0 ? Site.list($0.list.id).address([(Query.arrange, nil)]) : nil },
    "historyHref": .address { Site.listHistory($0.list.id).path },
    "clearAction": .optionalAddress { $0.list.completed > 0 ? Site.listClearCompleted($0.list.id).path : nil },
    "deleteAction": .address { Site.listDelete($0.list.id).path },
  ]
  let list: ListSummary
}
