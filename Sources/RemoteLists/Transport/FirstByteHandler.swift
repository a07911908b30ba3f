import NIOCore

/// Reports incoming bytes of a response, from the first byte of its head.
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
