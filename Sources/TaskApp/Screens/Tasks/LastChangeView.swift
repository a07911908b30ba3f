import StatePages
import Tasks

/// What another member of its list did to a task last, or what was done to it on a page by link.
struct LastChangeView: Piece {
  static let template = "components/last-change"
  static let fields: [String: Field<LastChangeView>] = [
    "initial": .pieces { InitialView.of($0.person) }, "by": .text { $0.person.map { ShortText.of($0.name) } ?? "" },
    "page": .optional { if case .page(let name) = $0.last.author { ShortText.of(name) } else { nil } },
    "added": .flag { $0.last.kind == .added },
    "completed": .flag { $0.last.kind == .completed }, "changed": .flag { $0.last.kind == .changed },
  ]
  let last: LastChange

  private var person: Person? { if case .person(let person) = last.author { person } else { nil } }
}
