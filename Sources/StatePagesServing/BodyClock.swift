import NIOCore

/// Computes how long a client may take for the body of a request, by the rules of ``ConnectionLimits``.
struct BodyClock {
  private let limits: ConnectionLimits
  /// When the server began to read; nil while there is no demand.
  private var askingSince: NIODeadline?
  private var timeLeft: TimeAmount
  /// What was received since the last time it was added to ``timeLeft``.
  private var bytes = 0

  init(_ limits: ConnectionLimits) {
    self.limits = limits
    timeLeft = TimeAmount(limits.bodyTime)
  }

  /// The next deadline.
  var due: NIODeadline? { askingSince.map { $0 + timeLeft } }

  mutating func came(_ count: Int) {
    bytes += count
  }

  mutating func asked(at now: NIODeadline) {
    askingSince = askingSince ?? now
  }

  mutating func gotWhatWasAsked(at now: NIODeadline) {
    if let askingSince {
      let earned = TimeAmount.nanoseconds(Int64(bytes) * 1_000_000_000 / Int64(max(1, limits.bodyRate)))
      timeLeft = min(TimeAmount(limits.bodyTime), timeLeft - (now - askingSince) + earned)
      bytes = 0
    }
    askingSince = nil
  }
}
