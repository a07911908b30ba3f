import GRDB
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// Somebody else's list, task and change in the same database.
struct Stranger {
  let list: ListID
  let task: TaskID
  let change: ChangeID

  init(in world: World) async throws {
    let account = try await world.store.write { db, now in
      try db.execute(sql: "INSERT INTO accounts (name, created) VALUES ('stranger', ?)", arguments: [now.value])
      return AccountID(db.lastInsertedRowID)
    }
    list = try await world.store.createList(ListName(validating: "Theirs"), submission: .fresh(), for: account).list
    let added = try await world.store.addTasks(
      [TaskDraft(validating: TaskInput(title: "Secret"))], to: list, submission: .fresh(), for: account)
    task = try #require(added.tasks.first)
    change = try #require(added.change)
  }
}
