public import HTTPTypes
public import HummingbirdCore
public import Logging
public import NIOCore
import NIOHTTP1
public import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// HTTP/1.1 connections that last no longer than their client.
///
/// When the client closes its side, wholly or only for sending, the connection is closed at once and in full, and what
/// was under way to answer it is cancelled: the task that runs the handler, its response body's closure and their child
/// tasks. That holds for safe methods; anything else, a form that was sent above all, runs to its end (``ClientDisconnect``).
///
/// Hummingbird's own child channel keeps such a connection half open, cancels nothing, and hears of a reader who left
/// only when it next fails to write. The price: a client that ends its sending side and still wants an answer gets
/// none. Browsers, curl and proxies don't do that; `nc -N` does.
///
/// Requests are answered one after another as Hummingbird does it. ``ConnectionEnd`` tells when a connection ends
/// from our side, and ``ConnectionLimits`` what it may take until then.
///
/// An open connection costs some 20 KB; a head that is arriving no more than its limits and one
/// read beyond them; a connection that was closed, nothing.
public struct ClientBoundChannel: HTTPChannelHandler {
  /// A connection with its requests coming in and its responses going out.
  public typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

  /// Answers a request.
  public private(set) var responder: Responder
  private let rules: Rules

  /// What holds for every connection, in one place: each has a copy of the channel, in the frames of functions that last as long as
  /// it does.
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
  ///   - responder: answers each request; `HTTPServerBuilder` hands it over.
  ///   - limits: what a connection may take, and how many there may be.
  ///   - gauge: counts them.
  ///   - refusal: puts into words what is refused before it reaches the responder.
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

  /// Prepares an accepted connection, or refuses it: with 503 where that can be said, else without a word.
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
    // Hummingbird's bootstrap allows half-closure; options set here come later and win.
    return channel.setOption(.allowRemoteHalfClosure, value: false).flatMapThrowing {
      try channel.syncOptions?.setOption(.recvAllocator, value: Self.receiving)
      try channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: Self.sendBuffer)
      try addHandlers(to: channel.pipeline.syncOperations, admission)
      return try NIOAsyncChannel(
        wrappingChannelSynchronously: channel,
        configuration: .init(isOutboundHalfClosureEnabled: true)
      )
    }.flatMapErrorThrowing { error in
      channel.close(promise: nil)  // NIO leaves open what could not be set up
      throw error
    }
  }

  /// Tells the log that connections are refused.
  private func report(_ admission: ConnectionCount.Admission?, _ logger: Logger) {
    if case .served = admission { return }
    guard let refused = rules.refusals.happened() else { return }
    let (served, networks) = rules.count.current
    logger.warning(
      "connections are refused: there are too many",
      metadata: ["refused": "\(refused)", "served": "\(served)", "networks": "\(networks)"])
  }

  /// A connection keeps the buffer that it read into last. A browser's head fits into this one, and it grows for whatever is longer.
  private static let receiving = AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 1_024, maximum: 65_536)

  /// Bytes that the system takes of a response before the others on its event loop have their turn. By itself it takes megabytes at once.
  private static let sendBuffer = SocketOptionValue(256 * 1024)

  private func addHandlers(
    to pipeline: ChannelPipeline.SynchronousOperations, _ admission: ConnectionCount.Admission
  ) throws {
    let intake = RequestIntakeHandler(rules.limits)
    try pipeline.addHandler(StallHandler(rules.limits.stallTime))
    try pipeline.addHandler(IncomingBytesHandler(for: intake))
    try pipeline.configureHTTPServerPipeline(
      withPipeliningAssistance: false,  // NIOAsyncChannel holds back what is pipelined
      withErrorHandling: false,  // a complaint is answered
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
    // Once per connection, for `closeFuture` gives no callback back: one per request would pile up.
    connection.channel.closeFuture.whenComplete { _ in departure.clientLeft() }
    await departure.whileAnswering { [answering] in
      await answering.handleHTTP(asyncChannel: connection, logger: logger)
    }
  }
}

extension HTTPServerBuilder {
  /// Serves HTTP/1.1 over connections that end when the client leaves, or goes beyond the limits of
  /// ``ConnectionLimits``.
  ///
  ///     Application(router: router, server: .clientBound)
  public static var clientBound: HTTPServerBuilder { clientBound() }

  /// Serves HTTP/1.1 over connections that end when the client leaves, or goes beyond the limits.
  ///
  /// - Parameters:
  ///   - limits: what a connection may take, and how many there may be.
  ///   - gauge: counts them.
  ///   - refusal: puts into words what is refused before it reaches the app: 400, 408, 414, 431 or 503. It is called
  ///     on an event loop, so its pages should be there already.
  public static func clientBound(
    _ limits: ConnectionLimits = ConnectionLimits(), gauge: ConnectionGauge = ConnectionGauge(),
    refusing refusal: @escaping @Sendable (HTTPResponse.Status) -> RejectionResponse = { RejectionResponse(status: $0) }
  ) -> HTTPServerBuilder {
    HTTPServerBuilder { responder in
      ClientBoundChannel(responder: responder, limits: limits, gauge: gauge, refusing: refusal)
    }
  }
}
