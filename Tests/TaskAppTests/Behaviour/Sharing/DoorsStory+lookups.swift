import GRDB
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

extension DoorsStory {
  func lastChange(of task: TaskID) async throws -> ChangeID? {
    try await world.store.database.read { db in
      try db.row("SELECT max(id) FROM changes WHERE task = ?", [task.value]) { $0.idIfPresent(0) }
    } ?? nil
  }

  func task(_ uid: String, _ list: Int) async throws -> TaskID {
    let id = lists[list].value
    return try await #require(
      world.store.database.read { db in
        try db.row("SELECT id FROM tasks WHERE list = ? AND uid = ?", [id, uid]) { $0.id(0) as TaskID }
      })
  }

  /// The changes that are undone with a change; none where it is undone alone.
  func batch(of change: ChangeID) async throws -> Set<ChangeID> {
    try await world.store.database.read { db in
      let sql = "SELECT id FROM changes WHERE batch = (SELECT batch FROM changes WHERE id = ?)"
      return Set(try db.rows(sql, [change.value]) { $0.id(0) as ChangeID })
    }
  }
}
