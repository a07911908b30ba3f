import Foundation
import StatePages
import Tasks

/// The form of a task, formatted for its template.
struct TaskFormView: TemplateView {
  static let fields = ofTask.merging(ofForm) { _, ofForm in ofForm }

  /// Of each field of a task: what the form holds, the problem with it, and whether it has the focus.
  private static let ofTask: [String: Field<TaskFormView>] = TaskField.all.reduce(into: [:]) { fields, field in
    fields[field.name] = .text { $0.content.input[field] }
    fields["\(field.name)Error"] = .view { $0.error(field.input) }
    fields["\(field.name)Focus"] = .flag { $0.firstError == field.input }
  }

  private static let ofForm: [String: Field<TaskFormView>] = [
    "id": .text { $0.content.task.id.description },
    "action": .address { TaskFlow.action(.editTask($0.content.task.id)) },
    "formName": .text { "edit-v\($0.content.version)" },
    "version": .text { $0.content.version.description },
    "sample": .flag(\.content.isSample),
    "savedTitle": .text { ShortText.of($0.content.task.title) },
    "done": .flag { $0.content.task.done != nil },
    "completedAt": .view(\.completedAt),
    "priorities": .rows { view in Priority.allCases.map { PriorityOption(priority: $0, chosen: view.priority) } },
    "lists": .rows { view in
      view.content.lists.lists.map { ListOption(list: $0, isSelected: $0.id == view.content.list) }
    },
    "choicePages": .view { ChoicePages($0.content.lists) },
    "wasList": .text { $0.content.task.list.description },
    "quick": .view(\.quick),
    "problem": .view(\.problem),
    "listError": .view(\.listError),
  ]
  private let content: TaskScreen.Content
  private let completedAt: Moment?
  private let quick: QuickDates?

  init(_ content: TaskScreen.Content, for look: Look) {
    self.content = content
    completedAt = content.task.done.map { Moment(Int64($0.timeIntervalSince1970), for: look) }
    quick = QuickDates(today: look.today)
  }

  private var priority: Priority { Priority(name: content.input[.priority]) ?? .none }

  private func error(_ field: InputField) -> FieldError? {
    invalid.flatMap { FieldError($0, in: field) }
  }

  /// The field to focus: the first with an error.
  private var firstError: InputField? { invalid?.first.field }

  private var invalid: InvalidInput? {
    switch content.problem {
    case .invalid(let input): input
    case .noSuchList, .refused, nil: nil
    }
  }

  private var listError: FieldError? {
    switch content.problem {
    case .noSuchList: .notAChoice
    case .invalid, .refused, nil: nil
    }
  }

  /// The error of the form as a whole.
  private var problem: FieldError? {
    switch content.problem {
    case .refused(let error): error
    case .invalid, .noSuchList, nil: nil
    }
  }
}

/// The dates that have buttons.
struct QuickDates: TemplateView {
  static let fields: [String: Field<QuickDates>] = [
    "today": .text(\.today.iso),
    "tomorrow": .text { $0.today.adding(days: 1).iso },
    "nextWeek": .text(\.nextMonday.iso),
  ]
  let today: Day

  /// The Monday after today.
  private var nextMonday: Day {
    let sinceMonday = Weekday.allCases.firstIndex(of: today.weekday) ?? 0
    return today.adding(days: 7 - sinceMonday)
  }
}

private struct PriorityOption: TemplateView {
  static let fields: [String: Field<PriorityOption>] = [
    "value": .text(\.priority.name),
    "selected": .flag { $0.priority == $0.chosen },
    "none": .flag { $0.priority == .none },
    "low": .flag { $0.priority == .low },
    "medium": .flag { $0.priority == .medium },
    "high": .flag { $0.priority == .high },
  ]
  let priority: Priority
  let chosen: Priority
}

private struct ListOption: TemplateView {
  static let fields: [String: Field<ListOption>] = [
    "id": .text { $0.list.id.description },
    "name": .text { ShortText.of($0.list.name) },
    "selected": .flag(\.isSelected),
  ]
  let list: ListChoice
  let isSelected: Bool
}
