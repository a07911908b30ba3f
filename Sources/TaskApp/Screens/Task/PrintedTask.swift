import Foundation
import StatePages
import Tasks

/// A task as it is printed: a document in place of its form.
struct PrintedTask: TemplateView {
  static let fields: [String: Field<PrintedTask>] = [
    "text": .text(\.task.title),
    "completed": .view(\.completed),
    "dueDay": .optional(\.due),
    "dueTime": .optional { $0.task.time?.description },
    "rule": .pieces { $0.recurrence.map { [$0] } ?? [] },
    "hasRule": .flag { $0.recurrence != nil },
    "startDay": .optional(\.start),
    "tagText": .optional { $0.task.tags.isEmpty ? nil : $0.task.tags.text },
    "low": .flag { $0.task.priority == .low },
    "medium": .flag { $0.task.priority == .medium },
    "high": .flag { $0.task.priority == .high },
    "prioritized": .flag { $0.task.priority != .none },
    "listName": .text(\.task.listName),
    "notesText": .optional { $0.task.notes.isEmpty ? nil : $0.task.notes },
  ]
  private let task: TaskDetail
  private let completed: Moment?
  private let due: String?
  private let start: String?
  private let recurrence: RecurrenceView?

  init(_ task: TaskDetail, for look: Look) {
    let days = DayPrinter(look)
    self.task = task
    completed = task.done.map { Moment(Int64($0.timeIntervalSince1970), for: look) }
    // Paper is read on other days: no day is relative.
    due = task.due.map(days.weekdayAndDate)
    start = task.start.map(days.weekdayAndDate)
    recurrence = task.repeats.map { RecurrenceView($0, days) }
  }
}
