/// A running load, and what is still to be presented of it.
struct RunningLoad<Content: Sendable>: Sendable {
  enum Phase { case hidden, shown, ended }
  /// The minimum display of the loading state: not begun, running, or finished.
  enum Display { case none, lasting, over }

  let id: Int
  let audience: Audience<Content>
  /// The task of the loader; nil until it has started.
  var worker: Task<Void, Never>?
  var alarms: [ScheduledTimer] = []
  var phase = Phase.hidden
  var display = Display.none
  /// The newest state, if it was not presented yet.
  var news: ViewState<Content>?
  var isPresenting = false

  init(id: Int, audience: Audience<Content>) {
    self.id = id
    self.audience = audience
  }

  /// Cancels the loader and the timers.
  func cancel() {
    worker?.cancel()
    for alarm in alarms { alarm.cancel() }
  }

  /// Cancels the load and closes its audience; nothing more is presented.
  func stop() {
    audience.close()
    cancel()
  }
}

/// The receiver of a load's states.
enum Audience<Content: Sendable>: Sendable {
  case reader(Handover<ViewState<Content>>)
  case callback(@Sendable (ViewState<Content>) -> Void)

  /// - Parameter seen: called when the reader has taken the state, which may be later.
  func present(_ state: ViewState<Content>, seen: @escaping @Sendable () -> Void) {
    switch self {
    case .reader(let handover):
      handover.offer(state, isLast: !state.isLoading, taken: seen)
    case .callback(let present):
      present(state)
      seen()
    }
  }

  func close() {
    switch self {
    case .reader(let handover): handover.close()
    case .callback: break
    }
  }
}
