import StatePages

/// What was done just now, as a page tells it at its foot and in its title: a change, or another deed.
struct Notice: TemplateView, Hashable {
  static let sentences = ChangeSentence.sentences + Deed.allCases.map(\.template)

  static let fields: [String: Field<Notice>] = [
    "template": .template(among: sentences, \.template),
    "name": .optional(\.change?.name),
    "count": .optional { $0.change.map { String($0.count) } },
    "one": .flag { $0.change?.count == 1 },
    "other": .optional(\.change?.other),
    "undo": .optionalAddress(\.change?.undo),
  ]
  private let template: String
  private let change: ChangeSentence?

  /// A change; the notice offers to undo it where that is possible.
  init(_ change: ChangeSentence) {
    template = change.template
    self.change = change
  }

  /// Something that changed no list and has no way back.
  init(_ deed: Deed) {
    template = deed.template
    change = nil
  }
}

/// What is told once it is done though it is no change of a list.
enum Deed: String, CaseIterable, Hashable, Sendable {
  case settingsSaved = "settings-saved"
  case passwordChanged = "password-changed"
  /// A session elsewhere was ended.
  case sessionEnded = "session-ended"
  /// All sessions elsewhere were ended.
  case sessionsEnded = "sessions-ended"

  fileprivate var template: String { "notices/\(rawValue)" }
}
