import StatePages
import Tasks

/// A change, as its notice and the history tell of it: which sentence, and what it needs to know.
struct ChangeSentence: TemplateView, Hashable {
  static let sentences = ChangeKind.allCases.map { "changes/\($0.rawValue)" }

  static let fields: [String: Field<ChangeSentence>] = [
    "template": .template(among: sentences, \.template),
    "name": .optional(\.name),
    "count": .text { String($0.count) },
    "one": .flag { $0.count == 1 },
    "other": .optional(\.other),
    "undo": .optionalAddress(\.undo),
  ]
  let kind: ChangeKind
  private(set) var name: String?
  let count: Int
  private(set) var other: String?
  /// Where to send an undo; nil if there is no way back.
  let undo: String?

  init(_ change: Change) {
    kind = change.kind
    name = change.name
    count = change.count
    other = change.otherName
    undo = change.undoable ? TaskFlow.action(.undo(change.id)) : nil
  }

  /// The same with names cut to what a label needs.
  var shortened: ChangeSentence {
    var short = self
    short.name = name.map { ShortText.of($0) }
    short.other = other.map { ShortText.of($0) }
    return short
  }

  var template: String { "changes/\(kind.rawValue)" }
}
