import Synchronization
import TaskFormats
import Tasks

/// Tracks the progress of a fetch, and reports it to the caller.
final class ProgressReporter: Sendable {
  private struct State {
    var stage = FetchStage.connecting
    var received = 0
    var reported = 0
    var attempt = 1
    /// Whether ``FetchProgress/connecting`` (once per fetch) and ``FetchProgress/waiting`` (once per attempt) were reported.
    var hasToldConnecting = false
    var hasToldWaiting = false
    /// When bytes of a response last arrived.
    var arrival: ContinuousClock.Instant?
  }

  /// The number of bytes between two reports.
  private static let step = 16 * 1024

  private let state = Mutex(State())
  private let stall: Duration
  private let progress: @Sendable (FetchProgress) -> Void

  /// - Parameters:
  ///   - stall: the longest time without bytes before a response counts as stalled.
  ///   - progress: called with each report, from any thread.
  init(stall: Duration = .seconds(5), _ progress: @escaping @Sendable (FetchProgress) -> Void) {
    self.stall = stall
    self.progress = progress
  }

  var stage: FetchStage { state.withLock { $0.stage } }

  /// The stage to report for a timeout; distinguishes a slow response from a stalled one and from none.
  var lateStage: FetchStage {
    state.withLock { state in
      switch (state.stage, state.arrival) {
      case (.connecting, _): .connecting
      case (_, let arrival?): ContinuousClock.now - arrival > stall ? .stalled : .receiving
      case (.waiting, nil): .waiting
      case (.receiving, nil), (.stalled, nil): .stalled
      }
    }
  }

  func connecting() {
    let isFirst = state.withLock { state in
      let isFirst = state.attempt == 1 && !state.hasToldConnecting
      state = State(attempt: state.attempt, hasToldConnecting: true, hasToldWaiting: state.hasToldWaiting)
      return isFirst
    }
    // On later attempts, the retry message was just reported and stays visible.
    if isFirst { progress(.connecting) }
  }

  func waiting() {
    let isFirst = state.withLock { state in
      state.stage = .waiting
      defer { state.hasToldWaiting = true }
      return !state.hasToldWaiting
    }
    if isFirst { progress(.waiting) }
  }

  func receiving() { state.withLock { $0.stage = .receiving } }

  /// Records that bytes of a response arrived.
  func arrived() { state.withLock { $0.arrival = .now } }

  /// Counts bytes of a body, before decoding.
  func received(_ bytes: Int) {
    state.withLock { state in
      state.received += bytes
      state.arrival = .now
    }
  }

  /// Reports the number of received bytes, at most once per ``step`` bytes.
  func tellReceived(isLast: Bool = false) {
    let received: Int? = state.withLock { state in
      let isNews =
        isLast ? state.received > state.reported : state.reported == 0 || state.received - state.reported >= Self.step
      guard isNews, state.received > 0 else { return nil }
      state.reported = state.received
      return state.received
    }
    if let received { progress(.received(bytes: received)) }
  }

  func attempt(_ number: Int, of all: Int) {
    state.withLock { state in
      state.attempt = number
      state.hasToldWaiting = false
    }
    progress(.attempt(number, of: all))
  }

  /// Reports that the response is not a list, and that CalDAV discovery begins.
  func looking() { progress(.looking) }

  func reading(_ items: Int) { progress(.reading(items: items)) }
}
