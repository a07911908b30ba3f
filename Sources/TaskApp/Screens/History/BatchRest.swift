import StatePages
import Tasks

/// The rest of a batch of changes: the tasks of other lists.
struct BatchRest: TemplateView {
  static let fields: [String: Field<BatchRest>] = [
    "tasks": .number { $0.tasks },
    "lists": .number { $0.lists },
    "oneByOne": .flag(\.isOneByOne),
  ]
  private let tasks: Int
  private let lists: Int
  /// Whether each task is a change of its own, as when an app deletes some.
  private let isOneByOne: Bool

  /// Nil for a change of its own.
  init?(_ change: Change) {
    guard let batch = change.batch, !batch.isMixed, batch.lists > 1 else { return nil }
    (tasks, lists) = (batch.tasks - change.count, batch.lists - 1)
    isOneByOne = change.task != nil && [.taskDeleted, .undone].contains(change.kind)
  }
}
