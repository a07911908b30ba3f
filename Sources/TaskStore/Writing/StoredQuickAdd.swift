import Foundation
import Tasks

/// What a quick-add field understood, stored with the inverse of the change that added the tasks.
struct StoredQuickAdd: Codable {
  /// The single task as typed: its title, due day and priority.
  private var title: String?
  private var due: Day?
  private var priority: String?
  /// The number of tasks that were added with a due date.
  private var dated: Int?
  /// The due day of a single task that was added.
  private var day: Day?

  init(literal: TaskDraft?, dated: Int, day: Day? = nil) {
    self.day = day
    title = literal?.title
    due = literal?.due
    priority = literal?.priority.name
    self.dated = dated > 0 ? dated : nil
  }

  /// The stored JSON; nil if there is nothing to store.
  var json: String? {
    get throws {
      guard title != nil || dated != nil || day != nil else { return nil }
      return String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
    }
  }

  /// The expression that selects the JSON of a change `c`.
  static let selection = """
    CASE WHEN c.kind IN ('task-added', 'tasks-added') THEN c.inverse ->> '$[0].quickAdd' END
    """

  /// Reads the value of ``selection``; nil if there is none.
  static func understood(_ json: String?) throws -> Change.Understood? {
    guard let json else { return nil }
    let stored = try JSONDecoder().decode(StoredQuickAdd.self, from: Data(json.utf8))
    let literal = stored.title.map {
      TaskDraft(
        title: $0, notes: "", due: stored.due, priority: stored.priority.flatMap { Priority(name: $0) } ?? .none)
    }
    return Change.Understood(literal: literal, dated: stored.dated ?? 0, due: stored.day)
  }
}
