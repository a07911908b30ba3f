import StatePages
import Tasks

/// The positions of a page's rows while tasks are being reordered.
struct TaskPlaces: Hashable, Sendable {
  /// The list's revision, which moves are based on.
  let revision: ChangeID
  /// The number of tasks before the page, without steps.
  let first: Int
  /// The total number of tasks, without steps.
  let count: Int
  /// The tasks of the page that are no steps, in order.
  let tasks: [TaskID]
  /// The open tasks of the page that another one of the same parent is before.
  private let followers: Set<TaskID>

  /// - Parameters:
  ///   - first: the number of tasks before the page.
  ///   - rows: all rows of the page.
  init(revision: ChangeID, first: Int, count: Int, rows: [TaskRow]) {
    (self.revision, self.first, self.count) = (revision, first, count)
    tasks = rows.filter { $0.place.depth == 0 }.map(\.id)
    var (followers, precededBy): (Set<TaskID>, Set<TaskID?>) = ([], first > 0 ? [nil] : [])
    for row in rows where row.done == nil {
      if !precededBy.insert(row.parent?.id).inserted { followers.insert(row.id) }
    }
    self.followers = followers
  }

  /// The position of a row; nil for a completed step, which cannot be moved.
  func place(of row: TaskRow) -> TaskRowPlace? {
    guard row.done == nil else { return nil }
    let siblings =
      row.place.siblings ?? RowPosition(before: first + (tasks.firstIndex(of: row.id) ?? 0), total: count)
    let levels = row.place.depth + 1 + row.place.height
    return TaskRowPlace(
      task: row.id, version: revision, index: siblings.before, count: siblings.total,
      canIndent: followers.contains(row.id) && levels < Limits.subtaskLevels, canOutdent: row.place.depth > 0)
  }
}

/// The position of a row among the tasks of its list, or among the steps of its parent, with the form that moves the task.
struct TaskRowPlace: TemplateView {
  static let fields: [String: Field<TaskRowPlace>] = [
    "moveAction": .form { .task($0.task, .move) },
    "version": .text(\.version.description),
    "first": .flag { $0.index == 0 },
    "last": .flag { $0.index == $0.count - 1 },
    "place": .number { $0.index + 1 },
    "places": .number { $0.count },
    "canIndent": .flag(\.canIndent),
    "canOutdent": .flag(\.canOutdent),
  ]
  let task: TaskID
  /// The list's revision, which moves are based on.
  let version: ChangeID
  /// Its index among its siblings, from 0.
  let index: Int
  /// The total number of its siblings, itself included.
  let count: Int
  /// Whether it can become a step of the task before it.
  let canIndent: Bool
  let canOutdent: Bool
}
