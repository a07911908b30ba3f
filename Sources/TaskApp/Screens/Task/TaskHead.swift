import StatePages
import Tasks

/// The head of a task's page, with a link back to its list. Its heading repeats the title, which is shown in the form.
struct TaskHead: Piece {
  static let template = "task/head"
  static let fields: [String: Field<TaskHead>] = [
    "title": .text(\.title),
    "listName": .text(\.listName),
    "listHref": .address { TaskFlow.address(after: .leftTask($0.task, $0.list, page: $0.page)) },
  ]
  /// The stored title.
  let title: String
  let list: ListID
  let listName: String
  let task: TaskID?
  /// The page of the list that contains the task.
  var page = 1
}
