import GRDB
package import Tasks

extension AccountStore {
  /// Sets whether the account's pages leave out the subtasks of a task, whatever its role. That is no change of the list: it has no undo.
  ///
  /// - Returns: the list of the task.
  @discardableResult package func setFolded(_ id: TaskID, to isFolded: Bool) async throws(Problem) -> ListID {
    try await write { write in
      guard let task = try StoredTask.find(id, for: account, write.db) else { throw StoreError.notFound }
      try task.requireOwn()
      try task.requireThere()
      if task.isFolded != isFolded { try write.fold(task, isFolded) }
      return task.list
    }
  }

  /// Sets whether the account's pages leave out the tasks of a section, whatever its role.
  ///
  /// - Returns: the list of the section.
  @discardableResult package func setFolded(_ id: SectionID, to isFolded: Bool) async throws(Problem) -> ListID {
    try await write { write in
      let list = try write.db.one(SectionQuery.ofMember, [id.value, account.value]) { $0.id(0) as ListID }
      try write.anyList(list).requireThere()
      try write.run(isFolded ? FoldQuery.foldSection : FoldQuery.unfoldSection, [id.value, account.value])
      return list
    }
  }
}

extension Write {
  /// Sets whether the pages of the account leave out the subtasks of a task.
  func fold(_ task: StoredTask, _ isFolded: Bool) throws {
    try run(isFolded ? FoldQuery.foldTask : FoldQuery.unfoldTask, [task.id.value, account.value])
  }
}

enum FoldQuery {
  /// Whether an account has folded the subtasks of the task `t`.
  static func isFolded(by account: String) -> String {
    "EXISTS (SELECT 1 FROM task_folds f WHERE f.task = t.id AND f.account = \(account))"
  }

  static let sections = """
    SELECT s.id FROM sections s CROSS JOIN section_folds f ON f.section = s.id AND f.account = ?2 WHERE s.list = ?1
    """

  static let foldTask = "INSERT INTO task_folds (task, account) VALUES (?, ?) ON CONFLICT DO NOTHING"
  static let unfoldTask = "DELETE FROM task_folds WHERE task = ? AND account = ?"
  static let foldSection = "INSERT INTO section_folds (section, account) VALUES (?, ?) ON CONFLICT DO NOTHING"
  static let unfoldSection = "DELETE FROM section_folds WHERE section = ? AND account = ?"
}
