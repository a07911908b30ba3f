import StatePages
import Tasks

/// The form that changes the selected tasks of a list or of Today, or results of a search. The rows' check boxes refer to it by
/// its id.
struct SelectionForm: Piece {
  static let template = "components/select-form"
  static let fields: [String: Field<SelectionForm>] = [
    "action": .form { $0.rows.form },
    "version": .text(\.version),
    "filter": .optional { $0.rows.query },
    "from": .optional { $0.rows.from },
    // Absent if the tasks are too many to be changed at once.
    "all": .number { form in form.all },
    "matches": .flag(\.rows.areMatches),
    "allSelected": .flag { $0.selected.all },
    "quick": .view { QuickDates($0.look) },
    // A field that was used stands in the bar instead of a menu, because a page opens without its menus.
    "showsDate": .flag { $0.selected.sets(.due) || !$0.selected.due.isEmpty },
    "dateInvalid": .flag { $0.isInvalid(.due) },
    "showsTag": .flag { $0.selected.sets(.tags) || !$0.selected.tag.isEmpty },
    "tagInvalid": .flag { $0.isInvalid(.tags) },
    "showsLists": .flag { $0.selected.action == .move },
    "listInvalid": .flag(\.isListInvalid), "due": .text(\.selected.due), "tag": .text(\.selected.tag),
    "tags": .rows { Choice.tags($0.tags) },
    "members": .rows { Choice.people($0.members, nil) }, "shared": .flag { !$0.members.isEmpty },
    "targets": .rows { Choice.lists($0.targets, $0.selected.target) },
    "movable": .flag { !$0.targets.isEmpty },
    // The invalid field has the focus if it is shown, else the message has it.
    "focusesField": .flag { $0.isInvalid(.due) || $0.isInvalid(.tags) || $0.isListInvalid },
    "problem": .view(\.error),
  ]

  enum Rows: Hashable, Sendable {
    case list(ListID)
    /// The tasks of Today, of a page of it.
    case today(from: String)
    case search(SearchParameters)
    case filter(ListID)

    var form: TaskCommand {
      switch self {
      case .list(let id), .filter(let id): .list(id, .changeTasks)
      case .today: .changeToday
      case .search: .changeMatches
      }
    }

    /// The query of a search, which its form sends along.
    var query: String? { if case .search(let asked) = self { asked.filterQuery } else { nil } }

    /// The page that the form of Today is sent from.
    var from: String? { if case .today(let from) = self { from } else { nil } }

    var areMatches: Bool {
      switch self {
      case .list, .today: false
      case .search, .filter: true
      }
    }
  }

  let rows: Rows
  /// Part of the idempotency key: the revision of what the page shows.
  let version: String
  /// The number of all tasks, if they can be changed at once.
  let all: Int?
  let targets: [ListChoice]
  let tags: [Tag]
  /// Who the tasks can be given to; none unless all are of one list, which others see.
  var members: [Person] = []
  let look: DisplaySettings
  var selected = SelectedInput()
  var error: FieldError?
  /// Whether the error is that of the field beside the pressed button.
  var isFieldInvalid = false

  private func isInvalid(_ field: TaskField) -> Bool { isFieldInvalid && selected.sets(field) }

  /// Whether the choice of a list is invalid. Without lists there is none.
  private var isListInvalid: Bool { isFieldInvalid && selected.action == .move && !targets.isEmpty }
}

/// What a reader selected and entered in the form.
struct SelectedInput: Hashable, Sendable {
  var tasks: [TaskID] = []
  var all = false
  /// The date, as typed.
  var due = ""
  var tag = ""
  /// The list to move to; nil for the first.
  var target: ListID?
  /// What the pressed button does; nil for one that is named for a field, or if none was pressed.
  var action: SelectionAction?
}

extension SelectedInput {
  init(_ form: FormBody) throws(RequestProblem) {
    tasks = form.fields.filter { FormField.isTick($0.name) }
      .compactMap { TaskID($0.name.dropFirst(FormField.chosen.count)) }
    all = form[FormField.all] != nil
    due = form[FormField.due] ?? ""
    tag = form[TaskField.tags.name] ?? ""
    target = form[FormField.list]?.isEmpty == false ? try form.list(FormField.list) : nil
    action = form[FormField.change].flatMap(SelectionAction.init(rawValue:))
  }

  /// Whether the pressed button takes the text of a field. Enter takes a date that was typed.
  fileprivate func sets(_ field: TaskField) -> Bool {
    switch action {
    case .due: field == .due
    case .tag, .untag: field == .tags
    case nil: field == .due && !due.isEmpty
    case .complete, .move, .delete: false
    }
  }
}

/// The values of the buttons that say what to do with the selected tasks. The buttons of dates, priorities and recurrences are named for these
/// fields instead.
enum SelectionAction: String {
  case complete, due, tag, untag, move, delete
}

/// The check box of a row while tasks are being selected.
struct SelectionBox: TemplateView {
  static let fields: [String: Field<SelectionBox>] = [
    "field": .text { "\(FormField.chosen)\($0.task)" },
    "selected": .flag(\.isSelected),
  ]
  let task: TaskID
  let isSelected: Bool
}

/// A recurrence that several tasks get with one press, by the value of its button.
enum RepeatChoice: String {
  case never, day, weekdays, week, month, year
  case twoWeeks = "2-weeks"

  /// The recurrence, as of the due date of each task; nil for none.
  var draft: RecurrenceDraft? {
    switch self {
    case .never: nil
    case .day: RecurrenceDraft(.day)
    case .weekdays: RecurrenceDraft(.week, weekdays: [.monday, .tuesday, .wednesday, .thursday, .friday])
    case .week: RecurrenceDraft(.week)
    case .twoWeeks: RecurrenceDraft(.week, interval: 2)
    case .month: RecurrenceDraft(.month)
    case .year: RecurrenceDraft(.year)
    }
  }
}
