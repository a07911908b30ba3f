import NIOCore

/// Distinguishes a stalled client from a slow one by the bytes that the kernel has accepted.
struct StallDetector {
  enum Verdict: Equatable {
    /// No output is pending.
    case settled
    /// Output is pending; check again at this time.
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
  ///   - taken: the number of bytes accepted since the connection began.
  ///   - pending: the number of bytes not accepted yet.
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
