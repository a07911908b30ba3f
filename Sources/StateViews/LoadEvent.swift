/// An event of a load, the input of the reducer ``ViewState/after(_:)``.
public enum LoadEvent<Content: Sendable>: Sendable {
  /// A load began.
  case started
  /// The running load reported its progress.
  case progressed(Progress)
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
    case .ended(.failure(.failed(let failure))): failed(failure)
    case .ended(.failure(.cancelled)): cancelled()
    }
  }

  private consuming func started() -> Self {
    switch consume self {
    case .content(let content, _): .content(content, .running(nil))
    case .unloaded, .loading, .empty, .failed: .loading(nil)
    }
  }

  private consuming func progressed(_ progress: Progress) -> Self {
    switch consume self {
    case .loading: .loading(progress)
    case .content(let content, .running): .content(content, .running(progress))
    case let unchanged: unchanged
    }
  }

  private consuming func failed(_ failure: Failure) -> Self {
    switch consume self {
    case .content(let content, _): .content(content, .failed(failure))
    case .unloaded, .loading, .empty, .failed: .failed(failure)
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
