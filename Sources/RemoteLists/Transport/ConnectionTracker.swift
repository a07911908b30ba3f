import NIOCore
import NIOSSL
import NetworkAddresses
import Synchronization
import Tasks

/// Verifies the connections of a client as soon as they are established, and closes them on request.
final class ConnectionTracker: Sendable {
  private struct State {
    var channels: [any Channel] = []
    var isCut = false
  }

  /// The connection's remote address is not the checked one.
  struct Astray: Error {}

  private let address: IPAddress
  private let name: String?
  private let isSecure: Bool
  private let watch: ProgressReporter
  private let state = Mutex(State())

  /// - Parameter name: the host name that the certificate must match; nil without TLS, and for a host given as an IP address.
  init(to address: IPAddress, certified name: String?, isSecure: Bool, watch: ProgressReporter) {
    (self.address, self.name, self.isSecure, self.watch) = (address, name, isSecure, watch)
  }

  /// Verifies a new connection before its first request.
  /// - Parameter isMultiplexed: whether the connection uses HTTP/2, so that its bytes may belong to other frames than a response.
  func connected(_ channel: any Channel, isMultiplexed: Bool) -> EventLoopFuture<Void> {
    let isCut = state.withLock { state in
      state.channels.append(channel)
      return state.isCut
    }
    // The SSRF policy relies on the client connecting to the checked address, so this is verified again.
    let isAstray = channel.remoteAddress?.ipAddress.flatMap(IPAddress.init) != address
    return channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.addHandler(AbruptCloseHandler(), position: .first)
      if isCut || isAstray {
        AbruptCloseHandler.cut(channel)
        throw Astray()
      }
      if let name, let certificate = try channel.pipeline.syncOperations.nioSSL_peerCertificate(),
        !CertificateNames.allow(name, certificate)
      {
        AbruptCloseHandler.cut(channel)
        throw SourceFailure.certificate(.otherName)
      }
      watch.waiting()
      if !isMultiplexed { try noteArrivals(on: channel) }
    }
  }

  /// Closes all connections, and any that are established later.
  /// - Returns: whether there were connections.
  func cut() -> Bool {
    let channels = state.withLock { state in
      state.isCut = true
      return state.channels
    }
    channels.forEach(Self.cut)
    return !channels.isEmpty
  }

  private static func cut(_ channel: any Channel) { channel.eventLoop.execute { AbruptCloseHandler.cut(channel) } }

  /// Adds a ``FirstByteHandler``; after the TLS handler, because handshake messages are not part of a response.
  private func noteArrivals(on channel: any Channel) throws {
    let pipeline = channel.pipeline.syncOperations
    let position: ChannelPipeline.SynchronousOperations.Position =
      isSecure ? .after(try pipeline.handler(type: NIOSSLClientHandler.self)) : .first
    try pipeline.addHandler(FirstByteHandler(watch), position: position)
  }
}

/// Marks the head of a pipeline, so that a connection can be closed there. A regular close over TLS waits seconds for the peer's
/// `close_notify`. An outbound user event cannot do this: the HTTP client's own HTTP/1 handler intercepts it.
private final class AbruptCloseHandler: ChannelOutboundHandler {
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

/// Reports incoming bytes of a response, from the first byte of its head.
private final class FirstByteHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let watch: ProgressReporter

  init(_ watch: ProgressReporter) { self.watch = watch }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    watch.arrived()
    context.fireChannelRead(data)
  }
}
