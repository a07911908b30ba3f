import Synchronization

/// Owns the state of one screen, or of one region of it: starts loads, and presents what becomes of them.
///
/// Every event of a load goes through ``ViewState/after(_:)``, the decision table. The latest load wins: an older one
/// is cancelled, and whatever it still brings is dropped. The same goes for a load that was cancelled, or that missed
/// its deadline; a loader that pays no heed to its cancellation holds up nobody.
///
/// A container that nobody refers to is freed. The sequence of a load refers to it, so a reader can iterate
/// `StatefulContainer(…).load()` to its end; the load itself does not, and is cancelled when its sequence is dropped.
public final class StatefulContainer<Content: Sendable>: Sendable {
  private let content: any StatefulContent<Content>
  private let timing: Timing
  private let clock: any Clock<Duration>
  private let model: Mutex<Model>

  /// A container that loads nothing yet.
  /// - Parameters:
  ///   - content: what it loads.
  ///   - state: what the screen shows already. A last good copy goes in as content, and loading becomes a refresh of
  ///     it.
  ///   - timing: when loading is shown, for how long at least, and when it is given up.
  ///   - clock: the clock that `timing` is counted in.
  public init(
    _ content: some StatefulContent<Content>,
    from state: ViewState<Content> = .unloaded,
    timing: Timing = .immediate,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.content = content
    self.timing = timing
    self.clock = clock
    self.model = Mutex(Model(state: state))
  }

  /// The state of the screen. It is true at once, before it has been presented.
  public var state: ViewState<Content> { model.withLock { $0.state } }

  /// Starts to load, in place of a load that is under way, whose sequence then ends without a last state.
  /// - Returns: the states to present: none or some that load, then one that doesn't. Dropping it cancels the load.
  public func load() -> ViewStates<Content> {
    let handover = Handover<ViewState<Content>>()
    let (id, overtaken) = model.withLock { model in
      let (states, inbox) = AsyncStream.makeStream(of: ViewState<Content>.self, bufferingPolicy: .bufferingNewest(1))
      let overtaken = model.load
      model.newest += 1
      let id = model.newest
      model.state = model.state.after(.started)
      model.load = Load(
        id: id,
        inbox: inbox,
        handover: handover,
        worker: work(on: id),
        presenter: present(states, of: id, by: handover, clock: clock)
      )
      if timing.delay <= .zero { model.show() }
      return (id, overtaken)
    }
    overtaken?.stop()
    return ViewStates(handover) { self.leave(id) }
  }

  /// Cancels the load under way, if any. Its sequence ends with the content that was there before, or
  /// ``ViewState/unloaded``.
  public func cancel() {
    if let id = model.withLock({ $0.load?.id }) {
      end(id, .failure(.cancelled))
    }
  }

  /// Runs the loader in a task of its own: nobody ever waits for it, so nobody waits in vain.
  private func work(on id: Int) -> Task<Void, Never> {
    Task { [weak self, content] in
      do throws(Interruption) {
        let loaded = try await content.load { [weak self] progress in self?.progress(id, progress) }
        self?.end(id, .success(loaded))
      } catch {
        self?.end(id, .failure(error))
      }
    }
  }

  /// Presents the states of a load, and watches its times.
  private func present<C: Clock<Duration>>(
    _ states: AsyncStream<ViewState<Content>>, of id: Int, by handover: Handover<ViewState<Content>>, clock: C
  ) -> Task<Void, Never> {
    let start = clock.now
    return Task { [weak self, timing] in
      await withDiscardingTaskGroup { group in
        if timing.delay > .zero {
          group.addTask { [weak self] in
            if await clock.reached(start.advanced(by: timing.delay)) { self?.show(id) }
          }
        }
        if let deadline = timing.deadline {
          group.addTask { [weak self] in
            guard await clock.reached(start.advanced(by: deadline)) else { return }
            self?.end(id, .failure(.failed(Failure(.timedOut))))
          }
        }
        await handover.present(states, minimumDisplay: timing.minimumDisplay, clock: clock)
        group.cancelAll()
      }
    }
  }

  private func show(_ id: Int) {
    model.withLock { model in
      if model.isLoading(id) { model.show() }
    }
  }

  private func progress(_ id: Int, _ progress: Progress) {
    model.withLock { model in
      if model.isLoading(id) { model.progress(progress) }
    }
  }

  private func end(_ id: Int, _ result: Result<Loaded<Content>, Interruption>) {
    // Cancelled outside the lock, here and below: a loader's cancellation handler runs at once, and may ask for the
    // state.
    let ended = model.withLock { model in model.isLoading(id) ? model.end(result) : nil }
    ended?.worker.cancel()
  }

  /// The reader has gone.
  private func leave(_ id: Int) {
    let left = model.withLock { model -> Load? in
      if model.isLoading(id) { model.end(.failure(.cancelled)) }
      return model.load?.id == id ? model.load.take() : nil
    }
    left?.stop()
  }
}

extension StatefulContainer {
  private struct Model: Sendable {
    var state: ViewState<Content>
    var load: Load?
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
      load?.inbox.yield(state)
    }

    mutating func progress(_ progress: Progress) {
      state = state.after(.progressed(progress))
      switch load?.phase {
      case .shown: load?.inbox.yield(state)
      case .hidden, .ended, nil: break
      }
    }

    @discardableResult
    mutating func end(_ result: Result<Loaded<Content>, Interruption>) -> Load? {
      state = state.after(.ended(result))
      load?.phase = .ended
      load?.inbox.yield(state)
      load?.inbox.finish()
      return load
    }
  }

  private struct Load: Sendable {
    let id: Int
    /// The states on their way to the presenter, of which the newest is enough.
    let inbox: AsyncStream<ViewState<Content>>.Continuation
    let handover: Handover<ViewState<Content>>
    let worker: Task<Void, Never>
    let presenter: Task<Void, Never>
    var phase = Phase.hidden

    enum Phase { case hidden, shown, ended }

    /// Ends all of it at once; nothing more is presented.
    func stop() {
      handover.close()
      worker.cancel()
      presenter.cancel()
    }
  }
}

extension Handover {
  /// Presents `states` one after the other. The end of a load that was seen comes no sooner than `minimumDisplay` after
  /// its beginning.
  fileprivate func present<Content, C: Clock<Duration>>(
    _ states: AsyncStream<ViewState<Content>>, minimumDisplay: Duration, clock: C
  ) async where Value == ViewState<Content> {
    let machine = ViewStateMachine<ViewState<Content>>([:]) { state in
      if let state { await self.give(state) }
    }
    var staysUntil: C.Instant?
    for await state in states {
      if !state.isLoading, let staysUntil { await clock.reached(staysUntil) }
      machine.setView(state, for: state.name)
      await machine.transition(to: .view(state.name))
      if state.isLoading, staysUntil == nil { staysUntil = clock.now.advanced(by: minimumDisplay) }
    }
    close()
  }
}
