import HTTPTypes
import NIOHTTP1

/// Decides when a connection ends from our side: after the last response that it owes.
///
/// RFC 9112, section 9.6: after a request that says `Connection: close` no other is processed, and the connection is
/// closed once that one is answered; the answer says so too. A response that says it has the same effect, a client that
/// speaks HTTP/1.0 gets one response per connection, and a server that shuts down finishes what it began. A request
/// that is refused is the last one, and gets its refusal when its turn has come.
struct ConnectionEnd {
  enum Incoming { case deliver, discard }
  enum Next: Equatable {
    case carryOn, leave
    case refuse(HTTPResponse.Status, isHEAD: Bool)
    /// What is being answered can be neither finished nor taken back.
    case cut
  }

  /// Whether the client is still sending, or may be: closing in full now could destroy the response on its way
  /// (RFC 9112, section 9.6, on the TCP reset).
  var clientMayBeSending: Bool { requestIsArriving || inputIsBroken }
  private(set) var hasLeft = false
  /// Whether a request was taken whose answer is not sent to its end.
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

  /// Nothing that comes from here on is a request, or the rest of one.
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

  /// Adds what the head has to say about the connection. An informational head has nothing to say.
  mutating func willSend(_ head: inout HTTPResponseHead) {
    guard head.status.code >= 200 else { return }
    responseHasBegun = true
    if !takesRequests, unanswered <= 1, refusal == nil {
      head.headers.replaceOrAdd(name: "connection", value: "close")
      if lastIsHTTP10 {
        head.version = .http1_0  // or the encoder would send chunks to a client that knows none
      }
    }
    responseSaysClose = !head.isKeepAlive
  }

  mutating func sentEnd() -> Next {
    unanswered = max(0, unanswered - 1)
    responseHasBegun = false
    return responseSaysClose ? leave() : leaveIfDone()
  }

  /// No request after those that are being answered: the server shuts down, or nobody is there to answer.
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
    // The refused request is one of those: the last.
    switch unanswered {
    case 0: return leave()
    case 1: return leave(responseHasBegun ? .cut : refusal)
    default: return .carryOn
    }
  }
}
