import Foundation
import Tasks

/// When lists from elsewhere are fetched anew.
public struct RefreshPolicy: Hashable, Sendable {
  /// How old a copy may be before a reader of it has it fetched anew.
  public var staleAfter: Duration = .seconds(15 * 60)
  /// How long after a failure a reader has it tried again without asking for that.
  public var pauseAfterFailure: Duration = .seconds(60)
  /// How often lists are fetched that nobody reads; nil for never.
  public var refreshEvery: Duration? = .seconds(60 * 60)
  /// How long lists that keep failing are left alone at most.
  public var longestPause: Duration = .seconds(24 * 60 * 60)

  /// The times for daily use.
  public init() {}

  /// Whether a reader of the source has it fetched now.
  func isDue(_ source: Source, at now: Date) -> Bool {
    if let notBefore = source.notBefore, notBefore > now { return false }
    guard source.wanted == nil, let asked = source.asked else { return true }
    let pause = source.trouble == nil ? staleAfter : pauseAfterFailure
    // A clock that was put back must not keep a copy for ever.
    return now.timeIntervalSince(asked) > pause.seconds || asked > now
  }

  /// When it is fetched next though nobody reads it, after an outcome: the longer it has failed, the later.
  func next(after outcome: FetchOutcome, of source: Source, at now: Date) -> Date {
    let every = (refreshEvery ?? longestPause).seconds
    // Not all at the same moment: those of one start would stay together for good.
    let spread = Double.random(in: 0.9...1.1)
    switch outcome {
    // A choice is waited for, not a server.
    case .fetched, .unchanged, .collections: return now.addingTimeInterval(every * spread)
    case .failed(_, let notBefore):
      let doublings = Double(min(source.trouble?.times ?? 0, 20))
      let pause = min(every * pow(2, doublings), max(longestPause.seconds, every)) * spread
      return max(now.addingTimeInterval(pause), notBefore ?? now)
    }
  }
}

extension Duration {
  /// In seconds.
  fileprivate var seconds: TimeInterval { self / .seconds(1) }
}
