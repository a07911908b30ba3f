import NIOCore

/// Notes that something of an answer came, be it a single byte of its head.
final class ArrivalHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let watch: Watch

  init(_ watch: Watch) {
    self.watch = watch
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    watch.arrived()
    context.fireChannelRead(data)
  }
}
