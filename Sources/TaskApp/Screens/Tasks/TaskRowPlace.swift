import StatePages
import Tasks

/// The positions of a page's rows while tasks are being reordered.
struct TaskPlaces: Hashable, Sendable {
  /// The list's revision, which moves are based on.
  let revision: ChangeID
  /// The index of the first row among all tasks, from 0.
  let first: Int
  /// The total number of tasks.
  let count: Int
}

/// The position of a row among the open tasks, with the form that moves the task.
struct TaskRowPlace: TemplateView {
  static let fields: [String: Field<TaskRowPlace>] = [
    "moveAction": .address { TaskFlow.action(.moveTask($0.task)) },
    "version": .text(\.version.description),
    "first": .flag { $0.index == 0 },
    "last": .flag { $0.index == $0.count - 1 },
    "place": .text { String($0.index + 1) },
    "places": .text { String($0.count) },
  ]
  let task: TaskID
  /// The list's revision, which moves are based on.
  let version: ChangeID
  /// Its index among all open tasks, from 0.
  let index: Int
  /// The total number of open tasks.
  let count: Int
}
