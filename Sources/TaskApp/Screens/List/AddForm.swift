import StatePages
import Tasks

/// The form that adds tasks to a list: a single task with an optional due date, or several, one per line.
struct AddForm: Piece {
  static let template = "list/add"
  static let fields: [String: Field<AddForm>] = [
    "action": .address { TaskFlow.action(.addTasks($0.list.id)) },
    "version": .text { $0.list.revision.description },
    "several": .flag(\.takesSeveral),
    "oneHref": .address { TaskFlow.address(after: .startedAdding, at: .list($0.list.id, .addingSeveral)) },
    "value": .text(\.value),
    "dates": .view { $0.takesSeveral ? nil : $0.dates },
    "focus": .flag { $0.error != nil || $0.takesSeveral },
    "error": .view(\.error),
  ]
  let list: ListSummary
  let dates: AddFormDates
  var takesSeveral = false
  var value = ""
  var error: FieldError?
}

/// The menu of the add form with due dates.
struct AddFormDates: TemplateView {
  static let fields: [String: Field<AddFormDates>] = [
    "shortcuts": .rows(\.shortcuts),
    "other": .flag { dates in !dates.shortcuts.contains(where: \.isChosen) },
    "due": .text(\.due),
  ]
  let today: Day
  /// The chosen shortcut, as sent; empty for none.
  var quick = ""
  /// The other date, as sent.
  var due = ""

  /// Each date once: on Sundays, tomorrow is the next Monday.
  private var shortcuts: [DateShortcut] {
    let tomorrow = today.adding(days: 1)
    let days = [today, tomorrow] + (today.nextMonday == tomorrow ? [] : [today.nextMonday])
    return days.map { DateShortcut(day: $0, today: today, isChosen: $0.iso == quick) }
  }
}

/// A due date that can be chosen with one press.
private struct DateShortcut: TemplateView {
  static let fields: [String: Field<DateShortcut>] = [
    "iso": .text(\.day.iso),
    "today": .flag { $0.day == $0.today },
    "tomorrow": .flag { $0.day == $0.today.adding(days: 1) },
    "nextWeek": .flag { $0.day.daysSince($0.today) > 1 },
    "chosen": .flag(\.isChosen),
  ]
  let day: Day
  let today: Day
  let isChosen: Bool
}
