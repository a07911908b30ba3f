import NIOCore

/// Marks the head of a pipeline, so that a connection can be closed there. A regular close over TLS waits seconds for the peer's
/// `close_notify`. An outbound user event cannot do this: the HTTP client's own HTTP/1 handler intercepts it.
final class AbruptCloseHandler: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer

  /// Closes a connection immediately, without a TLS shutdown. Must be called on its event loop.
  static func cut(_ channel: any Channel) {
    do {
      try channel.pipeline.syncOperations.context(handlerType: AbruptCloseHandler.self).close(mode: .all, promise: nil)
    } catch {
      // The pipeline does not have the handler yet, or has lost it already.
      channel.close(promise: nil)
    }
  }
}
