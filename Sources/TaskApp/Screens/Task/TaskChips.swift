import StatePages
import Tasks

/// What is set of a task, each on the button that opens its fields.
struct TaskChips: TemplateView {
  static let fields: [String: Field<TaskChips>] = [
    "due": .view(\.due),
    "recurs": .flag { $0.recurrence != nil },
    "recurrence": .pieces { $0.recurrence.map { [$0] } ?? [] },
    "startDay": .optional(\.start),
    "tagText": .optional(\.tags),
    "low": .flag { $0.task.priority == .low },
    "medium": .flag { $0.task.priority == .medium },
    "high": .flag { $0.task.priority == .high },
    "prioritized": .flag { $0.task.priority != .none },
    "listName": .text { ShortText.of($0.task.listName) },
  ]
  private let task: TaskDetail
  private let due: DueView?
  private let recurrence: RecurrenceView?
  private let start: String?
  private let tags: String?

  /// Nil while the form has anything that is not saved: then all fields are to be seen.
  init?(_ content: TaskScreen.Content, for look: Look) {
    let task = content.task
    guard content.problem == nil, content.repeats == nil, content.list == task.list,
      content.input == TaskInput(task.text)
    else { return nil }
    let days = DayPrinter(look)
    self.task = task
    due = task.due.map { days.due($0, task.time) }
    recurrence = task.repeats.map { RecurrenceView($0, days) }
    start = task.start.map(days.date)
    tags = task.tags.isEmpty ? nil : task.tags.tags.map { "#\($0)" }.joined(separator: " ")
  }
}
