import Synchronization

/// Owns the state of one screen, or of one region of it: starts loads, and presents what becomes of them.
///
/// Every event of a load goes through ``ViewState/after(_:)``, the decision table. The latest load wins: an older one
/// is cancelled, and whatever it still brings is dropped. The same goes for a load that was cancelled, or that missed
/// its deadline; a loader that pays no heed to its cancellation holds up nobody.
///
/// A container that nobody refers to is freed, and its load cancelled. The sequence of a load refers to it, so a reader
/// can iterate `StatefulContainer(…).load()` to its end; the load itself does not, and is cancelled when its sequence
/// is dropped.
///
/// A load is one task, that of its loader. Its times are counted by the clock, without a task where that is an
/// ``TimerScheduler``.
public final class StatefulContainer<Content: Sendable>: Sendable {
  private let content: any StatefulContent<Content>
  private let timing: Timing
  private let clock: any Clock<Duration>
  private let model: Mutex<ContainerModel<Content>>

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
    self.model = Mutex(ContainerModel(state: state))
  }

  deinit {
    model.withLock { $0.load }?.stop()
  }

  /// The state of the screen. It is true at once, before it has been presented.
  public var state: ViewState<Content> { model.withLock { $0.state } }

  /// Starts to load, in place of a load that is under way, whose sequence then ends without a last state.
  /// - Returns: the states to present: none or some that load, then one that doesn't. Dropping it cancels the load.
  public func load() -> ViewStates<Content> {
    let handover = Handover<ViewState<Content>>()
    let id = begin(.reader(handover))
    return ViewStates(handover) {
      self.leave(id)
      handover.close()
    }
  }

  /// Starts to load, in place of a load that is under way, of which nothing more is presented then.
  ///
  /// For who has many containers, and no task to spend on waiting for each.
  /// - Parameter present: called with each state to present, one after the other: none or some that load, then one that
  ///   doesn't. States that come while it is busy are skipped, but for the last. It had better not hold the container.
  public func load(presenting present: @escaping @Sendable (ViewState<Content>) -> Void) {
    begin(.callback(present))
  }

  /// Cancels the load under way, if any. What is presented last is the content that was there before, or
  /// ``ViewState/unloaded``.
  public func cancel() {
    if let id = model.withLock({ $0.load?.id }) {
      end(id, .failure(.cancelled))
    }
  }

  /// Ends the load under way, if any, as failed: content that was there before stays, with a notice of the failure.
  public func fail(_ failure: Failure) {
    if let id = model.withLock({ $0.load?.id }) {
      end(id, .failure(.failed(failure)))
    }
  }

  @discardableResult
  private func begin(_ audience: Audience<Content>) -> Int {
    let (id, overtaken) = model.withLock { model in
      let overtaken = model.load
      model.newest += 1
      let id = model.newest
      model.state = model.state.after(.started)
      model.load = RunningLoad(id: id, audience: audience)
      if timing.delay <= .zero { model.show() }
      return (id, overtaken)
    }
    overtaken?.stop()
    present(id)
    start(id)
    // Of one that was there at once, nothing is counted.
    guard model.withLock({ $0.isLoading(id) }) else { return id }
    if timing.delay > .zero { set(timing.delay, for: id) { $0.show(id) } }
    if let deadline = timing.deadline { set(deadline, for: id) { $0.end(id, .failure(.failed(Failure(.timedOut)))) } }
    return id
  }

  /// Starts the loader, in a task of its own: nobody waits for what it waits for, so nobody waits in vain.
  private func start(_ id: Int) {
    let work: @Sendable () async -> Void = { [weak self, content] in
      do throws(Interruption) {
        let loaded = try await content.load { [weak self] progress in self?.progress(id, progress) }
        self?.end(id, .success(loaded))
      } catch {
        self?.end(id, .failure(error))
      }
    }
    let worker = content.startsImmediately ? Task.immediate(operation: work) : Task(operation: work)
    let isOfUse = model.withLock { $0.keep(worker, for: id) }
    if !isOfUse { worker.cancel() }
  }

  /// Has something done after a while, unless the load has been presented to its end by then.
  private func set(_ time: Duration, for id: Int, _ ring: @escaping @Sendable (StatefulContainer) -> Void) {
    let alarm = clock.alarm(after: time) { [weak self] in
      if let self { ring(self) }
    }
    let isOfUse = model.withLock { $0.keep(alarm, for: id) }
    if !isOfUse { alarm.cancel() }
  }

  private func show(_ id: Int) {
    model.withLock { model in
      if model.isLoading(id) { model.show() }
    }
    present(id)
  }

  private func progress(_ id: Int, _ progress: Progress) {
    model.withLock { model in
      if model.isLoading(id) { model.progress(progress) }
    }
    present(id)
  }

  private func end(_ id: Int, _ result: Result<Loaded<Content>, Interruption>) {
    // Cancelled outside the lock, here and below: a loader's cancellation handler runs at once, and may ask for the
    // state.
    let ended = model.withLock { model in model.isLoading(id) ? model.end(result) : nil }
    ended?.worker?.cancel()
    present(id)
  }

  /// The reader has gone.
  private func leave(_ id: Int) {
    let left = model.withLock { model -> RunningLoad<Content>? in
      if model.isLoading(id) { model.end(.failure(.cancelled)) }
      return model.load?.id == id ? model.load.take() : nil
    }
    left?.stop()
  }

  /// Presents the news there are. One thread at a time does so for a load, and goes on until there are none left: so
  /// they come in order, and nobody is called under the lock.
  private func present(_ id: Int) {
    guard let audience = model.withLock({ $0.beginPresenting(id) }) else { return }
    while let state = model.withLock({ $0.nextNews(id) }) {
      audience.present(state) { [weak self] in
        if state.isLoading { self?.wasSeen(id) }
      }
      if !state.isLoading { model.withLock { $0.forget(id) }?.cancel() }
    }
  }

  /// Somebody has seen that it loads, and is to see that for a while.
  private func wasSeen(_ id: Int) {
    guard timing.minimumDisplay > .zero, model.withLock({ $0.beginDisplay(id) }) else { return }
    set(timing.minimumDisplay, for: id) { container in
      container.model.withLock { $0.endDisplay(id) }
      container.present(id)
    }
  }
}
