import Foundation
import Tasks

@testable import TaskStore

/// A list with steps, and an empty one.
struct SubtaskScene {
  let world: World
  let list: ListID
  let other: ListID
  /// Kitchen with the steps Measure, Order (with Tiles and Glue) and Lay; then Paint.
  let tasks: [TaskID]

  init() async throws {
    world = try World()
    list = try await world.list("House")
    other = try await world.list("Garden")
    let nested = [("Kitchen", 0), ("Measure", 1), ("Order", 1), ("Tiles", 2), ("Glue", 2), ("Lay", 1), ("Paint", 0)]
    tasks = try await world.mine.addTasks(
      nested.map { NestedDraft(try draft($0), depth: $1) }, to: list, submission: .fresh()
    ).tasks
  }

  var store: TaskStore { world.store }
  var me: AccountID { world.account }
  var kitchen: TaskID { tasks[0] }
  var measure: TaskID { tasks[1] }
  var order: TaskID { tasks[2] }
  var tiles: TaskID { tasks[3] }
  var glue: TaskID { tasks[4] }
  var lay: TaskID { tasks[5] }

  /// The rows of a list as lines, indented by their depth; `x` marks completed ones.
  func outline(_ list: ListID, steps: ShownSubtasks = .unfolded) async throws -> [String] {
    try await store[me].openPage(1, of: nil, in: list, steps: steps).rows.map(line)
  }

  func line(_ row: TaskRow) -> String {
    let progress = row.progress.map { " \($0.done)/\($0.total)" } ?? ""
    return String(repeating: "  ", count: row.place.depth) + (row.done == nil ? "" : "x ") + row.title + progress
  }

  static let whole = ["Kitchen 0/3", "  Measure", "  Order 0/2", "    Tiles", "    Glue", "  Lay", "Paint"]
}
