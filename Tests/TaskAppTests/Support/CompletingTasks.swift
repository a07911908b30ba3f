import TaskStore
import Tasks

extension AccountStore {
  /// Completes a task on a day without meaning: for tasks that do not repeat.
  @discardableResult
  func complete(_ id: TaskID) async throws(Problem) -> Written { try await complete(id, on: Day(daysSince1970: 0)) }
}

extension BulkChange {
  /// Completes tasks that do not repeat.
  static var complete: BulkChange { .complete(on: Day(daysSince1970: 0)) }
}
