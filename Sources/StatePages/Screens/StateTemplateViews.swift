import StateViews

/// The view of an empty state, or of one of a screen's own: the facts of its reason.
struct EmptyView: TemplateView {
  static let fields: [String: Field<EmptyView>] = [
    "facts": .facts { ($0.reason, $0.look) }
  ]
  let reason: Reason
  let look: Look
}

/// The view of a failed state, and of the notice that a refresh of content has failed.
struct FailedView: TemplateView {
  static let fields: [String: Field<FailedView>] = [
    "facts": .facts { ($0.failure.reason, $0.look) },
    "kind": .view { KindView(kind: $0.failure.kind) },
    "request": .optional(\.failure.request),
    "retry": .view(\.retry),
    "wait": .optional(\.wait),
  ]
  let failure: Failure
  let look: Look
  /// Present if a retry can help.
  let retry: RetryForm?

  init(_ failure: Failure, look: Look, retry: FormAction?) {
    self.failure = failure
    self.look = look
    switch failure.retry {
    case .never: self.retry = nil
    case .now, .after: self.retry = retry.map(RetryForm.init)
    }
  }

  /// Seconds until a retry can help.
  private var wait: String? {
    switch failure.retry {
    case .never, .now: nil
    case .after(let duration): String(duration.wholeSeconds)
    }
  }
}

/// The kind of a failure, as flags: `{{#kind.not-found}}`.
struct KindView: TemplateView {
  static let fields: [String: Field<KindView>] = Dictionary(
    uniqueKeysWithValues: Failure.Kind.allCases.map { kind in (kind.rawValue, .flag { $0.kind == kind }) })
  let kind: Failure.Kind
}

/// The view of an unloaded state.
struct UnloadedView: TemplateView {
  static let fields: [String: Field<UnloadedView>] = ["retry": .view(\.retry)]
  let retry: RetryForm?
}

/// The view of a skeleton: nothing beside the region's caption.
struct LoadingView: TemplateView {
  static let fields: [String: Field<LoadingView>] = [:]
}

/// The view of a status line: the facts of the load's stage.
struct StatusView: TemplateView {
  static let fields: [String: Field<StatusView>] = [
    "facts": .facts { ($0.stage, $0.look) }
  ]
  let stage: Reason?
  let look: Look
}

/// A retry button.
struct RetryForm: TemplateView {
  static let fields: [String: Field<RetryForm>] = [
    "get": .flag { $0.action.method == .get },
    "action": .address(\.action.path),
    "fields": .rows { $0.action.fields },
  ]
  let action: FormAction
}

extension FormAction.HiddenField: TemplateView {
  /// The tags of a hidden field.
  public static let fields: [String: Field<Self>] = ["name": .text(\.name), "value": .text(\.value)]
}
