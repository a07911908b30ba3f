import GRDB
package import Tasks

extension AccountStore {
  /// Makes a followed list one of the account's own: its tasks stay, can be changed from now on, and are not fetched any more. One undo
  /// makes it follow its source again.
  ///
  /// - Parameters:
  ///   - id: the followed list, as it was fetched last.
  ///   - submission: the idempotency key of the form.
  /// - Throws: ``Conflict/tasksGone(_:)`` if no tasks were fetched, ``StoreError/repeated(_:)`` and ``StoreError/limit(_:)``.
  @discardableResult package func keepList(_ id: ListID, submission: SubmissionID) async throws(Problem) -> Written {
    try await write { write in
      let list = try write.anyList(id)
      try list.require(.follow)
      // Before the source is missed: the first submission has kept its tasks.
      try write.requireNotRepeated(submission)
      try list.requireThere()
      guard let source = list.source else { throw StoreError.notFound }
      let tasks = try write.db.rows("SELECT id FROM tasks WHERE list = ? AND source = ?", [id.value, source.value]) {
        $0[0] as Int64
      }
      guard !tasks.isEmpty else { throw StoreError.conflict(.tasksGone(0)) }
      try write.requireQuota(for: Usage(tasks: tasks.count), in: id)
      let entry = ChangeEntry(
        kind: .listKept, list: id, name: list.name, count: tasks.count, submission: submission)
      let followed = Stored.integer(id.value)
      return try write.change(
        entry,
        [
          Patch(
            .sources, [source.value], was: [.list: followed, .kept: .null], now: [.list: .null, .kept: followed]),
          Patch(.tasks, tasks, was: [.source: .integer(source.value)], now: [.source: .null]),
        ])
    }
  }
}
