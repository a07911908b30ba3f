import NIOCore

/// Reports raw input to the ``RequestIntakeHandler`` behind the parser, and drops input after the last request.
final class IncomingBytesHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let intake: RequestIntakeHandler

  init(for intake: RequestIntakeHandler) {
    self.intake = intake
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard intake.isOpen else { return }
    let buffer = unwrapInboundIn(data)
    intake.willParse(buffer)
    context.fireChannelRead(data)
    intake.hasParsed()
  }
}
