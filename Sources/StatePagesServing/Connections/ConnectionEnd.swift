import HTTPTypes
import NIOHTTP1

/// Decides when the server closes a connection: after the last response that it owes.
///
/// RFC 9112, section 9.6: after a request with `Connection: close` no other is processed, and the connection is closed
/// after its response, which says `close` too. A response with `close` has the same effect, an HTTP/1.0 client gets one
/// response per connection, and a server that shuts down completes the responses in progress. A refused request is the
/// last one, and its refusal is sent in order.
struct ConnectionEnd {
  enum Incoming { case deliver, discard }
  enum Next: Equatable {
    case carryOn, leave
    case refuse(HTTPResponse.Status, isHEAD: Bool)
    /// The response in progress can be neither completed nor replaced.
    case cut
  }

  /// Whether the client may still be sending: closing in full now could destroy the response in transit (RFC 9112,
  /// section 9.6, on the TCP reset).
  var clientMayBeSending: Bool { requestIsArriving || inputIsBroken }
  private(set) var hasLeft = false
  /// Whether an accepted request has no complete response yet.
  var owesAnswer: Bool { unanswered > 0 }

  private var takesRequests = true
  private var unanswered = 0
  private var requestIsArriving = false
  private var discardsArriving = false
  private var inputIsBroken = false
  private var lastIsHTTP10 = false
  private var responseHasBegun = false
  private var responseSaysClose = false
  private var refusal: Next?

  mutating func received(_ part: HTTPServerRequestPart) -> Incoming {
    switch part {
    case .head(let head):
      requestIsArriving = true
      discardsArriving = !takesRequests || hasLeft
      if !discardsArriving {
        unanswered += 1
        lastIsHTTP10 = head.version == .http1_0
        takesRequests = !head.isLast
      }
    case .body:
      break
    case .end:
      requestIsArriving = false
    }
    return discardsArriving || hasLeft ? .discard : .deliver
  }

  /// Input after a rejection is neither a request nor the rest of one.
  mutating func received(_ complaint: RequestRejection) -> Next {
    switch complaint {
    case .silence:
      return takeNoMore()
    case .refused(let status, let isHEAD):
      inputIsBroken = true
      guard takesRequests || requestIsArriving, !discardsArriving else { return .carryOn }
      takesRequests = false
      refusal = .refuse(status, isHEAD: isHEAD)
      return leaveIfDone()
    }
  }

  mutating func failedToRead() {
    inputIsBroken = true
    takesRequests = false
  }

  /// Adds the `Connection` header to a head. An informational head needs none.
  mutating func willSend(_ head: inout HTTPResponseHead) {
    guard head.status.code >= 200 else { return }
    responseHasBegun = true
    if !takesRequests, unanswered <= 1, refusal == nil {
      head.headers.replaceOrAdd(name: "connection", value: "close")
      if lastIsHTTP10 {
        head.version = .http1_0  // else the encoder would send chunks, which HTTP/1.0 does not have
      }
    }
    responseSaysClose = !head.isKeepAlive
  }

  mutating func sentEnd() -> Next {
    unanswered = max(0, unanswered - 1)
    responseHasBegun = false
    return responseSaysClose ? leave() : leaveIfDone()
  }

  /// Accepts no further requests: the server shuts down, or the connection is idle.
  mutating func takeNoMore() -> Next {
    takesRequests = false
    return leaveIfDone()
  }

  mutating func leave() -> Next { leave(.leave) }

  private mutating func leave(_ way: Next) -> Next {
    guard !hasLeft else { return .carryOn }
    hasLeft = true
    return way
  }

  private mutating func leaveIfDone() -> Next {
    guard !takesRequests else { return .carryOn }
    guard let refusal else { return unanswered > 0 ? .carryOn : leave() }
    guard requestIsArriving else { return unanswered > 0 ? .carryOn : leave(refusal) }
    // `unanswered` counts the refused request, which is the last.
    switch unanswered {
    case 0: return leave()
    case 1: return leave(responseHasBegun ? .cut : refusal)
    default: return .carryOn
    }
  }
}
