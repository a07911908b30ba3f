/// The state of a screen, or of a region of it: exactly one of these at any time.
///
/// The enum alone distinguishes the states. There is no flag beside it that could contradict it, so a spinner over an
/// error, or an empty list that was never loaded, cannot be represented.
public enum ViewState<Content: Sendable>: Sendable {
  /// Nothing was requested yet. Never treated as empty.
  case unloaded
  /// A load is running and there is no older content; its stage, if the loader reported any.
  case loading(Reason?)
  /// There is content, with the state of its refresh.
  case content(Content, Refresh)
  /// The load succeeded without content; the reason lets the screen offer the next step.
  case empty(Reason)
  /// A state of the screen's own that is none of these: nothing was asked yet, or a job is still running.
  case other(Reason)
  /// The load failed and there is no older content.
  case failed(Failure)
}

/// The state of a refresh behind content that stays on the screen.
///
/// ```swift
/// case .content(let titles, .idle): show(titles)
/// case .content(let titles, .running): show(titles, under: "Refreshing…")
/// case .content(let titles, .failed(let failure)): show(titles, under: words(of: failure))
/// ```
public enum Refresh: Hashable, Sendable {
  /// None is running, and the last one did not fail.
  case idle
  /// One is running; its stage, if the loader reported any.
  case running(Reason?)
  /// The last one failed: the content is the last good copy.
  case failed(Failure)
}

extension ViewState {
  /// The content on the screen, if there is any.
  public var content: Content? {
    switch self {
    case .content(let content, _): content
    case .unloaded, .loading, .empty, .other, .failed: nil
    }
  }

  /// Whether a load is running, with or without content on the screen.
  public var isLoading: Bool {
    switch self {
    case .loading, .content(_, .running): true
    case .unloaded, .content(_, .idle), .content(_, .failed), .empty, .other, .failed: false
    }
  }

  /// The failure that the screen shows, as its only content or as a notice over content.
  public var failure: Failure? {
    switch self {
    case .failed(let failure), .content(_, .failed(let failure)): failure
    case .unloaded, .loading, .content(_, .idle), .content(_, .running), .empty, .other: nil
    }
  }
}

extension ViewState: Equatable where Content: Equatable {}
extension ViewState: Hashable where Content: Hashable {}

/// An event of a load, the input of the reducer ``ViewState/after(_:)``.
///
/// ```swift
/// let loading = ViewState<[String]>.unloaded.after(.started)
/// let empty = loading.after(.ended(.success(.empty("nothing-yet"))))
/// ```
public enum LoadEvent<Content: Sendable>: Sendable {
  /// A load began.
  case started
  /// The running load has reached a stage.
  case progressed(Reason)
  /// The load ended: with content, empty, with a failure, or cancelled.
  case ended(Result<Loaded<Content>, Interruption>)
}

extension ViewState {
  /// The decision table: the state that follows this one after `event`.
  ///
  /// | content | loading | error | shown |
  /// |---|---|---|---|
  /// | yes | no | no | content |
  /// | yes | yes | no | content, refreshing |
  /// | yes | no | yes | content, with a notice of the failure |
  /// | yes | yes | yes | content, refreshing; the old failure is no longer shown |
  /// | no | yes | any | loading |
  /// | no | no | yes | failed |
  /// | no | no | no, loaded | empty |
  /// | no | no | no, never loaded | unloaded |
  ///
  /// The function is total: it answers every event in every state. Progress that arrives after the end of its load
  /// changes nothing. A cancelled load is neither failed nor empty: content stays, and a screen without content is
  /// unloaded again.
  public consuming func after(_ event: LoadEvent<Content>) -> Self {
    switch event {
    case .started: started()
    case .progressed(let progress): progressed(progress)
    case .ended(.success(.content(let content))): .content(content, .idle)
    case .ended(.success(.empty(let reason))): .empty(reason)
    case .ended(.success(.other(let reason))): .other(reason)
    case .ended(.failure(.failed(let failure))): failed(failure)
    case .ended(.failure(.cancelled)): cancelled()
    }
  }

  private consuming func started() -> Self {
    switch consume self {
    case .content(let content, _): .content(content, .running(nil))
    case .unloaded, .loading, .empty, .other, .failed: .loading(nil)
    }
  }

  private consuming func progressed(_ progress: Reason) -> Self {
    switch consume self {
    case .loading: .loading(progress)
    case .content(let content, .running): .content(content, .running(progress))
    case let unchanged: unchanged
    }
  }

  private consuming func failed(_ failure: Failure) -> Self {
    switch consume self {
    case .content(let content, _): .content(content, .failed(failure))
    case .unloaded, .loading, .empty, .other, .failed: .failed(failure)
    }
  }

  private consuming func cancelled() -> Self {
    switch consume self {
    case .loading: .unloaded
    case .content(let content, .running): .content(content, .idle)
    case let unchanged: unchanged
    }
  }
}
