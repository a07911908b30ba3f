import StatePages
import Tasks

/// The head of a list: its name, or the form to rename it, and its menu.
struct ListHead: Piece {
  static let template = "list/head"
  static let fields: [String: Field<ListHead>] = [
    "name": .text(\.list.name),
    "allHref": .address { _ in TaskFlow.address(after: .openedOverview()) },
    "doneHref": .address { TaskFlow.address(after: .finished, at: .list($0.list.id, $0.mode)) },
    "open": .optional { $0.list.open > 0 ? Counted.text($0.list.open) : nil },
    "byDate": .flag { $0.list.open > 0 && $0.list.preferences.order == .date },
    "byPriority": .flag { $0.list.open > 0 && $0.list.preferences.order == .priority },
    "late": .optional { $0.late > 0 ? Counted.text($0.late) : nil },
    "dueSoon": .optional { $0.dueSoon > 0 ? Counted.text($0.dueSoon) : nil },
    "arranging": .flag { $0.mode == .arranging && $0.list.preferences.order == .hand },
    "unarranged": .view {
      $0.mode == .arranging && $0.list.preferences.order != .hand ? ListPreferencesForm(list: $0.list) : nil
    },
    "selecting": .flag { $0.mode == .selecting },
    "renaming": .flag { $0.rename != nil },
    "rename": .view(\.rename),
    "menu": .view { [.arranging, .selecting].contains($0.mode) ? nil : ListMenu(list: $0.list) },
  ]
  let list: ListSummary
  /// The number of open tasks that are overdue.
  let late: Int
  /// The number of open tasks due within seven days, today included.
  let dueSoon: Int
  let mode: ListMode
  /// The form that renames it; nil unless the list is being renamed.
  let rename: RenameForm?
}

/// The menu of a list.
struct ListMenu: TemplateView {
  static let fields: [String: Field<ListMenu>] = [
    "renameHref": .address { TaskFlow.address(after: .startedRenaming, at: .list($0.list.id)) },
    "severalHref": .address { TaskFlow.address(after: .startedAddingSeveral, at: .list($0.list.id)) },
    "arrangeHref": .optionalAddress {
      $0.list.open > 0 ? TaskFlow.address(after: .startedArranging, at: .list($0.list.id)) : nil
    },
    "selectHref": .optionalAddress {
      $0.list.open > 0 ? TaskFlow.address(after: .startedSelecting, at: .list($0.list.id)) : nil
    },
    "view": .view { ListPreferencesForm(list: $0.list) },
    "historyHref": .address { TaskFlow.address(after: .openedHistory($0.list.id)) },
    "exportHref": .address { TaskFlow.address(after: .startedExporting, at: .list($0.list.id)) },
    "feedsHref": .address { TaskFlow.address(after: .openedFeeds(of: $0.list.id)) },
    "clearAction": .optionalAddress {
      $0.list.completed > 0 ? TaskFlow.action(.list($0.list.id, .clearCompleted)) : nil
    },
    "deleteAction": .address { TaskFlow.action(.list($0.list.id, .delete)) },
  ]
  let list: ListSummary
}
