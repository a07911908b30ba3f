import NIOCore
import NIOHTTP1

/// Admits the requests of a connection that keep to the protocol and to ``ConnectionLimits``, and ends the connection
/// after the last response that it owes.
///
/// RFC 9112, section 9.6: after a request with `Connection: close` no other is processed, and the connection is closed
/// after its response, which says `close` too. A response with `close` has the same effect, an HTTP/1.0 client gets one
/// response, and a server that shuts down completes the responses in progress. A refused request is the last one, and
/// its refusal, a status alone, is sent in order.
///
/// Placed behind the parser, with an ``IncomingBytesHandler`` in front of it.
final class RequestGuard: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// How long the rest of a request is read and dropped before closing in full: a client that is still writing sees a
  /// closed connection as an error, and never the response (RFC 9112, section 9.6, on the TCP reset).
  private static let patience = TimeAmount.seconds(5)

  private let limits: ConnectionLimits
  /// The time of the body that is arriving.
  private var clock: BodyClock?
  /// May fire early; then it re-arms.
  private var alarm: (at: NIODeadline, task: Scheduled<Void>)?
  private var headBytes = 0

  /// Whether further input is parsed.
  private(set) var isOpen = true
  private var takesRequests = true
  private var lastIsHTTP10 = false
  private var unanswered = 0
  private var responseHasBegun = false
  private var responseSaysClose = false
  private var refusal: HTTPResponseStatus?
  private var hasLeft = false
  /// The timer for closing in full; set when all output was sent.
  private var hangUp: Scheduled<Void>?

  init(_ limits: ConnectionLimits) { self.limits = limits }

  func handlerRemoved(context: ChannelHandlerContext) {
    alarm?.task.cancel()
    hangUp?.cancel()
  }

  // MARK: Input

  func willParse(_ bytes: Int) {
    if clock == nil { headBytes += bytes } else { clock?.came(bytes) }
  }

  /// The parser counts no spaces before a value, nor empty lines before a request, and buffers them.
  func hasParsed(_ context: ChannelHandlerContext) {
    if isOpen, headBytes > limits.headSize { context.pipeline.fireErrorCaught(HTTPParserError.headerOverflow) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard isOpen else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      guard takesRequests else {
        isOpen = false
        return
      }
      guard HeadValidation.isValid(head) else { return refuse(.badRequest, context) }
      (clock, headBytes) = (BodyClock(limits), 0)
      unanswered += 1
      lastIsHTTP10 = head.version == .http1_0
      // NIO's parser stops after a request for an upgrade, and would buffer later input forever.
      takesRequests = head.isKeepAlive && !lastIsHTTP10 && !head.headers.contains(name: "upgrade")
    case .body: break
    case .end:
      clock = nil
      isOpen = takesRequests
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    clock?.gotWhatWasAsked(at: .now())
    setAlarm(context)
    context.fireChannelReadComplete()
    if hasLeft { context.read() }  // handlers behind this one don't read what is dropped
  }

  func read(context: ChannelHandlerContext) {
    clock?.asked(at: .now())
    setAlarm(context)
    context.read()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
    if isOpen { refuse(error == .headerOverflow ? .requestHeaderFieldsTooLarge : .badRequest, context) }
  }

  private func refuse(_ status: HTTPResponseStatus, _ context: ChannelHandlerContext) {
    isOpen = false
    takesRequests = false
    refusal = status
    leaveIfDone(context)
    // Without an error, a truncated body would look complete.
    context.fireErrorCaught(HTTPParserError.invalidEOFState)
  }

  private func setAlarm(_ context: ChannelHandlerContext) {
    guard isOpen, let due = clock?.due, alarm.map({ due < $0.at }) ?? true else { return }
    alarm?.task.cancel()
    let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: due) {
      self.alarm = nil
      guard self.isOpen, let due = self.clock?.due else { return }
      if due > .now() { self.setAlarm(context) } else { self.refuse(.requestTimeout, context) }
    }
    alarm = (due, task)
  }

  // MARK: Output

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !hasLeft else {
      promise?.fail(ChannelError.outputClosed)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var head) where head.status.code >= 200:
      responseHasBegun = true
      if !takesRequests, unanswered <= 1, refusal == nil {
        head.headers.replaceOrAdd(name: "connection", value: "close")
        // Else the encoder would send chunks, which HTTP/1.0 does not have.
        if lastIsHTTP10 { head.version = .http1_0 }
      }
      responseSaysClose = !head.isKeepAlive
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .head, .body: context.write(data, promise: promise)
    case .end:
      context.write(data, promise: promise)
      unanswered = max(0, unanswered - 1)
      responseHasBegun = false
      if responseSaysClose { leave(context) } else { leaveIfDone(context) }
    }
  }

  // MARK: End

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent {
      takesRequests = false
      leaveIfDone(context)  // Hummingbird's handler would close before all output is sent
    } else {
      context.fireUserInboundEventTriggered(event)
    }
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    switch mode {
    case .output:
      promise?.succeed()
      leave(context)
    case .all where refusal != nil:
      // `handleHTTP` closes after failing to answer a refused request; the refusal may still be in transit.
      context.channel.closeFuture.cascade(to: promise)
    case .input, .all:
      // `handleHTTP` closes the input only when its task is cancelled, at the deadline of a shutdown. A client that
      // does not read its response must not delay that.
      context.close(mode: .all, promise: promise)
    }
  }

  private func leaveIfDone(_ context: ChannelHandlerContext) {
    guard !takesRequests, !hasLeft else { return }
    // A request that is refused in its body is the last of those that are unanswered, if it is.
    let isRefusedInBody = refusal != nil && clock != nil
    guard unanswered <= (isRefusedInBody ? 1 : 0) else { return }
    if isRefusedInBody, responseHasBegun { return context.close(promise: nil) }  // neither completed nor replaced
    if let refusal, unanswered == (isRefusedInBody ? 1 : 0) {
      let head = HTTPResponseHead(
        version: .http1_1, status: refusal, headers: ["Connection": "close", "Content-Length": "0"])
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.write(wrapOutboundOut(.end(nil)), promise: nil)
    }
    leave(context)
  }

  /// Sends the pending output, closes the sending side, and closes in full once the client's request was read.
  private func leave(_ context: ChannelHandlerContext) {
    guard !hasLeft else { return }
    hasLeft = true
    isOpen = false
    context.flush()
    context.close(mode: .output).assumeIsolated().whenComplete { _ in
      guard self.clock != nil || self.refusal != nil else { return context.close(promise: nil) }
      self.hangUp = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { context.close(promise: nil) }
      context.read()
    }
  }
}

/// Reports raw input to the ``RequestGuard`` behind the parser, and drops input after the last request.
final class IncomingBytesHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let requests: RequestGuard

  init(for requests: RequestGuard) { self.requests = requests }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard requests.isOpen else { return }
    requests.willParse(unwrapInboundIn(data).readableBytes)
    context.fireChannelRead(data)
    requests.hasParsed(context)
  }
}

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

  mutating func came(_ count: Int) { bytes += count }

  mutating func asked(at now: NIODeadline) { askingSince = askingSince ?? now }

  mutating func gotWhatWasAsked(at now: NIODeadline) {
    if let askingSince {
      let earned = TimeAmount.nanoseconds(Int64(bytes) * 1_000_000_000 / Int64(max(1, limits.bodyRate)))
      timeLeft = min(TimeAmount(limits.bodyTime), timeLeft - (now - askingSince) + earned)
      bytes = 0
    }
    askingSince = nil
  }
}
