import Foundation
import TaskStore
import Tasks

/// Writing lists, tasks and followed lists.
extension AccountStore {
  @discardableResult
  func saveFilter(_ query: String, as name: ListName, submission: SubmissionID) async throws(Problem) -> Written {
    try await ask { store, account throws(StoreError) in
      try await store.saveFilter(query, as: name, submission: submission, for: account)
    }
  }

  @discardableResult
  func changeFilter(_ id: ListID, to query: String) async throws(Problem) -> Written {
    try await ask { store, account throws(StoreError) in try await store.changeFilter(id, to: query, for: account) }
  }

  @discardableResult
  func renameTag(_ id: TagID, to tag: Tag, submission: SubmissionID) async throws(Problem) -> Written? {
    try await ask { store, account throws(StoreError) in
      try await store.renameTag(id, to: tag, submission: submission, for: account)
    }
  }

  @discardableResult
  func removeTag(_ id: TagID, submission: SubmissionID) async throws(Problem) -> Written? {
    try await ask { store, account throws(StoreError) in
      try await store.removeTag(id, submission: submission, for: account)
    }
  }

  @discardableResult
  func createList(
    _ name: ListName, open: [TaskDraft] = [], completed: [TaskDraft] = [], submission: SubmissionID
  ) async throws(Problem) -> Written {
    try await ask { store, account throws(StoreError) in
      try await store.createList(name, open: open, completed: completed, submission: submission, for: account)
    }
  }

  func join(_ changes: [ChangeID]) async throws(Problem) {
    try await ask { store, account throws(StoreError) in try await store.join(changes, for: account) }
  }

  func setPreferences(_ preferences: ListPreferences, of list: ListID) async throws(Problem) {
    try await ask { store, account throws(StoreError) in
      try await store.setPreferences(preferences, of: list, for: account)
    }
  }

  @discardableResult
  func renameList(_ id: ListID, to name: ListName, version: ChangeID, submission: SubmissionID? = nil)
    async throws(Problem) -> Written
  {
    try await ask { store, account throws(StoreError) in
      try await store.renameList(id, to: name, version: version, submission: submission, for: account)
    }
  }

  @discardableResult
  func moveList(_ id: ListID, _ direction: Direction, submission: SubmissionID? = nil) async throws(Problem)
    -> Written
  {
    try await ask { store, account throws(StoreError) in
      try await store.moveList(id, direction, submission: submission, for: account)
    }
  }

  @discardableResult
  func deleteList(_ id: ListID) async throws(Problem) -> Written {
    try await ask { store, account throws(StoreError) in try await store.deleteList(id, for: account) }
  }

  @discardableResult
  func restoreList(_ id: ListID) async throws(Problem) -> Written {
    try await ask { store, account throws(StoreError) in try await store.restoreList(id, for: account) }
  }

  @discardableResult
  func addTasks(
    _ tasks: [NestedDraft], to list: ListID, literal: TaskDraft?, submission: SubmissionID
  ) async throws(Problem) -> Written {
    try await ask { store, account throws(StoreError) in
      try await store.addTasks(tasks, to: list, literal: literal, submission: submission, for: account)
    }
  }

  @discardableResult
  func addSubtasks(
    _ steps: [NestedDraft], to task: TaskID, literal: TaskDraft?, once: Bool, submission: SubmissionID
  ) async throws(Problem) -> Written {
    try await ask { store, account throws(StoreError) in
      try await store.addSubtasks(
        steps, to: task, literal: literal, once: once, submission: submission, for: account)
    }
  }

  @discardableResult
  func setFolded(_ id: TaskID, to isFolded: Bool) async throws(Problem) -> ListID {
    try await ask { store, account throws(StoreError) in try await store.setFolded(id, to: isFolded, for: account) }
  }

  @discardableResult
  func editTask(
    _ id: TaskID, _ draft: TaskDraft, list: ListID? = nil, version: ChangeID, submission: SubmissionID? = nil
  ) async throws(Problem) -> Written {
    try await ask { store, account throws(StoreError) in
      try await store.editTask(id, draft, list: list, version: version, submission: submission, for: account)
    }
  }

  @discardableResult
  func complete(_ id: TaskID, on today: Day) async throws(Problem) -> Written {
    try await ask { store, account throws(StoreError) in try await store.complete(id, on: today, for: account) }
  }

  @discardableResult
  func skip(_ id: TaskID, _ date: Day?, on today: Day) async throws(Problem) -> Written {
    try await ask { store, account throws(StoreError) in try await store.skip(id, date, on: today, for: account) }
  }

  @discardableResult
  func reopen(_ id: TaskID) async throws(Problem) -> Written {
    try await ask { store, account throws(StoreError) in try await store.reopen(id, for: account) }
  }

  @discardableResult
  func moveTask(_ id: TaskID, _ move: Move, submission: SubmissionID? = nil) async throws(Problem) -> Written {
    try await ask { store, account throws(StoreError) in
      try await store.moveTask(id, move, submission: submission, for: account)
    }
  }

  @discardableResult
  func setDue(_ id: TaskID, to due: Day?) async throws(Problem) -> Written {
    try await ask { store, account throws(StoreError) in try await store.setDue(id, to: due, for: account) }
  }

  @discardableResult
  func transferTask(_ id: TaskID, to list: ListID, submission: SubmissionID? = nil) async throws(Problem) -> Written {
    try await ask { store, account throws(StoreError) in
      try await store.transferTask(id, to: list, submission: submission, for: account)
    }
  }

  @discardableResult
  func deleteTask(_ id: TaskID) async throws(Problem) -> Written {
    try await ask { store, account throws(StoreError) in try await store.deleteTask(id, for: account) }
  }

  @discardableResult
  func restoreTask(_ id: TaskID) async throws(Problem) -> Written {
    try await ask { store, account throws(StoreError) in try await store.restoreTask(id, for: account) }
  }

  @discardableResult
  func changeTasks(
    _ selection: TaskSelection, _ wanted: BulkChange, submission: SubmissionID
  ) async throws(Problem) -> Written {
    try await ask { store, account throws(StoreError) in
      try await store.changeTasks(selection, wanted, submission: submission, for: account)
    }
  }

  @discardableResult
  func clearCompleted(in list: ListID) async throws(Problem) -> Written {
    try await ask { store, account throws(StoreError) in try await store.clearCompleted(in: list, for: account) }
  }

  /// Empties the trash, and deletes rows for at most `patience`; what is left is deleted in the background.
  func emptyTrash(until moment: Date, deletingFor patience: Duration) async throws(Problem) {
    try await ask { store, account throws(StoreError) in
      try await store.emptyTrash(until: moment, for: account)
      try await store.deleteRemoved(within: patience)
    }
  }

  @discardableResult
  func undo(_ change: ChangeID) async throws(Problem) -> Undone {
    try await ask { store, account throws(StoreError) in try await store.undo(change, for: account) }
  }

  func draftSource(_ address: SourceAddress) async throws(Problem) -> DraftedSource {
    try await ask { store, account throws(StoreError) in try await store.draftSource(address, for: account) }
  }

  @discardableResult
  func setAddress(_ address: SourceAddress, of id: SourceID) async throws(Problem) -> Written? {
    try await ask { store, account throws(StoreError) in try await store.setAddress(address, of: id, for: account) }
  }

  @discardableResult
  func choose(_ url: String, of id: SourceID) async throws(Problem) -> Written? {
    try await ask { store, account throws(StoreError) in try await store.choose(url, of: id, for: account) }
  }

  @discardableResult
  func follow(_ id: SourceID, as name: ListName, submission: SubmissionID) async throws(Problem) -> Written {
    try await ask { store, account throws(StoreError) in
      try await store.follow(id, as: name, submission: submission, for: account)
    }
  }

  func wantRefresh(of list: ListID) async throws(Problem) {
    try await ask { store, account throws(StoreError) in try await store.wantRefresh(of: list, for: account) }
  }

  func wantRefresh(source id: SourceID) async throws(Problem) {
    try await ask { store, account throws(StoreError) in try await store.wantRefresh(source: id, for: account) }
  }

  @discardableResult
  func copyTasks(
    _ chosen: ChosenTasks, from list: ListID, to target: CopyTarget, in zone: TimeZone,
    submission: SubmissionID
  ) async throws(Problem) -> Written {
    try await ask { store, account throws(StoreError) in
      try await store.copyTasks(
        chosen, from: list, to: target, in: zone, submission: submission, for: account)
    }
  }
}
