import Foundation
import StatePages
import Tasks

struct TaskFormView: TemplateView {
  static let fields = FormState.tags(at: { (view: TaskFormView) in view.state }, hints: [.start]).merging(ofForm) {
    _, ofForm in ofForm
  }

  private static let ofForm: [String: Field<TaskFormView>] = [
    "id": .text { $0.content.task.id.description },
    "action": .form { .task($0.content.task.id, .edit) },
    "from": .text(\.content.from),
    "formName": .text { "edit-v\($0.content.version)" },
    "version": .text { $0.content.version.description },
    "historyHref": .link { .openHistory(of: $0.content.task.list, task: $0.content.task.id) },
    "sample": .flag(\.content.isSample),
    "savedTitle": .text { ShortText.of($0.content.task.title) },
    "inOneLine": .flag(\.isTitleInOneLine), "noteText": .view(\.noteText),
    "done": .flag { $0.content.task.done != nil },
    "isUntimed": .flag { $0.content.task.done == .unknown },
    "completedAt": .view(\.completedAt), "created": .view(\.created), "changed": .view(\.changed),
    "percent": .optional { $0.content.task.percent.map { String($0) } },
    "timeValue": .text { $0.clock?.time.description ?? $0.content.input[.time] },
    "timed": .flag { $0.clock != nil }, "zones": .rows(\.zones),
    "priorities": .rows { Choice.priorities($0.priority) },
    "members": .rows { Choice.people($0.content.members, $0.content.input[.assignee]) },
    "shared": .flag { !$0.content.members.isEmpty },
    "lists": .rows { Choice.lists($0.content.lists, $0.content.list) },
    "wasList": .text { $0.content.task.list.description },
    "quick": .view(\.quick),
    // Between the due date of one occurrence and those of all later ones, too.
    "occurrence": .flag { $0.content.task.done == nil && $0.content.task.repeats != nil },
    "later": .flag(\.content.movesSeries),
    "recurrence": .view(\.recurrence), "reminder": .view(\.reminder), "printed": .view(\.printed),
    "chips": .view(\.chips),
    "readOnly": .flag { $0.content.task.isReadOnly && $0.content.problem == nil }, "origin": .view(\.origin),
    "commonTags": .rows(\.commonTags), "hasCommonTags": .flag { !$0.commonTags.isEmpty },
    "suggestedTags": .rows(\.suggestedTags), "listError": .view(\.listError),
  ]
  private let content: TaskScreen.Content
  private let state: FormState<TaskField, FieldError>
  private let completedAt: Moment?
  private let created: Moment
  /// When it was last changed; nil if it was not since it was created.
  private let changed: Moment?
  /// The typed time; nil if it is none.
  private let clock: ClockTime?
  /// The time zones of a due time: the reader's, and the task's own.
  private let zones: [Choice]
  private let quick: QuickDates?
  private let recurrence: RecurrenceFields
  private let reminder: ReminderFields
  private let printed: PrintedTask
  private let chips: TaskChips?
  private let origin: TaskOrigin?

  init(_ content: TaskScreen.Content, for look: DisplaySettings) {
    self.content = content
    state = FormState(content)
    completedAt = content.task.done?.ifKnown.map { Moment($0, for: look) }
    let (created, changed) = (content.task.created, content.task.changed)
    self.created = Moment(created, for: look)
    self.changed = changed > created ? Moment(changed, for: look) : nil
    clock = ClockTime(content.input[.time])
    let own = clock?.zone
    zones = ([look.timeZone] + [own].compactMap(\.self).filter { $0 != look.timeZone })
      .map { Choice($0, isSelected: $0 == own) }
    quick = QuickDates(look, due: content.task.due)
    recurrence = RecurrenceFields(content, for: look)
    reminder = ReminderFields(content, for: look)
    printed = PrintedTask(task: content.task, look: look)
    chips = TaskChips(content, for: look)
    origin = content.source.map { TaskOrigin($0, content.task, for: look) }
  }

  /// Whether the field of the title has one line, in which Enter saves. A longer title has a field that grows.
  private var isTitleInOneLine: Bool {
    let title = content.input[.title]
    return title.utf8.count <= 4 * Self.shortTitle && title.count <= Self.shortTitle
      && !title.contains(where: \.isNewline)
  }

  private static let shortTitle = 60

  /// The saved notes as text; nil if there are none, or while the form has anything that is not saved.
  private var noteText: NoteText? { chips == nil ? nil : NoteText(content.task, at: content.line, isEditable: true) }

  private var priority: Priority { Priority(name: content.input[.priority]) ?? .none }

  /// The field's tags with each of the account's others: a browser completes the whole value of a field.
  private var suggestedTags: [Choice] {
    let typed = TagSet(stored: content.input[.tags])
    return content.tags.filter { !typed.contains($0) }.map {
      Choice(typed.isEmpty ? $0.name : "\(typed.text) \($0.name)")
    }
  }

  /// The buttons of tags; none while the form has anything that is not saved.
  private var commonTags: [Choice] {
    chips == nil ? [] : Choice.tags(of: content.task.tags, content.commonTags, content.tagColors)
  }

  private var listError: FieldError? {
    switch content.problem {
    case .noSuchList: .notAChoice
    case .invalid, .refused, nil: nil
    }
  }
}

extension FormState<TaskField, FieldError> {
  /// The form of a task: its text, or what was typed and why it was rejected.
  fileprivate init(_ content: TaskScreen.Content) {
    self.init(Dictionary(uniqueKeysWithValues: TaskField.all.map { ($0, content.input[$0]) }))
    switch content.problem {
    case .invalid(let input):
      for field in TaskField.all {
        if let error = FieldError(input, in: field.input) { reject(field, error) }
      }
    case .refused(let error): reject(error)
    case .noSuchList, nil: break
    }
  }
}

/// Where a task of a followed list comes from, with the way to a copy that can be changed.
struct TaskOrigin: TemplateView {
  static let fields: [String: Field<TaskOrigin>] = [
    "host": .text(\.host), "asOf": .view(\.asOf), "moved": .flag(\.isFormer), "copyHref": .link(\.copyHref),
  ]
  private let host: String
  private let asOf: Moment?
  private let isFormer: Bool
  private let copyHref: TaskIntent

  init(_ source: Source, _ task: TaskDetail, for look: DisplaySettings) {
    host = source.address.host
    asOf = source.copy.map { Moment($0.checked, for: look) }
    isFormer = source.copy?.isFormer == true
    copyHref = .copyTask(task.id, from: task.list, isDone: task.done != nil)
  }
}

/// A task as it is printed, or as it can only be read: a document in place of its form.
struct PrintedTask: TemplateView {
  static let fields: [String: Field<PrintedTask>] = [
    "text": .text(\.task.title),
    "completed": .view { view in view.task.done?.ifKnown.map { Moment($0, for: view.look) } },
    "dueDay": .optional { $0.printed($0.due?.day) },
    "dueTime": .optional { view in view.due?.time.map(DayPrinter(view.look).time) },
    "rule": .pieces { $0.recurrence.map { [$0] } ?? [] },
    "hasRule": .flag { $0.recurrence != nil },
    "startDay": .optional { $0.printed($0.task.start) },
    "tagText": .optional(\.task.tags.marked),
    "low": .flag { $0.task.priority == .low },
    "medium": .flag { $0.task.priority == .medium },
    "high": .flag { $0.task.priority == .high },
    "prioritized": .flag { $0.task.priority != .none },
    "reminded": .flag { !$0.task.text.reminders.isEmpty },
    "reminders": .pieces { RemindersView($0.task.text.reminders, DayPrinter($0.look)).map { [$0] } ?? [] },
    "listName": .text(\.task.listName), "assigneeName": .optional(\.task.assigned?.name),
    "notesText": .optional { $0.task.notes.isEmpty || $0.task.isReadOnly ? nil : $0.task.notes },
    "noteText": .view { $0.task.isReadOnly ? NoteText($0.task, isEditable: false) : nil },
  ]
  let task: TaskDetail
  let look: DisplaySettings

  /// When it is due, on the reader's clock.
  private var due: DueTime? { task.due.map { DueTime($0, task.time, in: look.zone) } }
  // Paper is read on other days: no day is relative.
  private func printed(_ day: Day?) -> String? { day.map(DayPrinter(look).weekdayAndDate) }
  private var recurrence: RecurrenceView? { task.repeats.map { RecurrenceView($0, DayPrinter(look)) } }
}

/// What is set of a task, each on the button that opens its fields.
struct TaskChips: TemplateView {
  static let fields: [String: Field<TaskChips>] = [
    "due": .view(\.due),
    "recurs": .flag { $0.recurrence != nil },
    "recurrence": .pieces { $0.recurrence.map { [$0] } ?? [] },
    "startDay": .optional(\.start), "tagText": .optional(\.tags), "tagged": .pieces(\.colored),
    "hasTags": .flag { !$0.task.tags.isEmpty },
    "color": .view { ListColorView($0.color) },
    "low": .flag { $0.task.priority == .low },
    "medium": .flag { $0.task.priority == .medium },
    "high": .flag { $0.task.priority == .high },
    "prioritized": .flag { $0.task.priority != .none },
    "listName": .text { ShortText.of($0.task.listName) },
    "reminded": .flag { $0.reminders != nil }, "reminders": .pieces { $0.reminders.map { [$0] } ?? [] },
    "assigneeName": .optional { $0.task.assigned.map { ShortText.of($0.name) } },
  ]
  private let task: TaskDetail
  private let due: DueView?
  private let recurrence: RecurrenceView?
  private let start, tags: String?
  private let reminders: RemindersView?
  /// The tags of the task, if one of them has a color.
  private let colored: [TagLink]
  /// The color of its list.
  private let color: ListColor.Name?

  /// Nil while the form has anything that is not saved: then all fields are to be seen.
  init?(_ content: TaskScreen.Content, for look: DisplaySettings) {
    let task = content.task
    guard content.problem == nil, content.repeats == nil, content.reminders == nil, content.list == task.list,
      content.input == TaskInput(task.text)
    else { return nil }
    let days = DayPrinter(look)
    self.task = task
    due = task.due.map { days.due($0, task.time) }
    recurrence = task.repeats.map { RecurrenceView($0, days) }
    start = task.start.map(days.date)
    reminders = RemindersView(task.text.reminders, days)
    let links = task.tags.tags.map { TagLink(tag: $0, color: content.tagColors[$0], isLink: false) }
    colored = links.contains { $0.color != nil } ? links : []
    tags = colored.isEmpty ? task.tags.marked : nil
    color = content.lists.first { $0.id == task.list }?.color
  }
}

extension TagSet {
  /// The tags as a text, each after a `#`; nil if there are none.
  fileprivate var marked: String? { isEmpty ? nil : tags.map { "#\($0)" }.joined(separator: " ") }
}
