/// The state of a screen, or of a region of it: exactly one of these at any time.
///
/// The enum alone distinguishes the states. There is no flag beside it that could contradict it, so a spinner over an
/// error, or an empty list that was never loaded, cannot be represented.
public enum ViewState<Content: Sendable>: Sendable {
  /// Nothing was requested yet. Never treated as empty.
  case unloaded
  /// A load is running and there is no older content; its progress, if the loader reported any.
  case loading(Progress?)
  /// There is content, with the state of its refresh.
  case content(Content, Refresh)
  /// The load succeeded without content; the reason lets the screen offer the next step.
  case empty(Reason)
  /// The load failed and there is no older content.
  case failed(Failure)
}

/// The state of a refresh behind content that stays on the screen.
public enum Refresh: Hashable, Sendable {
  /// None is running, and the last one did not fail.
  case idle
  /// One is running; its progress, if the loader reported any.
  case running(Progress?)
  /// The last one failed: the content is the last good copy.
  case failed(Failure)
}

extension ViewState {
  /// The content on the screen, if there is any.
  public var content: Content? {
    switch self {
    case .content(let content, _): content
    case .unloaded, .loading, .empty, .failed: nil
    }
  }

  /// Whether a load is running, with or without content on the screen.
  public var isLoading: Bool {
    switch self {
    case .loading, .content(_, .running): true
    case .unloaded, .content(_, .idle), .content(_, .failed), .empty, .failed: false
    }
  }

  /// The failure that the screen shows, as its only content or as a notice over content.
  public var failure: Failure? {
    switch self {
    case .failed(let failure), .content(_, .failed(let failure)): failure
    case .unloaded, .loading, .content(_, .idle), .content(_, .running), .empty: nil
    }
  }
}

extension ViewState: Equatable where Content: Equatable {}
extension ViewState: Hashable where Content: Hashable {}
