import StatePages
import Tasks

/// The head of a task's page, with a link back to its list.
struct TaskHead: Piece {
  static let template = "task/head"
  static let fields: [String: Field<TaskHead>] = [
    "listName": .text(\.listName),
    "listHref": .address { TaskFlow.address(after: .leftTask($0.task, $0.list, page: $0.page)) },
  ]
  let list: ListID
  let listName: String
  let task: TaskID?
  /// The page of the list that contains the task.
  var page = 1
}
