import StatePages
import Tasks

/// The field for what is searched for; it keeps what was typed, whatever came of it.
struct SearchForm: Piece {
  static let template = "search/form"
  static let fields: [String: Field<SearchForm>] = [
    "action": .address { _ in TaskFlow.address(after: .openedSearch) },
    "value": .text(\.asked.typed),
    // Where there may be results, the keyboard begins with the page.
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
