/// A running load, and what is still to be presented of it.
struct RunningLoad<Content: Sendable>: Sendable {
  enum Phase { case hidden, shown, ended }

  let id: Int
  let present: @Sendable (ViewState<Content>) -> Void
  /// Reports that the load was stopped and presents nothing more.
  let close: @Sendable () -> Void
  /// The task of the loader; nil until it has started.
  var worker: Task<Void, Never>?
  var alarms: [ScheduledTimer] = []
  var phase = Phase.hidden
  /// Whether the loading state was presented so shortly ago that it stays.
  var isHeld = false
  /// The newest state, if it was not presented yet.
  var unread: ViewState<Content>?
  var isPresenting = false

  init(id: Int, present: @escaping @Sendable (ViewState<Content>) -> Void, close: @escaping @Sendable () -> Void) {
    self.id = id
    self.present = present
    self.close = close
  }

  func cancel() {
    worker?.cancel()
    for alarm in alarms { alarm.cancel() }
  }

  /// Cancels the load; nothing more is presented.
  func stop() {
    close()
    cancel()
  }
}
