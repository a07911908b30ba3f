import StatePages
import Tasks

/// The bar that changes the selected tasks of a list. The rows' check boxes refer to its form by the form's id.
struct SelectionForm: Piece {
  static let template = "list/select"
  static let fields: [String: Field<SelectionForm>] = [
    "action": .address { TaskFlow.action(.changeTasks($0.list.id)) },
    "version": .text { $0.list.revision.description },
    // Absent if the tasks are too many to be changed at once.
    "all": .optional { $0.list.open <= Limits.tasksAtOnce ? String($0.list.open) : nil },
    "oneOpen": .flag { $0.list.open == 1 },
    "allSelected": .flag { $0.selected.all },
    "quick": .view { QuickDates(today: $0.today) },
    "due": .text(\.selected.due),
    "targets": .rows { form in
      form.targets.lists.map { CopyTargetOption(list: $0, isSelected: $0.id == form.selected.target) }
    },
    "movable": .flag { !$0.targets.lists.isEmpty },
    "choicePages": .view { ChoicePages($0.targets) },
    "problem": .view(\.error),
  ]
  let list: ListSummary
  /// The lists that tasks can be moved to.
  let targets: ListChoices
  let today: Day
  var selected = SelectedInput()
  var error: FieldError?
}

/// What a reader selected and entered in the bar.
struct SelectedInput: Hashable, Sendable {
  var tasks: [TaskID] = []
  /// Whether all open tasks of the list are selected.
  var all = false
  /// The date, as typed.
  var due = ""
  /// The list to move to; nil for the first.
  var target: ListID?
  /// The page of lists to move to.
  var listsPage = 1
}

extension SelectedInput {
  init(_ form: FormBody) throws(RequestProblem) {
    tasks = form.fields.filter { FormField.isTick($0.name) }
      .compactMap { TaskID($0.name.dropFirst(FormField.chosen.count)) }
    all = form[FormField.all] != nil
    due = form[FormField.due] ?? ""
    target = form[FormField.list]?.isEmpty == false ? try form.list(FormField.list) : nil
    listsPage = form.listsPage ?? 1
  }

  /// Nil if nothing is selected.
  var selection: TaskSelection? { all ? .open : tasks.isEmpty ? nil : .tasks(tasks) }
}

/// The values of the buttons that say what to do with the selected tasks. The buttons of dates and priorities are named for these
/// fields instead.
enum SelectionAction: String {
  case complete, due, move, delete
}
