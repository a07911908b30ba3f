import StatePages
import Tasks

/// The head of a task's page: the way back to its list.
struct TaskHead: Piece {
  static let template = "task/head"
  static let fields: [String: Field<TaskHead>] = [
    "listName": .text(\.listName),
    "listHref": .text { Site.list($0.list).address(at: $0.task.map(Anchor.task)) },
  ]
  let list: ListID
  let listName: String
  let task: TaskID?
}
