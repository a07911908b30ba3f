import NIOCore
import NIOExtras
import NIOHTTP1

/// Ends a connection as ``ConnectionEnd`` decides.
///
/// To leave is to send the pending output, close the sending side, and close in full: at once if the client's request
/// was read, else after reading and dropping the rest of it, because a client that is still writing sees a closed
/// connection as an error, and never the response.
final class ConnectionEndHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// How long the rest of a request is read and dropped before closing in full.
  static let patience = TimeAmount.seconds(5)

  private let words: RejectionResponse.Words
  private let gauge: ConnectionGauge
  private var end = ConnectionEnd()
  private var hasRefused = false
  /// The timer for closing in full; set when all output was sent.
  private var hangUp: Scheduled<Void>?

  init(refusing words: @escaping RejectionResponse.Words, gauge: ConnectionGauge) {
    self.words = words
    self.gauge = gauge
  }

  // MARK: Input

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch end.received(unwrapInboundIn(data)) {
    case .deliver: context.fireChannelRead(data)
    case .discard: hangUpOnceRead(context)
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    context.fireChannelReadComplete()
    if end.hasLeft {
      context.read()  // handlers behind this one don't read what is dropped
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let complaint = error as? RequestRejection else {
      end.failedToRead()
      return context.fireErrorCaught(error)
    }
    follow(end.received(complaint), context)
    // Without an error, a truncated body would look complete.
    context.fireErrorCaught(HTTPParserError.invalidEOFState)
  }

  // MARK: Output

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !end.hasLeft else {
      promise?.fail(ChannelError.outputClosed)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      end.willSend(&head)
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body:
      context.write(data, promise: promise)
    case .end:
      context.write(data, promise: promise)
      follow(end.sentEnd(), context)
    }
  }

  // MARK: Reasons to end

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent {
      follow(end.takeNoMore(), context)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    switch mode {
    case .output:
      promise?.succeed()
      follow(end.leave(), context)
    case .all where hasRefused:
      // `handleHTTP` closes after failing to answer a refused request; the refusal may still be in transit.
      context.channel.closeFuture.cascade(to: promise)
    case .input, .all:
      // `handleHTTP` closes the input only when its task is cancelled, at the deadline of a shutdown. A client that
      // does not read its response must not delay that.
      if end.owesAnswer, context.channel.isActive { gauge.wasCut() }
      context.close(mode: .all, promise: promise)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    hangUp?.cancel()
  }

  private func follow(_ next: ConnectionEnd.Next, _ context: ChannelHandlerContext) {
    switch next {
    case .carryOn:
      break
    case .refuse(let status, let isHEAD):
      hasRefused = true
      let refusal = words(status)
      context.write(wrapOutboundOut(.head(refusal.head)), promise: nil)
      if !isHEAD { context.write(wrapOutboundOut(.body(.byteBuffer(refusal.body))), promise: nil) }
      context.write(wrapOutboundOut(.end(nil)), promise: nil)
      follow(.leave, context)
    case .cut:
      context.close(promise: nil)
    case .leave:
      context.flush()
      context.close(mode: .output).assumeIsolated().whenComplete { _ in
        self.hangUp = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) {
          context.close(promise: nil)
        }
        self.hangUpOnceRead(context)
        context.read()
      }
    }
  }

  private func hangUpOnceRead(_ context: ChannelHandlerContext) {
    if hangUp != nil, !end.clientMayBeSending {
      context.close(promise: nil)
    }
  }
}
