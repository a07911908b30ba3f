/// The mutable state of a container, guarded by its lock: the state of the screen and the running load.
struct ContainerModel<Content: Sendable>: Sendable {
  var state: ViewState<Content>
  var load: RunningLoad<Content>?
  var newest = 0

  init(state: ViewState<Content>) {
    self.state = state
  }

  func isLoading(_ id: Int) -> Bool {
    guard let load, load.id == id else { return false }
    return switch load.phase {
    case .hidden, .shown: true
    case .ended: false
    }
  }

  mutating func show() {
    load?.phase = .shown
    load?.unread = state
  }

  mutating func progress(_ progress: Progress) {
    state = state.after(.progressed(progress))
    switch load?.phase {
    case .shown: load?.unread = state
    case .hidden, .ended, nil: break
    }
  }

  @discardableResult
  mutating func end(_ result: Result<Loaded<Content>, Interruption>) -> RunningLoad<Content>? {
    state = state.after(.ended(result))
    load?.phase = .ended
    load?.unread = state
    return load
  }

  /// Stores the loader's task while the load runs; returns false if it no longer does.
  mutating func keep(_ worker: Task<Void, Never>, for id: Int) -> Bool {
    guard isLoading(id) else { return false }
    load?.worker = worker
    return true
  }

  /// Stores a timer while the load has a state to present; returns false if the load was replaced or presented.
  mutating func keep(_ alarm: ScheduledTimer, for id: Int) -> Bool {
    guard load?.id == id else { return false }
    load?.alarms.append(alarm)
    return true
  }

  /// Removes and returns a load after its last state was presented.
  mutating func forget(_ id: Int) -> RunningLoad<Content>? {
    load?.id == id ? load.take() : nil
  }

  /// Presents a state; nil if there is none to present, or if another thread is presenting.
  mutating func beginPresenting(_ id: Int) -> (@Sendable (ViewState<Content>) -> Void)? {
    guard let load, load.id == id, load.unread != nil, !load.isPresenting else { return nil }
    self.load?.isPresenting = true
    return load.present
  }

  /// The next state to present; nil ends the presentation.
  mutating func nextNews(_ id: Int) -> ViewState<Content>? {
    guard let load, load.id == id else { return nil }
    guard load.unread != nil else {
      self.load?.isPresenting = false
      return nil
    }
    return self.load?.unread.take()
  }
}
