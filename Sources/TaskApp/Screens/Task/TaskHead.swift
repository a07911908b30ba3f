import StatePages
import Tasks

/// The head of a task's page: the way back to its list.
struct TaskHead: Piece {
  static let template = "task/head"
  static let fields: [String: Field<TaskHead>] = [
    "listName": .text(\.listName),
    "listHref": .address { Site.list($0.list).address(PageQuery(page: $0.page).query(), at: $0.task.map(Anchor.task)) },
  ]
  let list: ListID
  let listName: String
  let task: TaskID?
  /// On which page of the list the task is.
  var page = 1
}
