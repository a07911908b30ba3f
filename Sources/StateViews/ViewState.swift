/// What one screen, or one region of it, shows: exactly one of these at any time.
///
/// The states are told apart by the enum alone. There is no flag beside it that could contradict it, so a spinner over an
/// error, or an empty list that was never loaded, cannot be written down.
public enum ViewState<Content: Sendable>: Sendable {
  /// Nothing was asked for yet. Never taken for empty.
  case unloaded
  /// A load is under way and there is nothing older to show; how far it is, where the loader told.
  case loading(Progress?)
  /// There is content, and what a refresh of it is doing.
  case content(Content, Refresh)
  /// The load ended well and brought nothing; why, so that the screen can offer the next step.
  case empty(Reason)
  /// The load failed and there is nothing older to show.
  case failed(Failure)
}

/// What a refresh does behind content that stays on the screen.
public enum Refresh: Hashable, Sendable {
  /// None is under way, and the last one did not fail.
  case idle
  /// One is under way; how far it is, where the loader told.
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

  /// Whether a load is under way, with or without content on the screen.
  public var isLoading: Bool {
    switch self {
    case .loading, .content(_, .running): true
    case .unloaded, .content(_, .idle), .content(_, .failed), .empty, .failed: false
    }
  }

  /// The failure that the screen tells of, whole or as a notice over content.
  public var failure: Failure? {
    switch self {
    case .failed(let failure), .content(_, .failed(let failure)): failure
    case .unloaded, .loading, .content(_, .idle), .content(_, .running), .empty: nil
    }
  }
}

extension ViewState: Equatable where Content: Equatable {}
extension ViewState: Hashable where Content: Hashable {}
