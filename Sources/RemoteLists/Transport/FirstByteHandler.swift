import NIOCore

/// Notes that something of an answer came, be it a single byte of its head.
final class FirstByteHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let watch: ProgressReporter

  init(_ watch: ProgressReporter) {
    self.watch = watch
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    watch.arrived()
    context.fireChannelRead(data)
  }
}
