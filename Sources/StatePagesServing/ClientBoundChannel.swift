public import HTTPTypes
public import HummingbirdCore
public import Logging
public import NIOCore
import NIOHTTP1
public import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// HTTP/1.1 connections that close when their client disconnects.
///
/// When the client closes its side, in full or only for sending, the connection is closed at once and in full, and the
/// response in progress is cancelled: the task that runs the handler, its response body's closure and their child
/// tasks. That holds for safe methods; any other request, such as a form, runs to completion (`ClientDisconnect`).
///
/// Hummingbird's own child channel keeps such a connection half open, cancels nothing, and detects the disconnect only
/// when a write fails. The cost: a client that closes its sending side before the response gets none. Browsers, curl
/// and proxies don't do that; `nc -N` does.
///
/// Requests are answered in order, as in Hummingbird. `ConnectionEnd` decides when the server closes a connection,
/// and ``ConnectionLimits`` bounds its resources.
///
/// An open connection takes some 20 KB; an arriving head no more than its limits and one read beyond them; a closed
/// connection nothing.
public struct ClientBoundChannel: HTTPChannelHandler {
  /// A connection with its inbound requests and outbound responses.
  public typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

  /// Answers a request.
  public private(set) var responder: Responder
  private let rules: Rules

  /// What all connections share, in one object: each connection has a copy of the channel, in stack frames that live as
  /// long as the connection.
  private final class Rules: Sendable {
    let limits: ConnectionLimits
    let refusal: RejectionResponse.Words
    let count: ConnectionCount
    let gauge: ConnectionGauge
    let refusals = LogThrottle()

    init(
      limits: ConnectionLimits, refusal: @escaping RejectionResponse.Words, count: ConnectionCount,
      gauge: ConnectionGauge
    ) {
      self.gauge = gauge
      self.limits = limits
      self.refusal = refusal
      self.count = count
    }
  }

  /// - Parameters:
  ///   - responder: answers each request; provided by `HTTPServerBuilder`.
  ///   - limits: the limits of a connection, and of their number.
  ///   - gauge: counts the connections.
  ///   - refusal: makes the response to a request that is refused before it reaches the responder.
  public init(
    responder: @escaping Responder, limits: ConnectionLimits = ConnectionLimits(),
    gauge: ConnectionGauge = ConnectionGauge(),
    refusing refusal: @escaping RejectionResponse.Words = { RejectionResponse(status: $0) }
  ) {
    self.init(responder: responder, limits: limits, refusing: refusal, count: ConnectionCount(limits), gauge: gauge)
  }

  init(
    responder: @escaping Responder, limits: ConnectionLimits, refusing refusal: @escaping RejectionResponse.Words,
    count: ConnectionCount, gauge: ConnectionGauge = ConnectionGauge()
  ) {
    self.responder = responder
    rules = Rules(limits: limits, refusal: refusal, count: count, gauge: gauge)
  }

  /// Configures an accepted connection, or refuses it: with 503 up to a limit, else by a reset.
  public func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    let admission = rules.count.admit(channel.remoteAddress)
    report(admission, logger)
    guard let admission else {
      channel.reset()
      return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
    }
    rules.gauge.opened()
    channel.closeFuture.whenComplete { [rules] _ in
      rules.gauge.closed()
      rules.count.release(admission)
    }
    // Hummingbird's bootstrap allows half-closure; options set here are applied later and take precedence.
    return channel.setOption(.allowRemoteHalfClosure, value: false).flatMapThrowing {
      try channel.syncOptions?.setOption(.recvAllocator, value: Self.receiving)
      try channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: Self.sendBuffer)
      try addHandlers(to: channel.pipeline.syncOperations, admission)
      return try NIOAsyncChannel(
        wrappingChannelSynchronously: channel,
        configuration: .init(isOutboundHalfClosureEnabled: true)
      )
    }.flatMapErrorThrowing { error in
      channel.close(promise: nil)  // NIO does not close a channel after a failed setup
      throw error
    }
  }

  /// Logs that connections are refused.
  private func report(_ admission: ConnectionCount.Admission?, _ logger: Logger) {
    if case .served = admission { return }
    guard let refused = rules.refusals.happened() else { return }
    let (served, networks) = rules.count.current
    logger.warning(
      "connections are refused: there are too many",
      metadata: ["refused": "\(refused)", "served": "\(served)", "networks": "\(networks)"])
  }

  /// A connection retains its last read buffer. A browser's head fits into this size; the buffer grows for longer
  /// input.
  private static let receiving = AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 1_024, maximum: 65_536)

  /// The bytes that the kernel accepts of a response before other connections of the event loop get their turn. Its
  /// default is megabytes.
  private static let sendBuffer = SocketOptionValue(256 * 1024)

  private func addHandlers(
    to pipeline: ChannelPipeline.SynchronousOperations, _ admission: ConnectionCount.Admission
  ) throws {
    let intake = RequestIntakeHandler(rules.limits)
    try pipeline.addHandler(StallHandler(rules.limits.stallTime))
    try pipeline.addHandler(IncomingBytesHandler(for: intake))
    try pipeline.configureHTTPServerPipeline(
      withPipeliningAssistance: false,  // NIOAsyncChannel applies back pressure to pipelined requests
      withErrorHandling: false,  // rejections are answered by our handlers
      withOutboundHeaderValidation: false,  // HTTPFields cannot hold an invalid value
      withEncoderConfiguration: .init(),
      withDecoderLimitConfiguration: HeadSizeLimit(rules.limits).decoderLimits
    )
    try pipeline.addHandler(intake)
    switch admission {
    case .served: break
    case .refused: try pipeline.addHandler(RefusedConnectionHandler())
    }
    try pipeline.addHandler(ConnectionEndHandler(refusing: rules.refusal, gauge: rules.gauge))
    try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
  }

  /// Answers the requests of a connection until it ends.
  public func handle(value connection: Value, logger: Logger) async {
    let departure = ClientDisconnect()
    var answering = self
    answering.responder = { [responder] request, writer, channel in
      departure.begin(request.method)
      defer { departure.end() }
      try await responder(request, writer, channel)
    }
    // Once per connection: callbacks of `closeFuture` can't be removed, so one per request would accumulate.
    connection.channel.closeFuture.whenComplete { _ in departure.clientLeft() }
    await departure.whileAnswering { [answering] in
      await answering.handleHTTP(asyncChannel: connection, logger: logger)
    }
  }
}

extension HTTPServerBuilder {
  /// Serves HTTP/1.1 over connections that end when the client disconnects, or exceeds the limits.
  ///
  ///     Application(router: router, server: .clientBound())
  ///
  /// - Parameters:
  ///   - limits: the limits of a connection, and of their number.
  ///   - gauge: counts the connections.
  ///   - refusal: makes the response to a request that is refused before it reaches the app: 400, 408, 414, 431 or 503.
  ///     Called on an event loop, so its bodies should be made in advance.
  public static func clientBound(
    _ limits: ConnectionLimits = ConnectionLimits(), gauge: ConnectionGauge = ConnectionGauge(),
    refusing refusal: @escaping @Sendable (HTTPResponse.Status) -> RejectionResponse = { RejectionResponse(status: $0) }
  ) -> HTTPServerBuilder {
    HTTPServerBuilder { responder in
      ClientBoundChannel(responder: responder, limits: limits, gauge: gauge, refusing: refusal)
    }
  }
}
