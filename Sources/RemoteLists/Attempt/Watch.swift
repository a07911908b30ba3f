import Synchronization
import Tasks

/// How far a fetch is, from wherever that is seen.
final class Watch: Sendable {
  private struct State {
    var stage = FetchStage.connecting
    var received = 0
    var told = 0
    var attempt = 1
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
      state = State(attempt: state.attempt)
      return state.attempt == 1
    }
    // That it is tried again was just told, and is to be read for longer than an instant.
    if isFirst { progress(.connecting) }
  }

  func waiting() {
    state.withLock { $0.stage = .waiting }
    progress(.waiting)
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
    state.withLock { $0.attempt = number }
    progress(.attempt(number, of: all))
  }

  func reading(_ items: Int) {
    progress(.reading(items: items))
  }
}
