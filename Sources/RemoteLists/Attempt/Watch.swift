import Synchronization
import Tasks

/// How far a fetch is, from wherever that is seen.
final class Watch: Sendable {
  private struct State {
    var stage = FetchStage.connecting
    var received = 0
    var told = 0
    var attempt = 1
  }

  /// How many bytes come between two tellings.
  private static let step = 16 * 1024

  private let state = Mutex(State())
  private let progress: @Sendable (FetchProgress) -> Void

  init(_ progress: @escaping @Sendable (FetchProgress) -> Void) {
    self.progress = progress
  }

  /// The stage that it has come to.
  var stage: FetchStage { state.withLock { $0.stage } }

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

  /// More bytes of a body came, as sent.
  func received(_ bytes: Int) {
    state.withLock { $0.received += bytes }
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
