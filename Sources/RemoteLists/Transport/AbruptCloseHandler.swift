import NIOCore

/// Marks the very end of a connection, to close it from there: closed in the usual way, one over TLS waits seconds for the other side
/// to say goodbye. An event that is sent outwards would not do: the client's own handler for HTTP/1 turns it round.
final class AbruptCloseHandler: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer

  /// Closes a connection at once; on its event loop.
  static func cut(_ channel: any Channel) {
    do {
      try channel.pipeline.syncOperations.context(handlerType: AbruptCloseHandler.self).close(mode: .all, promise: nil)
    } catch {
      // It has no handlers any longer, or not yet.
      channel.close(promise: nil)
    }
  }
}
