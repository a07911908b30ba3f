import GRDB
public import Tasks

extension TaskStore {
  /// Sets whether pages leave out the steps of a task. That is no change of the list: it has no undo.
  ///
  /// - Returns: the list of the task.
  @discardableResult
  public func setFolded(_ id: TaskID, to isFolded: Bool, for account: AccountID) async throws(StoreError) -> ListID {
    try await write(for: account) { write in
      let task = try write.task(id)
      if task.isFolded != isFolded { try write.fold(task, isFolded) }
      return task.list
    }
  }
}

extension Write {
  func fold(_ task: StoredTask, _ isFolded: Bool) throws {
    try run("UPDATE tasks SET folded = ? WHERE id = ?", [isFolded ? 1 : nil, task.id.value])
    try run("UPDATE lists SET folds = folds + 1 WHERE id = ?", [task.list.value])
  }
}
