import HTTPTypes
import NIOCore

/// Rejects a connection with 503 when it becomes active.
final class RefusedConnectionHandler: ChannelInboundHandler {
  typealias InboundIn = Any

  func channelActive(context: ChannelHandlerContext) {
    context.fireChannelActive()
    context.fireErrorCaught(RequestRejection.refused(.serviceUnavailable))
  }
}
