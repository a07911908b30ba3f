import StatePages
import Tasks

/// The sentence that describes a change, in its notice and in the history: a template and its values.
struct ChangeSentence: TemplateView, Hashable {
  static let sentences = ChangeKind.allCases.map { "changes/\($0.rawValue)" }

  static let fields: [String: Field<ChangeSentence>] = [
    "template": .template(among: sentences, \.template),
    "name": .optional(\.name),
    "count": .text { String($0.count) },
    "one": .flag { $0.count == 1 },
    "dated": .optional { $0.dated > 0 ? String($0.dated) : nil },
    "other": .optional(\.other),
    "undo": .optionalAddress(\.undo),
  ]
  let kind: ChangeKind
  private(set) var name: String?
  let count: Int
  /// The number of tasks that were added with a due date.
  let dated: Int
  private(set) var other: String?
  /// The address to post an undo to; nil if the change cannot be undone.
  let undo: String?

  init(_ change: Change) {
    kind = change.kind
    name = change.name
    count = change.count
    dated = change.quickAdd?.dated ?? 0
    other = change.otherName
    undo = change.undoable ? TaskFlow.action(.undo(change.id)) : nil
  }

  /// A copy with names truncated for a label.
  var shortened: ChangeSentence {
    var short = self
    short.name = name.map { ShortText.of($0) }
    short.other = other.map { ShortText.of($0) }
    return short
  }

  var template: String { "changes/\(kind.rawValue)" }
}
