import Foundation
import Tasks

/// When remote lists are fetched again.
public struct RefreshPolicy: Hashable, Sendable {
  /// The age at which a copy is stale and a reader triggers a refresh.
  public var staleAfter: Duration = .seconds(15 * 60)
  /// The time after a failure during which readers trigger no automatic retry.
  public var pauseAfterFailure: Duration = .seconds(60)
  /// The interval of background refreshes; nil disables them.
  public var refreshEvery: Duration? = .seconds(60 * 60)
  /// The maximum backoff for lists that keep failing.
  public var longestPause: Duration = .seconds(24 * 60 * 60)

  /// The default intervals.
  public init() {}

  /// Whether a reader of the source triggers a fetch.
  func isDue(_ source: Source, at now: Date) -> Bool {
    if let notBefore = source.notBefore, notBefore > now { return false }
    guard source.wanted == nil, let asked = source.asked else { return true }
    let pause = source.trouble == nil ? staleAfter : pauseAfterFailure
    // A clock that was set back must not keep a copy fresh forever.
    return now.timeIntervalSince(asked) > pause.seconds || asked > now
  }

  /// The time of the next background fetch after an outcome, with exponential backoff for failures.
  func next(after outcome: FetchOutcome, of source: Source, at now: Date) -> Date {
    let every = (refreshEvery ?? longestPause).seconds
    // Jitter: sources added together would otherwise stay synchronized.
    let spread = Double.random(in: 0.9...1.1)
    switch outcome {
    // `collections` is no failure: the reader has to choose, so no backoff.
    case .fetched, .unchanged, .collections: return now.addingTimeInterval(every * spread)
    case .failed(_, let notBefore):
      let doublings = Double(min(source.trouble?.times ?? 0, 20))
      let pause = min(every * pow(2, doublings), max(longestPause.seconds, every)) * spread
      return max(now.addingTimeInterval(pause), notBefore ?? now)
    }
  }
}

extension Duration {
  fileprivate var seconds: TimeInterval { self / .seconds(1) }
}
