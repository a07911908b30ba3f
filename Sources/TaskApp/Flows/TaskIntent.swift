import StatePages
import StateViews
import Tasks

typealias TaskStep = TaskFlow.Step
typealias TaskEvent = TaskFlow.Event
typealias TaskForm = TaskFlow.Form
typealias TaskAction = TaskFlow.TaskAction
typealias ListAction = TaskFlow.ListAction
typealias SectionAction = TaskFlow.SectionAction
typealias SecretAction = TaskFlow.SecretAction

/// Where a link or a button of a screen leads. A view names the step or the form: the flow gives it its address, where it is mounted.
enum TaskIntent: Intent {
  indirect case show(TaskStep)
  case form(TaskForm)
  case signOut
}

extension TaskFlow {
  /// Where intents lead, with this flow at the root of the app.
  static let intents = IntentAddresses { address(of: $0) }

  /// The address of the step or form that an intent leads to.
  static func address(of intent: TaskIntent) -> PageAddress {
    switch intent {
    case .show(let step): addresses.address(of: step)
    case .form(let form): form.address
    case .signOut: SignInFlow.addresses.address(of: .form(.signOut))
    }
  }
}

extension Field {
  static func link(_ get: @escaping @Sendable (View) -> TaskStep) -> Self { intent { TaskIntent.show(get($0)) } }
  static func optionalLink(_ get: @escaping @Sendable (View) -> TaskStep?) -> Self {
    optionalIntent { get($0).map(TaskIntent.show) }
  }
  static func form(_ get: @escaping @Sendable (View) -> TaskForm) -> Self { intent { TaskIntent.form(get($0)) } }
  static func optionalForm(_ get: @escaping @Sendable (View) -> TaskForm?) -> Self {
    optionalIntent { get($0).map(TaskIntent.form) }
  }
}

extension Fact {
  /// Where a link beside the words leads.
  static func link(_ step: TaskStep) -> Self { .intent(TaskIntent.show(step)) }
  /// The form of a button beside the words.
  static func form(_ form: TaskForm) -> Self { .intent(TaskIntent.form(form)) }
}

extension TaskStep {
  /// Another page of a paged list.
  func turned(to page: Int) -> Self {
    switch self.page {
    case .overview(_, let mode): .overview(mode, page: page)
    case .upcoming(let view): .upcoming(view.with { $0.page = page }, at: .results)
    case .list(let list, let view):
      .list(
        list, view.mode, at: .openTasks,
        rows: ListRows(section: view.rows.section, page: page, showsAll: view.rows.showsAll))
    case .search(let asked, let selecting): .search(asked.turned(to: page), selecting: selecting, at: .results)
    case .review(var view):
      {
        view.page = page
        return .review(view, at: .results)
      }()
    case .trash: .trash(at: .rows, page: page)
    case .tags: .tags(page: page)
    case .server: .server(page: page)
    case _: self
    }
  }
}

extension Int {
  /// The number; nil for zero, where there is nothing to tell.
  var ifAny: Int? { self > 0 ? self : nil }
}
