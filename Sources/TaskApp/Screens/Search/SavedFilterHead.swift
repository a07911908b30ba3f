import StatePages
import Tasks

/// The head of a saved filter: its name, what it shows, and its menu.
struct SavedFilterHead: Piece {
  static let template = "search/saved-head"
  static let fields: [String: Field<SavedFilterHead>] = [
    "name": .text(\.list.name),
    "allHref": .link { _ in .openOverview() },
    "query": .optional(\.asked.query),
    "filters": .rows(\.filters),
    "changeHref": .link { .search($0.asked.changing($0.list.id)) },
    "doneHref": .link { .finish(at: .list($0.list.id, .renaming)) },
    "renaming": .flag { $0.rename != nil },
    "selecting": .flag(\.isSelecting),
    "cancelHref": .link { .finish(at: .list($0.list.id, .selecting)) },
    "rename": .view(\.rename),
    "renameHref": .link { .rename(at: .list($0.list.id)) },
    "historyHref": .link { .openHistory($0.list.id) },
    "exportHref": .link { .startExport(at: .list($0.list.id)) },
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
