import StatePages
import Tasks

/// The head of a list's history.
struct HistoryHead: Piece {
  static let template = "history/head"
  static let fields: [String: Field<HistoryHead>] = [
    "listName": .text(\.list.name),
    "listHref": .address { TaskFlow.address(after: .openedList($0.list.id)) },
  ]
  let list: ListSummary
}
