import Foundation
import GRDB
package import Tasks

extension AccountStore {
  /// Reopens a completed task at its old position. The tasks that it is a subtask of are reopened, too.
  @discardableResult package func reopen(_ id: TaskID) async throws(Problem) -> Written {
    try await write { write in
      let task = try write.task(id)
      guard let done = task.done else { return try write.nothing(.taskReopened, task) }
      return try write.set(.done, of: task, from: Stored(done), to: .null, .taskReopened)
    }
  }

  /// Adds a reminder some seconds from now. Moments that have passed are forgotten.
  @discardableResult package func remind(of id: TaskID, in seconds: Int) async throws(Problem) -> Written {
    try await write { write in
      let task = try write.task(id)
      let now = write.now.date
      // To the next whole minute.
      guard let reminder = Reminder(at: now.addingTimeInterval(Double(seconds) + 59)) else {
        return try write.nothing(.taskEdited, task)
      }
      let others = task.text.reminders.reminders.filter { $0.moment.map { $0 > now } ?? true }
      let new = task.text.with {
        $0.reminders = ReminderSet([reminder] + others.prefix(Limits.remindersPerTask - 1))
      }
      return try write.set([.reminders], of: task, from: task.text, to: new, .taskEdited)
    }
  }

  /// Sets the due day of a task; nil removes it with its time.
  @discardableResult package func setDue(_ id: TaskID, to due: Day?) async throws(Problem) -> Written {
    try await write { write in
      let task = try write.task(id)
      guard task.text.due != due else { return try write.nothing(.taskScheduled, task) }
      let new = task.text.with { $0.setDue(due) }
      return try write.set([.due, .time], of: task, from: task.text, to: new, .taskScheduled)
    }
  }

  /// Moves a task to the trash, with its subtasks.
  @discardableResult package func deleteTask(_ id: TaskID) async throws(Problem) -> Written {
    try await write { write in
      let task = try write.anyTask(id)
      guard task.deleted == nil else { return try write.nothing(.taskDeleted, task) }
      return try write.set(.deleted, of: task, from: .null, to: .integer(write.now.value), .taskDeleted)
    }
  }

  /// Restores a task from the trash to its old position, with the subtasks that were deleted with it. If the task that it was a subtask
  /// of is in the trash, it becomes a task of its own.
  ///
  /// - Throws: ``StoreError/limit(_:)``, and ``StoreError/gone(_:)`` while its list is in the trash.
  @discardableResult package func restoreTask(_ id: TaskID) async throws(Problem) -> Written {
    try await write { write in
      let task = try write.anyTask(id)
      guard let deleted = task.deleted else { return try write.nothing(.taskRestored, task) }
      let subtasks = try write.subtasks(below: id, in: [task.list]).filter { $0.deleted == deleted.value }.map(\.id)
      try write.requireRoom(in: task.list, for: 1 + subtasks.count)
      return try write.set(.deleted, of: task, from: Stored(deleted), to: .null, .taskRestored, with: subtasks)
    }
  }

  /// Moves an open task within its list. A repeated move finds it in place; a completed task does not move.
  @discardableResult package func moveTask(_ id: TaskID, _ move: TaskMove) async throws(Problem) -> Written {
    try await write { write in
      let task = try write.task(id)
      guard task.done == nil, let patch = try write.patch(moving: task, move) else {
        return try write.nothing(.taskMoved, task)
      }
      return try write.set(patch, of: task, .taskMoved)
    }
  }

  /// Moves all completed tasks of a list to the trash, with their subtasks, as one change. Completed subtasks of open tasks stay.
  @discardableResult package func clearCompleted(in list: ListID) async throws(Problem) -> Written {
    try await write { write in
      let stored = try write.ownList(list)
      let ids = try write.db.rows(
        """
        SELECT id FROM tasks WHERE list = ? AND parent IS NULL AND done IS NOT NULL AND deleted IS NULL ORDER BY id
        """, [list.value]
      ) { $0[0] as Int64 }
      if ids.isEmpty { return try write.nothing(.completedCleared, in: list) }
      let change = try write.record(
        ChangeEntry(kind: .completedCleared, list: list, name: stored.name, count: ids.count))
      let patch = Patch(.tasks, ids, was: [.deleted: .null], now: [.deleted: .integer(write.now.value)])
      try write.applyDeletion(patch, in: list, change)
      let settled = try write.settle(ids.map(TaskID.init), in: [list], change)
      try write.setInverse([patch] + settled, of: change)
      return Written(change: change, list: list)
    }
  }
}

extension Write {
  /// Sets one column of a task, as a change.
  /// - Parameter subtasks: subtasks of it that get the same value.
  func set(
    _ column: Patch.Column, of task: StoredTask, from was: Stored, to now: Stored, _ kind: ChangeKind,
    with subtasks: [TaskID] = []
  ) throws -> Written {
    try set(
      Patch(.tasks, [task.id.value] + subtasks.map(\.value), was: [column: was], now: [column: now]), of: task, kind)
  }

  /// Sets those of some fields of a task that differ, as a change; none if none differs.
  /// - Parameter others: what the change does to other tasks.
  func set(
    _ fields: [TaskField], of task: StoredTask, from was: TaskDraft, to now: TaskDraft, _ kind: ChangeKind,
    and others: [Patch] = []
  ) throws -> Written {
    let patch = Patch(fields, of: task.id, from: was, to: now)
    return try patch.was.isEmpty ? nothing(kind, task) : set(patch, of: task, kind, and: others)
  }

  /// Applies patches, the first one to the task, as a change.
  func set(
    _ patch: Patch, of task: StoredTask, _ kind: ChangeKind, and others: [Patch] = []
  ) throws -> Written {
    let entry = ChangeEntry(kind: kind, list: task.list, task: task.id, name: task.text.title)
    return try set(patch, entry, and: others)
  }

  /// Applies patches, the first one to the task of a change. The other list of the change is the one that it is moved to.
  func set(_ patch: Patch, _ entry: ChangeEntry, and others: [Patch] = []) throws -> Written {
    let change = try record(entry)
    let patches = try apply([patch] + others, change)
    let isSettled = !patch.columns.contains(where: \.concernsSubtasks)
    let lists = Set([entry.list, entry.other?.id ?? entry.list])
    let settled =
      try isSettled
      ? [] : settle(patch.ids.map(TaskID.init), leaving: [patch].formerParents, in: lists, change)
    let rejoined = try rejoin([patch], in: entry.list, change)
    try setInverse(patches + settled + rejoined, of: change)
    try setCount(Set((patches + settled).flatMap(\.ids)).count, of: change)
    return Written(change: change, list: entry.other?.id ?? entry.list, tasks: entry.task.map { [$0] } ?? [])
  }

  /// The answer to a change that has no effect.
  func nothing(_ kind: ChangeKind, _ task: StoredTask) throws -> Written {
    Written(change: try standing(kind, in: task.list, task: task.id), isNew: false, list: task.list, tasks: [task.id])
  }
}
