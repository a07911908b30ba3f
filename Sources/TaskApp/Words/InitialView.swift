import StatePages
import Tasks

/// The initial of a person in its color, before the name. It says nothing that the name doesn't.
struct InitialView: Piece {
  static let template = "components/initial"
  static let fields: [String: Field<InitialView>] = [
    "letter": .text(\.person.initial), "color": .text(\.person.color.rawValue),
  ]
  let person: Person

  /// The piece of a person, if there is one.
  static func of(_ person: Person?) -> [InitialView] { person.map { [InitialView(person: $0)] } ?? [] }
}
