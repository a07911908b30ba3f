public import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP1
package import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// HTTP/1.1 connections that close when their client disconnects.
///
/// When the client closes its side, in full or only for sending, the connection is closed at once and in full, and the
/// response in progress is cancelled: the task that runs the handler, its response body's closure and their child
/// tasks. That holds for safe methods; any other request, such as a form, runs to completion (`ClientDisconnect`).
///
/// Hummingbird's own `HTTP1Channel` keeps such a connection half open, cancels nothing, and detects the disconnect only
/// when a write fails. It bounds neither the time of a body nor a client that stops reading, lets any Host and transfer
/// coding through, and closes nothing after a response that says so. The cost: a client that closes its sending side
/// before the response gets none. Browsers, curl and proxies don't do that; `nc -N` does.
package struct ClientBoundChannel: HTTPChannelHandler {
  /// A connection with its inbound requests and outbound responses.
  package typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

  package private(set) var responder: Responder
  private let limits: ConnectionLimits

  /// - Parameters:
  ///   - responder: answers each request; provided by `HTTPServerBuilder`.
  ///   - limits: the limits of a connection.
  package init(responder: @escaping Responder, limits: ConnectionLimits = ConnectionLimits()) {
    self.responder = responder
    self.limits = limits
  }

  /// Configures an accepted connection.
  package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    // Hummingbird's bootstrap allows half-closure; options set here are applied later and take precedence.
    channel.setOption(.allowRemoteHalfClosure, value: false).flatMapThrowing {
      try channel.syncOptions?.setOption(.recvAllocator, value: Self.receiving)
      try channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: Self.sendBuffer)
      try addHandlers(to: channel.pipeline.syncOperations, logger)
      return try NIOAsyncChannel(
        wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
    }.flatMapErrorThrowing { error in
      channel.close(promise: nil)  // NIO does not close a channel after a failed setup
      throw error
    }
  }

  /// A connection retains its last read buffer. A browser's head fits into this size; the buffer grows for longer
  /// input.
  private static let receiving = AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 1_024, maximum: 65_536)

  /// The bytes that the kernel accepts of a response. Its default is megabytes, of which a third must be sent before a
  /// slow client is seen to read.
  private static let sendBuffer = SocketOptionValue(256 * 1024)

  private func addHandlers(to pipeline: ChannelPipeline.SynchronousOperations, _ logger: Logger) throws {
    let requests = RequestGuard(limits)
    var decoder = NIOHTTPDecoderLimitConfiguration()
    decoder.maxHeaderFieldSize = limits.headSize
    decoder.maxHeaderListSize = limits.headSize
    decoder.maxHeaderFieldCount = limits.headerFields
    try pipeline.addHandler(StallHandler(limits.stallTime))
    try pipeline.addHandler(IncomingBytesHandler(for: requests))
    try pipeline.configureHTTPServerPipeline(
      withPipeliningAssistance: false,  // NIOAsyncChannel applies back pressure to pipelined requests
      withErrorHandling: false,  // it would answer before earlier requests are answered
      withOutboundHeaderValidation: false,  // HTTPFields cannot hold an invalid value
      withEncoderConfiguration: .init(), withDecoderLimitConfiguration: decoder)
    try pipeline.addHandler(requests)
    try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
    try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: limits.idleTime, logger: logger))
  }

  /// Answers the requests of a connection until it ends.
  package func handle(value connection: Value, logger: Logger) async {
    let disconnect = ClientDisconnect()
    var answering = self
    answering.responder = { [responder] request, writer, channel in
      disconnect.begin(request.method)
      defer { disconnect.end() }
      try await responder(request, writer, channel)
    }
    // Once per connection: callbacks of `closeFuture` can't be removed, so one per request would accumulate.
    connection.channel.closeFuture.whenComplete { _ in disconnect.clientLeft() }
    await disconnect.whileAnswering { [answering] in
      await answering.handleHTTP(asyncChannel: connection, logger: logger)
    }
  }
}

extension HTTPServerBuilder {
  /// Serves HTTP/1.1 over connections that end when the client disconnects, or exceeds the limits.
  ///
  ///     Application(router: router, server: .clientBound())
  public static func clientBound() -> HTTPServerBuilder { clientBound(ConnectionLimits()) }

  package static func clientBound(_ limits: ConnectionLimits) -> HTTPServerBuilder {
    HTTPServerBuilder { responder in ClientBoundChannel(responder: responder, limits: limits) }
  }
}

/// The limits of one connection. Their number is bounded by `ApplicationConfiguration.availableConnectionsDelegate`.
///
/// All times are measured by the monotonic clock. None of them bounds the time of a response, which is up to the
/// responder.
package struct ConnectionLimits: Sendable {
  /// The maximum size of a request's head in bytes: the request line and the header lines.
  package var headSize = 24 << 10

  /// The maximum number of header lines.
  package var headerFields = 100

  /// The time for the body of a request from the end of its head. Only the time in which the server reads counts.
  package var bodyTime = Duration.seconds(15)

  /// The bytes of a body for which its client gets another second, up to ``bodyTime`` in advance. So a long upload may
  /// take as long as it needs at this rate, which a phone has on a bad line.
  package var bodyRate = 16 << 10

  /// How long a connection may wait for its client to send a request: for the first, for the next one, and for the end
  /// of its head.
  package var idleTime = Duration.seconds(60)

  /// How long a client may accept no byte of the pending output, beyond what the kernel buffers. Then its connection is
  /// closed in full, and the response to a safe request cancelled. The connection may live up to twice as long.
  package var stallTime = Duration.seconds(30)

  /// Creates limits for an app of forms and pages.
  package init() {}
}
