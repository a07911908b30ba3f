import StatePages
import StateViews
import TaskStore

/// What was done just now, as a page tells it at its foot and in its title: a change, another deed, or that nothing was saved.
struct Notice: TemplateView, Hashable {
  static let sentences =
    ChangeSentence.sentences + CompletedAction.allCases.map(\.template) + refusals.map { refusal($0) }

  static let fields: [String: Field<Notice>] = [
    "template": .template(among: sentences, \.template),
    "name": .optional(\.change?.name),
    "count": .optional { $0.change.map { String($0.count) } },
    "one": .flag { $0.change?.count == 1 },
    "other": .optional(\.change?.other),
    "undo": .optionalAddress(\.change?.undo),
    "failed": .flag { $0.template.hasPrefix(refusal("")) },
    "retry": .view(\.retry),
    "request": .optional(\.request),
  ]
  /// Why something was not saved, by the reasons of ``Unavailable/writeReason``.
  static let refusals = Unavailable.allCases.map(\.writeReason).reduce(into: [String]()) { reasons, reason in
    if !reasons.contains(reason) { reasons.append(reason) }
  }
  private static func refusal(_ reason: String) -> String { "notices/not-saved/\(reason)" }

  private let template: String
  private let change: ChangeSentence?
  private var retry: NoticeRetry?
  private var request: String?

  /// A change; the notice offers to undo it where that is possible.
  init(_ change: ChangeSentence) {
    template = change.template
    self.change = change
  }

  /// Something that changed no list and has no way back.
  init(_ deed: CompletedAction) {
    template = deed.template
    change = nil
  }

  /// Something that was not saved; the notice offers to send it again.
  init(_ refusal: FailedAction) {
    template = Self.refusal(refusal.failure.reason.name)
    change = nil
    retry = refusal.retry.map { NoticeRetry(action: $0) }
    request = refusal.failure.request
  }
}

/// The button that sends the same again.
struct NoticeRetry: TemplateView, Hashable {
  static let fields: [String: Field<NoticeRetry>] = [
    "action": .address(\.action.path), "fields": .rows(\.action.fields),
  ]
  let action: FormAction
}

/// What is told once it is done though it is no change of a list.
enum CompletedAction: String, CaseIterable, Hashable, Sendable {
  case settingsSaved = "settings-saved"
  case passwordChanged = "password-changed"
  /// A session elsewhere was ended.
  case sessionEnded = "session-ended"
  /// All sessions elsewhere were ended.
  case sessionsEnded = "sessions-ended"

  fileprivate var template: String { "notices/\(rawValue)" }
}
