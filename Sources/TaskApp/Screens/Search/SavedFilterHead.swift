import StatePages
import Tasks

/// The head of a saved filter: its name, what it shows, and its menu.
struct SavedFilterHead: Piece {
  static let template = "search/saved-head"
  static let fields: [String: Field<SavedFilterHead>] = [
    "name": .text(\.list.name),
    "allHref": .address { _ in TaskFlow.address(after: .openedOverview()) },
    "query": .optional(\.asked.query),
    "filters": .rows(\.filters),
    "changeHref": .address { TaskFlow.address(after: .searched($0.asked.changing($0.list.id))) },
    "doneHref": .address { TaskFlow.address(after: .finished, at: .list($0.list.id, .renaming)) },
    "renaming": .flag { $0.rename != nil },
    "selecting": .flag(\.isSelecting),
    "cancelHref": .address { TaskFlow.address(after: .finished, at: .list($0.list.id, .selecting)) },
    "rename": .view(\.rename),
    "renameHref": .address { TaskFlow.address(after: .startedRenaming, at: .list($0.list.id)) },
    "historyHref": .address { TaskFlow.address(after: .openedHistory($0.list.id)) },
    "exportHref": .address { TaskFlow.address(after: .startedExporting, at: .list($0.list.id)) },
    "feedsHref": .address { TaskFlow.address(after: .openedFeeds(of: $0.list.id)) },
    "deleteAction": .address { TaskFlow.action(.list($0.list.id, .delete)) },
  ]
  let list: ListSummary
  let asked: SearchParameters
  let filters: [ActiveFilter]
  /// The form that renames it; nil unless it is being renamed.
  let rename: RenameForm?
  let isSelecting: Bool
}
