import HTTPTypes
import NIOCore

/// Complains about a connection as soon as it stands: there are too many.
final class RefusedConnectionHandler: ChannelInboundHandler {
  typealias InboundIn = Any

  func channelActive(context: ChannelHandlerContext) {
    context.fireChannelActive()
    context.fireErrorCaught(RequestRejection.refused(.serviceUnavailable))
  }
}
