import StatePages
import Tasks

/// The search form, with the text that was typed.
struct SearchForm: Piece {
  static let template = "search/form"
  static let fields: [String: Field<SearchForm>] = [
    "action": .address { _ in TaskFlow.address(after: .openedSearch) },
    "value": .text(\.asked.typed),
    // With possible results, the focus stays at the beginning of the page.
    "focus": .flag {
      switch $0.asked.text {
      case .blank, .tooLong: true
      case .text: false
      }
    },
    "completed": .flag(\.asked.includesCompleted),
  ]
  let asked: SearchParameters

  init(_ asked: SearchParameters) {
    self.asked = asked
  }
}
