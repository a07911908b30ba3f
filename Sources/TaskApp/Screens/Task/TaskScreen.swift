import StatePages
import StateViews
import Tasks

enum TaskScreen: Screen {
  static let name: ViewName = "task"
  static let failures =
    Failure.usual + Failure.readingStore + [Failure(.conflict, Samples.conflict.reason)]

  /// The fields of both versions of a conflict.
  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = ["versions": .rows(\.versions)]
    private let versions: [ConflictField]

    /// - Parameters:
    ///   - conflict: nil without one.
    ///   - people: the members of its list.
    init(_ conflict: TaskConflict?, among people: [Person] = [], for look: DisplaySettings) {
      let days = DayPrinter(look)
      // In a list of one member a task is for no one.
      let fields = TaskField.all.filter { $0 != .assignee || !people.isEmpty }
      versions = conflict.map { conflict in fields.map { ConflictField($0, of: conflict, days, people) } } ?? []
    }
  }

  struct Content: Sendable {
    let task: TaskDetail
    let lists: [ListChoice]
    /// To whom it can be assigned; none in a list of one member.
    var members: [Person] = []
    /// The account's tags, which the form suggests.
    var tags: [Tag] = []
    /// The most used of them, which have buttons.
    var commonTags: [Tag] = []
    var tagColors = TagColors()
    /// The form's values: those of the task, or the typed ones that were rejected.
    let input: TaskInput
    /// How it repeats, as typed; nil if the form shows the task's own recurrence.
    var repeats: RecurrenceInput?
    /// When it reminds, as typed; nil if the form shows the task's own reminders.
    var reminders: ReminderInput?
    /// Whether all later dates are to move with the due date, as chosen in the form.
    var movesSeries = false
    /// The list selected in the form.
    let list: ListID
    let version: ChangeID
    /// Why the form was rejected, if it was sent.
    let problem: FormProblem?
    /// Whether the form was sent for the dates of its recurrence, which the page scrolls to.
    var showsDates = false
    /// The page of the task, which its form returns to.
    let from: String
    /// The line of its notes that was pressed last, and where it stays in the window.
    var line: LineAnchor?
    /// The source that its list follows. The task can then only be read.
    var source: Source?
    /// Whether it is a sample, rendered without access keys, which must be unique on a page.
    var isSample = false
  }

  static func view(of content: Content, for look: DisplaySettings) -> TaskFormView { TaskFormView(content, for: look) }

  static var samples: [Sample<TaskScreen>] {
    [
      sample("tiles", Content(Samples.detail, lists: Samples.choices)),
      sample(
        "invalid",
        Content(Samples.detail, lists: Samples.choices, typed: Samples.badInput, problem: .invalid(Samples.invalid))),
      sample("repeating", Content(Samples.repeating, lists: Samples.choices)),
      sample(
        "repeating-invalid",
        Content(
          Samples.repeating, lists: Samples.choices, typed: Samples.badRecurrence, repeats: Samples.typedRecurrence,
          problem: .invalid(Samples.invalidRecurrence))),
      sample("shared", shared), sample("followed", followed),
      sample(
        "refused",
        Content(Samples.detail, lists: Samples.choices, typed: Samples.newText, problem: .refused(.diskFull))),
    ]
  }

  private static var shared: Content {
    let task = Samples.sharedDetail
    var content = Content(task, lists: Samples.choices)
    content.members = Samples.people
    return content
  }

  private static var followed: Content {
    var content = Content(Samples.followedDetail, lists: Samples.choices)
    content.source = Samples.source
    return content
  }

  private static func sample(_ name: String, _ content: Content) -> Sample<TaskScreen> {
    var content = content
    content.isSample = true
    return Sample(
      name, caption: Caption(Samples.conflict, among: Samples.people, for: Samples.look), content: content)
  }
}

extension TaskScreen.Content {
  /// Creates a form with a task's current values.
  init(_ task: TaskDetail, lists: [ListChoice], tags: [Tag] = [], from: String? = nil) {
    self.init(
      task: task, lists: lists, tags: tags, input: TaskInput(task.text), list: task.list, version: task.version,
      problem: nil, from: from ?? Samples.from(.openTask(task.id)))
  }

  /// Creates a form with typed values, and why they were rejected.
  init(
    _ task: TaskDetail, lists: [ListChoice], tags: [Tag] = [], typed: TaskInput, repeats: RecurrenceInput? = nil,
    list: ListID? = nil, version: ChangeID? = nil, problem: FormProblem?, from: String? = nil
  ) {
    let chosen = lists.first { $0.id == list }?.id
    self.init(
      task: task, lists: lists, tags: tags, input: typed, repeats: repeats, list: chosen ?? task.list,
      version: version ?? task.version, problem: problem, from: from ?? Samples.from(.openTask(task.id)))
  }
}

enum FormProblem: Hashable, Sendable {
  case invalid(InvalidInput)
  /// The selected list no longer exists.
  case noSuchList
  /// The values are valid, but were not saved.
  case refused(FieldError)
}
