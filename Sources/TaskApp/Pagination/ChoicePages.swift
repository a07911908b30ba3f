import StatePages
import Tasks

/// The way to more lists, where there are too many for one field to choose from: buttons that send the form for another page of
/// them, with all that was typed.
struct ChoicePages: TemplateView {
  static let fields: [String: Field<ChoicePages>] = [
    "first": .text { String($0.shown.lowerBound + 1) },
    "last": .text { String($0.shown.upperBound) },
    "total": .text { String($0.choices.paging.total) },
    "previous": .optional { $0.choices.number > 1 ? String($0.choices.number - 1) : nil },
    "next": .optional { $0.choices.number < $0.choices.paging.last ? String($0.choices.number + 1) : nil },
  ]
  private let choices: ListChoices

  /// Nil where all are on one page.
  init?(_ choices: ListChoices) {
    guard choices.paging.last > 1 else { return nil }
    self.choices = choices
  }

  private var shown: Range<Int> { choices.paging.rows(on: choices.number) }
}

extension FormBody {
  /// The page of lists that is asked for instead of what the form does; nil where it is to be done.
  var listsPage: Int? { self[FormField.listsPage].flatMap { Int($0) } }
}
