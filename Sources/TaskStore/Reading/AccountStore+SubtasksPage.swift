import GRDB
public import Tasks

extension AccountStore {
  /// Whether a task is another one, or is among its steps or theirs.
  public func isSubtask(_ step: TaskID, in task: TaskID) async throws(Problem) -> Bool {
    try await readShortly { db in
      guard try StoredTask.find(step, for: account, db) != nil else { throw StoreError.notFound }
      return try step == task || db.parents(of: step).contains { $0.id == task }
    }
  }

  /// One page of the steps of a task in their order, completed or not, or the nearest existing page.
  ///
  /// - Parameters:
  ///   - number: the page number, from 1.
  ///   - size: the number of steps on a page, without steps of steps.
  ///   - changed: tasks that were changed since the page was opened. They stay where they were, if their places are on the page.
  /// - Throws: ``StoreError/notFound``, and ``StoreError/gone(_:)`` while the task or its list is in the trash.
  public func subtasksPage(
    _ number: Int, of size: Int, of task: TaskID, including changed: [ChangedRow] = []
  ) async throws(Problem) -> TaskRowPage {
    try await readShortly { db in
      guard let parent = try StoredTask.find(task, for: account, db) else { throw StoreError.notFound }
      try parent.requireThere()
      let paging = Paging(try db.subtaskCounts(of: [task], in: parent.list)[task]?.total ?? 0, of: size)
      let number = paging.nearest(number)
      let shown = paging.rows(on: number)
      let steps = try db.rows(
        SubtaskQuery.page, [parent.list.value, task.value, shown.count, shown.lowerBound], TaskQuery.row)
      var rows = try db.holding(changed, in: Outline().rows(steps, of: parent.list, db), of: parent.list)
      let gone = changed.filter { $0.parent == task && $0.list == parent.list && $0.isGone }
      for step in gone.sorted(by: { $1.place < $0.place }) {
        let before = try db.subtaskCount(before: step, under: task, in: parent.list)
        guard (shown.lowerBound...max(shown.lowerBound, shown.upperBound)).contains(before) else { continue }
        let starts = rows.indices.filter { rows[$0].place.depth == 0 }
        let index = before - shown.lowerBound
        rows.insert(step.row, at: index < starts.count ? starts[index] : rows.endIndex)
      }
      return TaskRowPage(rows, number: number, paging: paging)
    }
  }
}
