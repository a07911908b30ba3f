import StatePages
import Tasks

/// The head of a task's page: the way back to its list.
struct TaskHead: Piece {
  static let template = "task/head"
  static let fields: [String: Field<TaskHead>] = [
    "listName": .text(\.listName),
    "listHref": .address { TaskFlow.address(after: .leftTask($0.task, $0.list, page: $0.page)) },
  ]
  let list: ListID
  let listName: String
  let task: TaskID?
  /// On which page of the list the task is.
  var page = 1
}
