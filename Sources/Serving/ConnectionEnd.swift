import NIOHTTP1

/// Decides when a connection ends from our side: after the last response that it owes.
///
/// RFC 9112, section 9.6: after a request that says `Connection: close` no other is processed, and the connection is
/// closed once that one is answered; the answer says so too. A response that says it has the same effect, a client that
/// speaks HTTP/1.0 gets one response per connection, and a server that shuts down finishes what it began.
struct ConnectionEnd {
  enum Incoming { case deliver, discard }
  enum Next { case carryOn, leave }

  /// Whether the client is still sending, or may be: closing in full now could destroy the response on its way
  /// (RFC 9112, section 9.6, on the TCP reset).
  var clientMayBeSending: Bool { requestIsArriving || inputIsBroken }
  private(set) var hasLeft = false

  private var takesRequests = true
  private var unanswered = 0
  private var requestIsArriving = false
  private var discardsArriving = false
  private var inputIsBroken = false
  private var lastIsHTTP10 = false
  private var responseSaysClose = false

  mutating func received(_ part: HTTPServerRequestPart) -> Incoming {
    switch part {
    case .head(let head):
      requestIsArriving = true
      discardsArriving = !takesRequests || hasLeft
      if !discardsArriving {
        unanswered += 1
        lastIsHTTP10 = head.version == .http1_0
        takesRequests = head.isKeepAlive && !lastIsHTTP10
      }
    case .body:
      break
    case .end:
      requestIsArriving = false
    }
    return discardsArriving || hasLeft ? .discard : .deliver
  }

  mutating func failedToRead() {
    inputIsBroken = true
    takesRequests = false
  }

  /// Adds what the head has to say about the connection. An informational head has nothing to say.
  mutating func willSend(_ head: inout HTTPResponseHead) {
    guard head.status.code >= 200 else { return }
    responseSaysClose = !head.isKeepAlive
    guard !takesRequests, unanswered <= 1 else { return }
    head.headers.replaceOrAdd(name: "connection", value: "close")
    if lastIsHTTP10 {
      head.version = .http1_0  // or the encoder would send chunks to a client that knows none
    }
  }

  mutating func sentEnd() -> Next {
    unanswered = max(0, unanswered - 1)
    return responseSaysClose ? leave() : leaveIfDone()
  }

  /// No request after those that are being answered: the server shuts down, or nobody is there to answer.
  mutating func takeNoMore() -> Next {
    takesRequests = false
    return leaveIfDone()
  }

  mutating func leave() -> Next {
    guard !hasLeft else { return .carryOn }
    hasLeft = true
    return .leave
  }

  private mutating func leaveIfDone() -> Next {
    takesRequests || unanswered > 0 ? .carryOn : leave()
  }
}
