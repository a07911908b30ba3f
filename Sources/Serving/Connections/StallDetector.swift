import NIOCore

/// Tells a reader that has stopped from one that is slow: by the bytes that the operating system took.
struct StallDetector {
  enum Verdict: Equatable {
    /// All is taken.
    case settled
    /// Something is left; look again then.
    case waiting(until: NIODeadline)
    case stalled
  }

  private let limit: TimeAmount
  private let interval: TimeAmount
  private var taken = 0
  private var since: NIODeadline?

  init(_ limit: Duration) {
    self.limit = TimeAmount(limit)
    interval = TimeAmount(limit / 6)
  }

  /// - Parameters:
  ///   - taken: how many bytes were taken since the connection began.
  ///   - pending: how many there are that were not.
  mutating func look(taken: Int, pending: Int, at now: NIODeadline) -> Verdict {
    guard pending > 0 else {
      since = nil
      return .settled
    }
    guard let since, taken == self.taken else {
      self.taken = taken
      since = now
      return .waiting(until: now + interval)
    }
    return now - since >= limit ? .stalled : .waiting(until: min(now + interval, since + limit))
  }
}
