import StatePages
import StateViews
import Tasks

/// A task: the form that edits it.
enum TaskScreen: Screen {
  static let name: ViewName = "task"
  static let emptyReasons: [Reason] = []
  static let failures = Failure.usual + Failure.readingStore + [Failure(.conflict, Samples.conflict.reason)]

  struct Content: Sendable {
    let task: TaskDetail
    /// The lists that it can move to, its own among them.
    let lists: ListChoices
    /// What the form holds: the task's own text, or what was typed and could not be taken.
    let input: TaskInput
    /// The list that is chosen in the form.
    let list: ListID
    /// The version that the form was made for.
    let version: ChangeID
    /// Why the form was not taken, if it was sent.
    let problem: FormProblem?
    /// Whether it is a sample: several on one page cannot have the same access key.
    var isSample = false
  }

  static func view(of content: Content, for look: Look) -> TaskFormView {
    TaskFormView(content, for: look)
  }

  static var samples: [Sample<TaskScreen>] {
    [
      sample("tiles", Content(Samples.detail, lists: Samples.choices)),
      sample(
        "invalid",
        Content(Samples.detail, lists: Samples.choices, typed: Samples.badInput, problem: .invalid(Samples.invalid))),
      sample("many-lists", Content(Samples.detail, lists: Samples.someChoices)),
      sample(
        "refused",
        Content(Samples.detail, lists: Samples.choices, typed: Samples.newText, problem: .refused(.diskFull))),
    ]
  }

  private static func sample(_ name: String, _ content: Content) -> Sample<TaskScreen> {
    var content = content
    content.isSample = true
    return Sample(name, caption: NoCaption(), content: content)
  }
}

extension TaskScreen.Content {
  /// A task's form as it is opened.
  init(_ task: TaskDetail, lists: ListChoices) {
    let text = TaskInput(
      title: task.title, notes: task.notes, due: task.due?.iso ?? "", priority: task.priority.name)
    self.init(task: task, lists: lists, input: text, list: task.list, version: task.version, problem: nil)
  }

  /// A task's form with what was typed, and what is wrong with it.
  init(
    _ task: TaskDetail, lists: ListChoices, typed: TaskInput, list: ListID? = nil, version: ChangeID? = nil,
    problem: FormProblem?
  ) {
    let chosen = list.flatMap { lists.contains($0) ? $0 : nil }
    self.init(
      task: task, lists: lists, input: typed, list: chosen ?? task.list, version: version ?? task.version,
      problem: problem)
  }
}

/// Why the form of a task was not taken.
enum FormProblem: Hashable, Sendable {
  /// What was typed cannot be kept as it is.
  case invalid(InvalidInput)
  /// The list that was chosen is not there any more.
  case noSuchList
  /// It could be kept, and was not.
  case refused(FieldError)
}
