import Foundation
import StatePages
import Tasks

struct TaskFormView: TemplateView {
  static let fields = FormState.tags { (view: TaskFormView) in view.state }.merging(ofForm) { _, ofForm in ofForm }

  private static let ofForm: [String: Field<TaskFormView>] = [
    "id": .text { $0.content.task.id.description },
    "action": .form { .task($0.content.task.id, .edit) },
    "from": .text { TaskStep.task($0.content.task.id, page: $0.content.stepsPage).text },
    "formName": .text { "edit-v\($0.content.version)" },
    "version": .text { $0.content.version.description },
    "historyHref": .link { .openHistory($0.content.task.list, of: $0.content.task.id) },
    "sample": .flag(\.content.isSample),
    "savedTitle": .text { ShortText.of($0.content.task.title) },
    "done": .flag { $0.content.task.done != nil },
    "completedAt": .view(\.completedAt),
    "created": .view(\.created),
    "changed": .view(\.changed),
    "percent": .optional { $0.content.task.percent.map { String($0) } },
    "timeValue": .text { $0.clock?.time.description ?? $0.content.input[.time] },
    "timeZones": .view(\.timeZones),
    "priorities": .rows { view in Priority.allCases.map { PriorityOption(priority: $0, chosen: view.priority) } },
    "lists": .rows { view in
      view.content.lists.map { ListOption(list: $0, isSelected: $0.id == view.content.list) }
    },
    "wasList": .text { $0.content.task.list.description },
    "quick": .view(\.quick),
    "occurrence": .view { view in
      let task = view.content.task
      return task.done == nil && task.repeats != nil ? OccurrenceChoice(isLater: view.content.movesSeries) : nil
    },
    "recurrence": .view(\.recurrence),
    "printed": .view(\.printed),
    "chips": .view(\.chips),
    "suggestedTags": .rows(\.suggestedTags),
    "listError": .view(\.listError),
  ]
  private let content: TaskScreen.Content
  private let state: FormState<TaskField, FieldError>
  private let completedAt: Moment?
  private let created: Moment
  /// When it was last changed; nil if it was not since it was created.
  private let changed: Moment?
  /// The typed time; nil if it is none.
  private let clock: ClockTime?
  private let timeZones: TimeZoneChoice?
  private let quick: QuickDates?
  private let recurrence: RecurrenceFields
  private let printed: PrintedTask
  private let chips: TaskChips?

  init(_ content: TaskScreen.Content, for look: Look) {
    self.content = content
    state = FormState(content)
    completedAt = content.task.done.map { Moment(Int64($0.timeIntervalSince1970), for: look) }
    let (created, changed) = (content.task.created, content.task.changed)
    self.created = Moment(Int64(created.timeIntervalSince1970), for: look)
    self.changed = changed > created ? Moment(Int64(changed.timeIntervalSince1970), for: look) : nil
    clock = ClockTime(content.input[.time])
    timeZones = clock.map { TimeZoneChoice($0, reader: look.timeZone) }
    quick = QuickDates(today: look.today, due: content.task.due)
    recurrence = RecurrenceFields(content, for: look)
    printed = PrintedTask(content.task, for: look)
    chips = TaskChips(content, for: look)
  }

  private var priority: Priority { Priority(name: content.input[.priority]) ?? .none }

  /// The field's tags with each of the account's others: a browser completes the whole value of a field.
  private var suggestedTags: [TagOption] {
    let typed = TagSet(stored: content.input[.tags])
    return content.tags.filter { !typed.contains($0) }.map { TagOption($0, after: typed) }
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

/// The choice of a time zone for a due time: the reader's, the task's own, or none.
private struct TimeZoneChoice: TemplateView {
  static let fields: [String: Field<TimeZoneChoice>] = ["zones": .rows(\.zones)]
  let zones: [Option]

  struct Option: TemplateView {
    static let fields: [String: Field<Option>] = ["name": .text(\.name), "selected": .flag(\.isSelected)]
    let name: String
    let isSelected: Bool
  }

  init(_ clock: ClockTime, reader: String) {
    let own = clock.zone.flatMap { $0 == reader ? nil : $0 }
    zones = ([reader] + (own.map { [$0] } ?? [])).map { Option(name: $0, isSelected: $0 == clock.zone) }
  }
}

/// The choice between the due date of one occurrence and those of all later ones, too.
private struct OccurrenceChoice: TemplateView {
  static let fields: [String: Field<OccurrenceChoice>] = ["later": .flag(\.isLater)]
  let isLater: Bool
}
