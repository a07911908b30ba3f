import HTTPTypes
import NIOCore

/// Tells how long a connection may wait for its client: ``ConnectionLimits`` says what counts.
///
/// While a request is being answered that has come in whole, nothing is due: the client waits for us. A head whose
/// first bytes were read together with the end of the request before it counts from its next byte.
struct RequestClock {
  private enum Incoming { case nothing, head, body }

  private let limits: ConnectionLimits
  private var incoming = Incoming.nothing
  private var unanswered = 0
  /// Since when the client has nothing to wait for, or the head arrives.
  private var since: NIODeadline
  private var isFirst = true
  /// Since when we ask for what comes next; nil while nobody has room for it.
  private var askingSince: NIODeadline?
  private var bodyTimeLeft: TimeAmount = .zero

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
    if askingSince != nil { askingSince = now }
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
      bodyTimeLeft = bodyTimeLeft - (now - askingSince)
    }
    askingSince = nil
  }

  /// When to complain, and what about, if nothing happens until then.
  var due: (at: NIODeadline, RequestRejection)? {
    switch incoming {
    case .body: askingSince.map { ($0 + bodyTimeLeft, .refused(.requestTimeout)) }
    case .head where unanswered == 0: (since + TimeAmount(limits.headTime), .refused(.requestTimeout))
    case .nothing where unanswered == 0: (since + TimeAmount(isFirst ? limits.headTime : limits.idleTime), .silence)
    case .head, .nothing: nil
    }
  }
}
