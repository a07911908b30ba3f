import GRDB
import Tasks

extension Stored {
  /// The deletion time of the next task of a repeating one, after the completion that made it was undone: as if it had never been made.
  /// It is in no trash, the next purge deletes it, and until then the completion can be made effective again.
  static let unmade = Stored.integer(0)
}

extension Undo {
  /// The tasks that the change made as the next ones of repeating tasks, with their steps, if nothing of them was changed since. Others
  /// go to the trash, so that no text of the reader is lost.
  func unmadeTasks() throws -> Set<Int64> {
    let successors = patches.filter { $0.table == .tasks && $0.isOfSuccessors && $0.now[.deleted] == .null }
    if successors.isEmpty { return [] }
    let moved = Set(patches.filter { $0.columns.contains(.parent) }.flatMap(\.ids))
    let own = Set(patches.filter { $0.now[.deleted] == .null }.flatMap(\.ids))
    var unmade: Set<Int64> = []
    for id in successors.flatMap(\.ids) {
      // Steps that were moved to it go back, with theirs.
      var back = moved
      var tasks = [id]
      for step in try write.subtasks(below: TaskID(id), in: [list]) {
        if back.contains(step.id.value) || step.parent.map({ back.contains($0.value) }) == true {
          back.insert(step.id.value)
        } else {
          tasks.append(step.id.value)
        }
      }
      if try own.isSuperset(of: tasks) && tasks.allSatisfy(isUnchanged) { unmade.formUnion(tasks) }
    }
    return unmade
  }

  /// Whether a task is open and as the change left it.
  private func isUnchanged(_ task: Int64) throws -> Bool {
    try write.db.row(UnmakingQuery.isUnchanged, [task, list.value, at.value]) { _ in true } ?? false
  }
}

enum UnmakingQuery {
  static let isUnchanged = """
    SELECT 1 FROM tasks WHERE id = ? AND list = ? AND done IS NULL AND deleted IS NULL AND coalesce(changed, created) <= ?
    """

  /// Whether the undo of a change left a next task in the trash, because it was changed since.
  static let leavesNext = """
    SELECT 1 FROM changes c, json_each(c.inverse) p
    WHERE c.id = ? AND p.value ->> '$.table' = 'tasks' AND p.value ->> '$.now.deleted' GLOB '#[1-9]*'
      AND json_type(p.value, '$.now.repeats') IS NOT NULL
    """
}
