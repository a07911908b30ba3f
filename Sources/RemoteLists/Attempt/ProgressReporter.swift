import Synchronization
import Tasks

/// How far a fetch is, from wherever that is seen.
final class ProgressReporter: Sendable {
  private struct State {
    var stage = FetchStage.connecting
    var received = 0
    var told = 0
    var attempt = 1
    /// Whether it was told that a connection is made, and that an answer is waited for: once is enough, however many questions it takes.
    var hasToldConnecting = false
    var hasToldWaiting = false
    /// When something of an answer came last.
    var arrival: ContinuousClock.Instant?
  }

  /// How many bytes come between two tellings.
  private static let step = 16 * 1024

  private let state = Mutex(State())
  private let stall: Duration
  private let progress: @Sendable (FetchProgress) -> Void

  /// - Parameter stall: how long nothing may have come for an answer to be slow rather than to have stopped.
  init(stall: Duration = .seconds(5), _ progress: @escaping @Sendable (FetchProgress) -> Void) {
    self.stall = stall
    self.progress = progress
  }

  /// The stage that it has come to.
  var stage: FetchStage { state.withLock { $0.stage } }

  /// The stage in which it is too late: an answer that drips is told from one that has stopped, and from none.
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
    // That it is tried again was just told, and is to be read for longer than an instant.
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

  func receiving() {
    state.withLock { $0.stage = .receiving }
  }

  /// Something of an answer came.
  func arrived() {
    state.withLock { $0.arrival = .now }
  }

  /// More bytes of a body came, as sent.
  func received(_ bytes: Int) {
    state.withLock { state in
      state.received += bytes
      state.arrival = .now
    }
  }

  /// Tells how many bytes came, if it was not just told.
  func tellReceived(isLast: Bool = false) {
    let news: Int? = state.withLock { state in
      let isNews = isLast ? state.received > state.told : state.told == 0 || state.received - state.told >= Self.step
      guard isNews, state.received > 0 else { return nil }
      state.told = state.received
      return state.received
    }
    if let news { progress(.received(bytes: news)) }
  }

  func attempt(_ number: Int, of all: Int) {
    state.withLock { state in
      state.attempt = number
      state.hasToldWaiting = false
    }
    progress(.attempt(number, of: all))
  }

  /// What came is no list, and lists are looked for.
  func looking() {
    progress(.looking)
  }

  func reading(_ items: Int) {
    progress(.reading(items: items))
  }
}
