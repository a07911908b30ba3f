import NIOCore
import NIOHTTP1

/// Counts the bytes of a body as they were sent, before they are decompressed.
final class CountingHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart

  private let watch: Watch

  init(_ watch: Watch) {
    self.watch = watch
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch Self.unwrapInboundIn(data) {
    case .body(let buffer): watch.received(buffer.readableBytes)
    case .head, .end: break
    }
    context.fireChannelRead(data)
  }
}
