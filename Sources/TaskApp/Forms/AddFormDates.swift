import StatePages
import Tasks

struct AddFormDates: TemplateView {
  static let fields: [String: Field<AddFormDates>] = [
    "forToday": .flag(\.isForToday),
    "shortcuts": .rows(\.shortcuts), "other": .flag { !$0.shortcuts.contains(where: \.isSelected) },
    "due": .text(\.due), "lists": .view(\.lists),
  ]
  let look: DisplaySettings
  /// The chosen shortcut, as sent; empty for none.
  var quick = ""
  /// The other date, as sent.
  var due = ""
  /// The lists to choose from; nil in a form that adds to one list.
  var lists: AddFormLists?
  /// Whether a task without a date is due today.
  var isForToday = false

  /// Each date once: at the end of a week, tomorrow is the next one.
  private var shortcuts: [Choice] {
    let words = DueWord.allCases.filter { word in
      switch word {
      case .today: !isForToday
      case .tomorrow: true
      case .nextWeek: look.nextWeek != look.today.adding(days: 1)
      }
    }
    return Choice.dates(words, quick)
  }
}

struct AddFormLists: TemplateView {
  static let fields: [String: Field<AddFormLists>] = [
    "options": .rows { Choice.lists($0.choices, $0.chosen) }, "isNew": .flag(\.isNew),
  ]
  /// The value that stands for a list to make.
  static let new = "new"
  let choices: [ListChoice]
  /// The chosen list; nil for the first one.
  var chosen: ListID?
  /// Whether a list to make is chosen.
  var isNew = false
}

extension TaskInput {
  /// The fields of a new task in a form. A chosen shortcut overrides the date field.
  init(_ form: FormBody, title: String, _ context: QuickAddContext) {
    let quick = DueWord.date(form[FormField.quick] ?? "", context)
    self.init { field in
      if field == .due { return quick.isEmpty ? DueWord.date(form[field.name] ?? "", context) : quick }
      return field == .title ? title : form[field.name] ?? ""
    }
  }
}

extension AddFormDates {
  init(_ form: FormBody, _ look: DisplaySettings) {
    self.init(look: look, quick: form[FormField.quick] ?? "", due: form[FormField.due] ?? "")
  }
}
