import NIOCore
import NIOSSL
import NetworkAddresses
import Tasks

/// Verifies the connections of a client as soon as they are established.
final class ConnectionVerifier: Sendable {
  /// The connection's remote address is not the checked one.
  struct Astray: Error {}

  private let address: IPAddress
  private let name: String?
  private let isSecure: Bool
  private let reporter: ProgressReporter

  /// - Parameter name: the host name that the certificate must match; nil without TLS, and for a host given as an IP address.
  init(to address: IPAddress, certified name: String?, isSecure: Bool, reporter: ProgressReporter) {
    (self.address, self.name, self.isSecure, self.reporter) = (address, name, isSecure, reporter)
  }

  /// Verifies a new connection before its first request.
  /// - Parameter isMultiplexed: whether the connection uses HTTP/2, so that its bytes may belong to other frames than a response.
  func connected(_ channel: any Channel, isMultiplexed: Bool) -> EventLoopFuture<Void> {
    // The SSRF policy relies on the client connecting to the checked address, so this is verified again.
    let isAstray = channel.remoteAddress?.ipAddress.flatMap(IPAddress.init) != address
    let verified = channel.eventLoop.makeCompletedFuture {
      if isAstray { throw Astray() }
      if let name, let certificate = try channel.pipeline.syncOperations.nioSSL_peerCertificate(),
        !CertificateNames.allow(name, certificate)
      {
        throw SourceFailure.certificate(.otherName)
      }
      reporter.waiting()
      if !isMultiplexed { try noteArrivals(on: channel) }
    }
    verified.whenFailure { _ in channel.close(promise: nil) }
    return verified
  }

  /// Adds a ``FirstByteHandler``; after the TLS handler, because handshake messages are not part of a response.
  private func noteArrivals(on channel: any Channel) throws {
    let pipeline = channel.pipeline.syncOperations
    let position: ChannelPipeline.SynchronousOperations.Position =
      isSecure ? .after(try pipeline.handler(type: NIOSSLClientHandler.self)) : .first
    try pipeline.addHandler(FirstByteHandler(reporter), position: position)
  }
}

/// Reports incoming bytes of a response, from the first byte of its head.
private final class FirstByteHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let reporter: ProgressReporter

  init(_ reporter: ProgressReporter) { self.reporter = reporter }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    reporter.arrived()
    context.fireChannelRead(data)
  }
}
