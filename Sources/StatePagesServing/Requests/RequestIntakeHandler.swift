import HTTPTypes
import NIOCore
import NIOHTTP1

/// Admits requests that keep to the limits of size and time and to the protocol; rejects all others.
///
/// Placed behind the parser, with an ``IncomingBytesHandler`` in front of it. After a rejection all input is dropped.
final class RequestIntakeHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// Whether further input is parsed.
  private(set) var isOpen = true

  private enum Phase { case between, head, body }

  private let rules: HeadValidation
  private var allowance: HeadSizeLimit
  private var clock: RequestClock
  private var phase = Phase.between
  private var isLast = false
  private var context: ChannelHandlerContext?
  /// May fire early; then it re-arms.
  private var alarm: (at: NIODeadline, Scheduled<Void>)?

  init(_ limits: ConnectionLimits) {
    rules = HeadValidation(limits)
    allowance = HeadSizeLimit(limits)
    clock = RequestClock(limits, accepted: .now())
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    setAlarm(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    alarm?.1.cancel()
  }

  // MARK: Input

  func willParse(_ buffer: ByteBuffer) {
    if phase == .between {
      phase = .head
      allowance.begin()
      clock.bytesCame(at: .now())
    }
    switch phase {
    case .head: allowance.came(buffer)
    case .body: clock.bodyCame(buffer.readableBytes)
    case .between: break
    }
  }

  func hasParsed() {
    if phase == .head, isOpen, let context, let excess = allowance.excess {
      complain(excess, context)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard isOpen else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      if let complaint = rules.complaint(about: head) { return complain(complaint, context) }
      phase = .body
      isLast = head.isLast
      clock.headCame(at: .now())
    case .body:
      break
    case .end:
      phase = .between
      isOpen = !isLast
      clock.endCame()
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    clock.gotWhatWasAsked(at: .now())
    setAlarm(context)
    context.fireChannelReadComplete()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard isOpen, let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
    complain(error == .headerOverflow ? allowance.overflow : .refused(.badRequest), context)
  }

  // MARK: Output

  func read(context: ChannelHandlerContext) {
    clock.asked(at: .now())
    setAlarm(context)
    context.read()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) {
      clock.sentEnd(at: .now())
      setAlarm(context)
    }
    context.write(data, promise: promise)
  }

  // MARK: Rejection

  private func complain(_ complaint: RequestRejection, _ context: ChannelHandlerContext) {
    isOpen = false
    context.fireErrorCaught(complaint)
  }

  private func setAlarm(_ context: ChannelHandlerContext) {
    guard isOpen, let due = clock.due, alarm.map({ due.at < $0.at }) ?? true else { return }
    alarm?.1.cancel()
    let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: due.at) {
      self.alarm = nil
      guard self.isOpen, let (at, complaint) = self.clock.due else { return }
      if at <= .now() { self.complain(complaint, context) } else { self.setAlarm(context) }
    }
    alarm = (due.at, task)
  }
}
