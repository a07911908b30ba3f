import NIOCore

/// Tells the ``RequestIntakeHandler`` behind the parser what the parser gets, and keeps from it what nobody would read.
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
