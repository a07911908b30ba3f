import StatePages
import StateViews
import TaskStore
import Tasks

struct AddFormDates: TemplateView {
  static let fields: [String: Field<AddFormDates>] = [
    "forToday": .flag(\.isForToday),
    "shortcuts": .rows(\.shortcuts), "other": .flag { !$0.shortcuts.contains(where: \.isSelected) },
    "due": .text(\.due), "lists": .view(\.lists), "tags": .rows(\.tagBoxes), "tagged": .flag { !$0.tagBoxes.isEmpty },
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
  /// The chosen tags.
  private(set) var chosen = TagSet()
  /// The chosen tags, and others that can be chosen.
  private(set) var tags: [Choice] = []

  /// Offers the account's most used tags beside the chosen ones.
  mutating func offerTags(for request: SignedInRequest) async throws(Failure) {
    offer(try await request.store.commonTags(), request.reader.tagColors)
  }

  mutating func offer(_ common: [Tag], _ colors: TagColors) { tags = Choice.tags(of: chosen, common, colors) }

  private var tagBoxes: [AddFormTag] { tags.enumerated().map { AddFormTag(number: $0 + 1, choice: $1) } }

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

/// A check box that gives a new task a tag.
struct AddFormTag: TemplateView {
  static let fields: [String: Field<AddFormTag>] = [
    "field": .text { FormField.addedTag + String($0.number) },
    "value": .text(\.choice.value), "selected": .flag(\.choice.isSelected),
    "color": .view { ListColorView($0.choice.color) },
  ]
  /// The number in its name: a form has each name once.
  let number: Int
  let choice: Choice
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
      if field == .tags { return form.addedTags ?? form[field.name] ?? "" }
      return field == .title ? title : form[field.name] ?? ""
    }
  }
}

extension AddFormDates {
  init(_ form: FormBody, _ look: DisplaySettings) {
    self.init(look: look, quick: form[FormField.quick] ?? "", due: form[FormField.due] ?? "")
    chosen = TagSet((form.addedTags ?? "").split(separator: " ").prefix(Limits.tagsPerTask).compactMap { Tag($0) })
  }
}
