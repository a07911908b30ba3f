import StateViews

/// What the template of an empty state is filled with: the facts of its reason.
struct EmptyView: TemplateView {
  static let fields: [String: Field<EmptyView>] = [
    "facts": .facts { ($0.reason, $0.look) }
  ]
  let reason: Reason
  let look: Look
}

/// What the template of a failed state, or of the notice over content whose refresh has failed, is filled with.
struct FailedView: TemplateView {
  static let fields: [String: Field<FailedView>] = [
    "facts": .facts { ($0.failure.reason, $0.look) },
    "request": .optional(\.failure.request),
    "retry": .view(\.retry),
    "wait": .optional(\.wait),
  ]
  let failure: Failure
  let look: Look
  /// Present where a retry can help.
  let retry: RetryForm?

  init(_ failure: Failure, look: Look, retry: FormAction?) {
    self.failure = failure
    self.look = look
    switch failure.retry {
    case .never: self.retry = nil
    case .now, .after: self.retry = retry.map(RetryForm.init)
    }
  }

  /// Seconds to wait before a retry can help.
  private var wait: String? {
    switch failure.retry {
    case .never, .now: nil
    case .after(let duration): String(duration.wholeSeconds)
    }
  }
}

/// What the template of a state that never loaded is filled with.
struct UnloadedView: TemplateView {
  static let fields: [String: Field<UnloadedView>] = ["retry": .view(\.retry)]
  let retry: RetryForm?
}

/// What a skeleton is filled with: nothing but what is known of the region.
struct LoadingView: TemplateView {
  static let fields: [String: Field<LoadingView>] = [:]
}

/// What the words of a status line are filled with: the facts of the stage that a load has reached.
struct StatusView: TemplateView {
  static let fields: [String: Field<StatusView>] = [
    "facts": .facts { ($0.stage, $0.look) }
  ]
  let stage: Reason?
  let look: Look
}

/// A button that tries again.
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
