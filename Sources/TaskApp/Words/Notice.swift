import StatePages
import StateViews
import TaskStore

/// The outcome of the previous form, shown at the foot of a page and in its title: a change, another action, or a failed write.
struct Notice: TemplateView, Hashable {
  static let sentences =
    ChangeSentence.sentences + CompletedAction.allCases.map(\.template) + refusals.map { refusal($0) }

  static let fields: [String: Field<Notice>] = [
    "template": .template(among: sentences, \.template),
    "name": .optional(\.change?.name),
    "count": .number { notice in notice.change?.count },
    "lists": .number { notice in notice.change?.lists },
    "savedToo": .flag { $0.change?.isSavedToo == true },
    "undidToo": .flag { $0.change?.isUndoneToo == true },
    "tags": .view { $0.change?.tags },
    "dated": .numeral { notice in notice.change.flatMap { $0.dated > 0 ? $0.dated : nil } },
    "other": .optional(\.change?.other),
    "day": .view { $0.change?.day },
    "app": .optional(\.change?.app), "member": .optional(\.change?.member), "undo": .optionalForm(\.change?.undo),
    "redoes": .flag { $0.change?.isRedoable == true }, "from": .optional(\.from),
    "editing": .flag(\.isOnTask),
    "failed": .flag { $0.template.hasPrefix(refusal("")) },
    "retry": .view(\.retry), "request": .optional(\.request),
  ]
  /// The reasons of failed writes: all values of ``Unavailable/writeReason``, without duplicates.
  static let refusals = Unavailable.allCases.map(\.writeReason).reduce(into: [String]()) { reasons, reason in
    if !reasons.contains(reason) { reasons.append(reason) }
  }
  private static func refusal(_ reason: String) -> String { "words/not-saved.\(reason)" }

  private let template: String
  private let change: ChangeSentence?
  /// The page to return to after an undo; nil for the place that shows its effect.
  private var from: String?
  /// Whether the page has the form of a task, which its undo button sends along.
  private var isOnTask = false
  private var retry: NoticeRetry?
  private var request: String?

  /// A change, with an undo button if it can be undone.
  /// - Parameters:
  ///   - from: the page that shows the effect of an undo; nil for its own place.
  ///   - isOnTask: whether the page has the form of a task.
  init(_ change: ChangeSentence, from: String? = nil, isOnTask: Bool = false) {
    template = change.template
    self.change = change
    (self.from, self.isOnTask) = (from, isOnTask)
  }

  /// An action that changed no list and cannot be undone.
  init(_ action: CompletedAction) {
    template = action.template
    change = nil
  }

  /// A failed write, with a retry button if its form can be sent again.
  init(_ refusal: RefusedForm) {
    template = Self.refusal(refusal.failure.reason.name)
    change = nil
    retry = refusal.retry.map { NoticeRetry(action: $0) }
    request = refusal.failure.request
  }
}

/// A button that submits the same form again.
struct NoticeRetry: TemplateView, Hashable {
  static let fields: [String: Field<NoticeRetry>] = [
    "action": .address(\.action.path), "fields": .rows(\.action.fields),
  ]
  let action: FormAction
}

enum CompletedAction: String, CaseIterable, Hashable, Sendable {
  case settingsSaved = "settings-saved"
  case passwordChanged = "password-changed"
  case sessionEnded = "session-ended"
  case sessionsEnded = "sessions-ended"

  /// The page of the settings that shows its effect.
  var topic: SettingsTopic {
    switch self {
    case .settingsSaved: .display
    case .passwordChanged, .sessionEnded, .sessionsEnded: .account
    }
  }

  fileprivate var template: String { "words/notice.\(rawValue)" }
}
