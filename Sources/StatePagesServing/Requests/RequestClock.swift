import HTTPTypes
import NIOCore

/// Computes how long a connection may wait for its client, by the rules of ``ConnectionLimits``.
///
/// There is no deadline while a complete request is being answered: the client waits for the server. A head that begins
/// in the same read as the end of the previous request is timed from its next byte.
struct RequestClock {
  private enum Incoming { case nothing, head, body }

  private let limits: ConnectionLimits
  private var incoming = Incoming.nothing
  private var unanswered = 0
  /// When the last response ended, or when the head began to arrive.
  private var since: NIODeadline
  private var isFirst = true
  /// When the server began to read; nil while there is no demand.
  private var askingSince: NIODeadline?
  private var bodyTimeLeft: TimeAmount = .zero
  /// What was received of the body since the last time it was added to ``bodyTimeLeft``.
  private var bodyBytes = 0

  init(_ limits: ConnectionLimits, accepted now: NIODeadline) {
    self.limits = limits
    since = now
  }

  mutating func bytesCame(at now: NIODeadline) {
    guard incoming == .nothing else { return }
    incoming = .head
    if !isFirst { since = now }
  }

  mutating func headCame(at now: NIODeadline) {
    incoming = .body
    unanswered += 1
    isFirst = false
    bodyTimeLeft = TimeAmount(limits.bodyTime)
    bodyBytes = 0
    if askingSince != nil { askingSince = now }
  }

  mutating func bodyCame(_ bytes: Int) {
    bodyBytes += bytes
  }

  mutating func endCame() {
    incoming = .nothing
  }

  mutating func sentEnd(at now: NIODeadline) {
    unanswered -= 1
    since = now
  }

  mutating func asked(at now: NIODeadline) {
    askingSince = askingSince ?? now
  }

  mutating func gotWhatWasAsked(at now: NIODeadline) {
    if let askingSince {
      let earned = TimeAmount.nanoseconds(Int64(bodyBytes) * 1_000_000_000 / Int64(max(1, limits.bodyRate)))
      bodyTimeLeft = min(TimeAmount(limits.bodyTime), bodyTimeLeft - (now - askingSince) + earned)
      bodyBytes = 0
    }
    askingSince = nil
  }

  /// The next deadline, and the rejection if nothing happens until then.
  var due: (at: NIODeadline, RequestRejection)? {
    switch incoming {
    case .body: askingSince.map { ($0 + bodyTimeLeft, .refused(.requestTimeout)) }
    case .head where unanswered == 0: (since + TimeAmount(limits.headTime), .refused(.requestTimeout))
    case .nothing where unanswered == 0: (since + TimeAmount(isFirst ? limits.headTime : limits.idleTime), .silence)
    case .head, .nothing: nil
    }
  }
}
