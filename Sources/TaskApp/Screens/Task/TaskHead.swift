import StatePages
import TaskStore
import Tasks

/// The head of a task's page, with a link back to its list. Its heading repeats the title, which is shown in the form.
struct TaskHead: Piece {
  static let template = "task/head"
  static let fields: [String: Field<TaskHead>] = [
    "title": .text(\.title),
    "listName": .text(\.listName),
    "parents": .rows { $0.parents.map(TaskLink.init) },
    "previous": .view { $0.neighbours.previous.map(TaskLink.init) },
    "next": .view { $0.neighbours.next.map(TaskLink.init) },
    "listHref": .link { .show($0.back) },
  ]
  /// The stored title.
  let title: String
  /// The name of the list, or of the section, that shows the task.
  let listName: String
  /// The page of it that has the task.
  let back: TaskStep
  /// The tasks that it is a step of, the outermost first.
  var parents: [ParentTask] = []
  /// The open tasks before and after it in the list.
  var neighbours = Neighbours()
}

/// A link to another task: one that this is a step of, or a neighbour.
struct TaskLink: TemplateView {
  static let fields: [String: Field<TaskLink>] = [
    "title": .text { ShortText.of($0.task.title) },
    "href": .link { .openTask($0.task.id) },
  ]
  let task: ParentTask
}
