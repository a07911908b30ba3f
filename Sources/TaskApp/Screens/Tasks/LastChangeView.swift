import StatePages
import Tasks

/// What another member of its list did to a task last.
struct LastChangeView: Piece {
  static let template = "components/last-change"
  static let fields: [String: Field<LastChangeView>] = [
    "initial": .pieces { InitialView.of($0.last.person) }, "by": .text { ShortText.of($0.last.person.name) },
    "added": .flag { $0.last.kind == .added },
    "completed": .flag { $0.last.kind == .completed }, "changed": .flag { $0.last.kind == .changed },
  ]
  let last: LastChange
}
