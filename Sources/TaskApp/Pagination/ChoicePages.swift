import StatePages
import Tasks

/// Pagination of a list picker: buttons that submit the form for another page of lists and preserve the typed input.
struct ChoicePages: TemplateView {
  static let fields: [String: Field<ChoicePages>] = [
    "first": .numeral { $0.shown.lowerBound + 1 },
    "last": .numeral { $0.shown.upperBound },
    "total": .numeral { $0.choices.paging.total },
    "previous": .optional { $0.choices.number > 1 ? String($0.choices.number - 1) : nil },
    "next": .optional { $0.choices.number < $0.choices.paging.last ? String($0.choices.number + 1) : nil },
  ]
  private let choices: ListChoices

  /// Returns nil if all lists fit on one page.
  init?(_ choices: ListChoices) {
    guard choices.paging.last > 1 else { return nil }
    self.choices = choices
  }

  private var shown: Range<Int> { choices.paging.rows(on: choices.number) }
}

extension FormBody {
  /// The page of lists to show instead of saving the form; nil if the form is to be saved.
  var listsPage: Int? { self[FormField.listsPage].flatMap { Int($0) } }
}
