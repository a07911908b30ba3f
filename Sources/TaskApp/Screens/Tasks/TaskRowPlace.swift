import StatePages
import Tasks

/// Where the rows of a page stand while tasks are put in order.
struct TaskPlaces: Hashable, Sendable {
  /// The list's revision: what moves are based on.
  let revision: ChangeID
  /// The place of the first of them among all, from 0.
  let first: Int
  /// How many there are in all.
  let count: Int
}

/// Where a row stands among its kind, and how it is moved there or thrown away.
struct TaskRowPlace: TemplateView {
  static let fields: [String: Field<TaskRowPlace>] = [
    "moveAction": .address { TaskFlow.action(.moveTask($0.task)) },
    "deleteAction": .address { TaskFlow.action(.deleteTask($0.task)) },
    "version": .text(\.version.description),
    "first": .flag { $0.index == 0 },
    "last": .flag { $0.index == $0.count - 1 },
    "place": .text { String($0.index + 1) },
    "places": .text { String($0.count) },
  ]
  let task: TaskID
  /// The list's revision: what moves are based on.
  let version: ChangeID
  /// Its place among the rows, from 0.
  let index: Int
  /// How many rows there are.
  let count: Int
}
