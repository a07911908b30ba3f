/// Owns the state of a screen, or of a region of it: starts loads and presents their states.
///
/// ```swift
/// let container = StatefulContainer(tasks, timing: Timing(delay: .milliseconds(150), deadline: .seconds(20)))
/// for await state in container.load() { show(state) }
/// ```
///
/// Every event of a load goes through ``ViewState/after(_:)``, the decision table. The latest load wins: an older one
/// is cancelled, and its later events are dropped. The same applies to a load that was cancelled or missed its
/// deadline. A loader that ignores cancellation blocks no caller.
///
/// A container without references is freed, and its load cancelled. The sequence of a load retains the container, so a
/// reader can iterate `StatefulContainer(…).load()` to its end. The load itself does not retain it, and is cancelled
/// when its sequence is dropped.
///
/// A load is one task, that of its loader. Its timers are the clock's, without a task where the clock is a
/// `TimerScheduler`.
public final class StatefulContainer<Content: Sendable>: Sendable {
  private let content: any StatefulContent<Content>
  private let timing: Timing
  private let clock: any Clock<Duration>
  private let model: Lock<ContainerModel<Content>>

  /// Creates a container that does not load yet.
  /// - Parameters:
  ///   - content: the content to load.
  ///   - state: the initial state. With a last good copy as content, loading becomes a refresh of it.
  ///   - timing: when the loading state is shown, and the deadline.
  ///   - clock: the clock of `timing`.
  public init(
    _ content: some StatefulContent<Content>, from state: ViewState<Content> = .unloaded, timing: Timing = .immediate,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.content = content
    self.timing = timing
    self.clock = clock
    self.model = Lock(ContainerModel(state: state))
  }

  deinit { model.withLock { $0.load }?.stop() }

  /// The state of the screen. It is current at once, before it has been presented.
  public var state: ViewState<Content> { model.withLock { $0.state } }

  /// Starts a load and supersedes a running one, whose sequence ends without a final state.
  ///
  /// A slow reader skips outdated states, but never the final one.
  /// - Returns: the states to present: any number of loading states, then one final state. The load is cancelled when
  ///   its reader is, or when the sequence and its iterator are dropped.
  public func load() -> AsyncStream<ViewState<Content>> {
    let (states, continuation) = AsyncStream.makeStream(
      of: ViewState<Content>.self, bufferingPolicy: .bufferingNewest(1))
    let id = begin { state in
      continuation.yield(state)
      if !state.isLoading { continuation.finish() }
    } closing: {
      continuation.finish()
    }
    continuation.onTermination = { _ in self.leave(id) }
    return states
  }

  /// Starts a load and supersedes a running one: the older load's states are no longer presented.
  ///
  /// For callers with many containers, which can't afford a waiting task for each.
  /// - Parameter present: called with each state to present, one at a time: any number of loading states, then one
  ///   final state. States that arrive during a call are skipped, except the last. Should not retain the container.
  public func load(presenting present: @escaping @Sendable (ViewState<Content>) -> Void) {
    begin(presenting: present, closing: {})
  }

  /// Cancels the running load, if any. The last state presented is the content from before, or ``ViewState/unloaded``.
  public func cancel() {
    if let id = model.withLock({ $0.load?.id }) { end(id, .failure(.cancelled), atOnce: true) }
  }

  /// Ends the running load, if any, as failed: content from before stays, with a notice of the failure.
  public func fail(_ failure: Failure) {
    if let id = model.withLock({ $0.load?.id }) { end(id, .failure(.failed(failure)), atOnce: true) }
  }

  @discardableResult private func begin(
    presenting present: @escaping @Sendable (ViewState<Content>) -> Void, closing close: @escaping @Sendable () -> Void
  ) -> Int {
    let (id, overtaken) = model.withLock { model in
      let overtaken = model.load
      model.newest += 1
      let id = model.newest
      model.state = model.state.after(.started)
      model.load = RunningLoad(id: id, present: present, close: close)
      if timing.delay <= .zero { model.show(holding: timing.minimum > .zero) }
      return (id, overtaken)
    }
    overtaken?.stop()
    self.present(id)
    if timing.delay <= .zero { hold(id) }
    start(id)
    // Already finished: no timers needed.
    guard model.withLock({ $0.isLoading(id) }) else { return id }
    if timing.delay > .zero { set(timing.delay, for: id) { $0.show(id) } }
    if let deadline = timing.deadline { set(deadline, for: id) { $0.end(id, .failure(.failed(Failure(.timedOut)))) } }
    return id
  }

  /// Starts the loader. Unstructured, so a loader that ignores cancellation blocks no caller.
  private func start(_ id: Int) {
    let work: @Sendable () async -> Void = { [weak self, content] in
      do throws(Interruption) {
        let loaded = try await content.load { [weak self] progress in self?.progress(id, progress) }
        self?.end(id, .success(loaded))
      } catch {
        self?.end(id, .failure(error))
      }
    }
    let worker: Task<Void, Never>
    if content.startsImmediately, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      worker = Task.immediate(executorPreference: LoadExecutor.current, operation: work)
    } else {
      worker = Task(operation: work)
    }
    let isOfUse = model.withLock { $0.keep(worker, for: id) }
    if !isOfUse { worker.cancel() }
  }

  /// Schedules `ring` for this load, unless its last state was presented by then.
  private func set(_ time: Duration, for id: Int, _ ring: @escaping @Sendable (StatefulContainer) -> Void) {
    let alarm = clock.alarm(after: time) { [weak self] in
      if let self { ring(self) }
    }
    let isOfUse = model.withLock { $0.keep(alarm, for: id) }
    if !isOfUse { alarm.cancel() }
  }

  private func show(_ id: Int) {
    model.withLock { model in
      if model.isLoading(id) { model.show(holding: timing.minimum > .zero) }
    }
    present(id)
    hold(id)
  }

  /// Lets the loading state stay for its minimum: what the load ends with is presented afterwards.
  private func hold(_ id: Int) {
    guard timing.minimum > .zero else { return }
    set(timing.minimum, for: id) { container in
      container.model.withLock { $0.release(id) }
      container.present(id)
    }
  }

  private func progress(_ id: Int, _ progress: Reason) {
    model.withLock { model in
      if model.isLoading(id) { model.progress(progress) }
    }
    present(id)
  }

  /// - Parameter atOnce: whether the loading state ends before its minimum.
  private func end(_ id: Int, _ result: Result<Loaded<Content>, Interruption>, atOnce: Bool = false) {
    // Cancelled outside the lock, here and below: a loader's cancellation handler runs at once, and may read the state.
    let ended = model.withLock { model -> RunningLoad<Content>? in
      if atOnce { model.release(id) }
      return model.isLoading(id) ? model.end(result) : nil
    }
    ended?.worker?.cancel()
    present(id)
  }

  /// Cancels the load because its reader stopped iterating.
  private func leave(_ id: Int) {
    let left = model.withLock { model -> RunningLoad<Content>? in
      if model.isLoading(id) { model.end(.failure(.cancelled)) }
      return model.load?.id == id ? model.load.take() : nil
    }
    left?.stop()
  }

  /// Presents pending states. One thread at a time does so for a load, until none are left. So states are presented in
  /// order, and no callback runs under the lock.
  private func present(_ id: Int) {
    guard let present = model.withLock({ $0.beginPresenting(id) }) else { return }
    while let state = model.withLock({ $0.nextNews(id) }) {
      present(state)
      if !state.isLoading { model.withLock { $0.forget(id) }?.cancel() }
    }
  }
}

/// The mutable state of a container, guarded by its lock: the state of the screen and the running load.
struct ContainerModel<Content: Sendable>: Sendable {
  var state: ViewState<Content>
  var load: RunningLoad<Content>?
  var newest = 0

  init(state: ViewState<Content>) { self.state = state }

  func isLoading(_ id: Int) -> Bool {
    guard let load, load.id == id else { return false }
    return switch load.phase {
    case .hidden, .shown: true
    case .ended: false
    }
  }

  mutating func show(holding isHeld: Bool) {
    load?.phase = .shown
    load?.isHeld = isHeld
    load?.unread = state
  }

  /// Ends the time for which the loading state stays. A load that has ended meanwhile is presented.
  mutating func release(_ id: Int) {
    guard load?.id == id, load?.isHeld == true else { return }
    load?.isHeld = false
    if load?.phase == .ended { load?.unread = state }
  }

  mutating func progress(_ progress: Reason) {
    state = state.after(.progressed(progress))
    switch load?.phase {
    case .shown: load?.unread = state
    case .hidden, .ended, nil: break
    }
  }

  @discardableResult mutating func end(_ result: Result<Loaded<Content>, Interruption>) -> RunningLoad<Content>? {
    state = state.after(.ended(result))
    load?.phase = .ended
    if load?.isHeld == false { load?.unread = state }
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
  mutating func forget(_ id: Int) -> RunningLoad<Content>? { load?.id == id ? load.take() : nil }

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
