/// What a container changes under its lock: the state of the screen, and the load under way.
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
    load?.news = state
  }

  mutating func progress(_ progress: Progress) {
    state = state.after(.progressed(progress))
    switch load?.phase {
    case .shown: load?.news = state
    case .hidden, .ended, nil: break
    }
  }

  @discardableResult
  mutating func end(_ result: Result<Loaded<Content>, Interruption>) -> RunningLoad<Content>? {
    state = state.after(.ended(result))
    load?.phase = .ended
    load?.news = state
    return load
  }

  /// Keeps the task of the loader for as long as it loads; false if it does not.
  mutating func keep(_ worker: Task<Void, Never>, for id: Int) -> Bool {
    guard isLoading(id) else { return false }
    load?.worker = worker
    return true
  }

  /// Keeps an alarm for as long as the load has something to present; false if it has not.
  mutating func keep(_ alarm: ScheduledTimer, for id: Int) -> Bool {
    guard load?.id == id else { return false }
    load?.alarms.append(alarm)
    return true
  }

  /// Lets go of a load that was presented to its end.
  mutating func forget(_ id: Int) -> RunningLoad<Content>? {
    load?.id == id ? load.take() : nil
  }

  /// Whom to present what is new; nil if nothing is, or if somebody else does so.
  mutating func beginPresenting(_ id: Int) -> Audience<Content>? {
    guard let load, load.id == id, load.hasNews, !load.isPresenting else { return nil }
    self.load?.isPresenting = true
    return load.audience
  }

  /// What is new; nil ends the presenting.
  mutating func nextNews(_ id: Int) -> ViewState<Content>? {
    guard let load, load.id == id else { return nil }
    guard load.hasNews else {
      self.load?.isPresenting = false
      return nil
    }
    return self.load?.news.take()
  }

  /// Whether it is to be seen for a while, from now on, that it loads.
  mutating func beginDisplay(_ id: Int) -> Bool {
    guard let load, load.id == id else { return false }
    switch load.display {
    case .none: self.load?.display = .lasting
    case .lasting, .over: return false
    }
    return true
  }

  mutating func endDisplay(_ id: Int) {
    if load?.id == id { load?.display = .over }
  }
}

extension RunningLoad {
  /// Whether there is something that may be presented: the end of a load that is to be seen still may not.
  fileprivate var hasNews: Bool {
    guard news != nil else { return false }
    return switch (phase, display) {
    case (.ended, .lasting): false
    case (.ended, .none), (.ended, .over), (.hidden, _), (.shown, _): true
    }
  }
}
