/// A load under way, and what is to be presented of it.
struct RunningLoad<Content: Sendable>: Sendable {
  enum Phase { case hidden, shown, ended }
  /// Whether it was seen that it loads, and is to be seen still.
  enum Display { case none, lasting, over }

  let id: Int
  let audience: Audience<Content>
  /// The task of the loader; nil while that starts.
  var worker: Task<Void, Never>?
  var alarms: [ScheduledTimer] = []
  var phase = Phase.hidden
  var display = Display.none
  /// The newest state, where it was not presented.
  var news: ViewState<Content>?
  var isPresenting = false

  init(id: Int, audience: Audience<Content>) {
    self.id = id
    self.audience = audience
  }

  /// Ends the work, and the counting of time.
  func cancel() {
    worker?.cancel()
    for alarm in alarms { alarm.cancel() }
  }

  /// Ends all of it at once; nothing more is presented.
  func stop() {
    audience.close()
    cancel()
  }
}

/// Who is shown the states of a load.
enum Audience<Content: Sendable>: Sendable {
  case reader(Handover<ViewState<Content>>)
  case callback(@Sendable (ViewState<Content>) -> Void)

  /// - Parameter seen: called when it was seen, which may take a reader their time.
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
