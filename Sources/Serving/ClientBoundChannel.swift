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
/// tasks. That holds for safe methods; anything else, a form that was sent above all, runs to its end (``Departure``).
///
/// Hummingbird's own child channel keeps such a connection half open, cancels nothing, and hears of a reader who left
/// only when it next fails to write. The price: a client that ends its sending side and still wants an answer gets
/// none. Browsers, curl and proxies don't do that; `nc -N` does.
///
/// Requests are answered one after another as Hummingbird does it. ``ConnectionEnd`` tells when a connection ends
/// from our side.
public struct ClientBoundChannel: HTTPChannelHandler {
  /// A connection with its requests coming in and its responses going out.
  public typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

  /// Answers a request.
  public let responder: Responder

  /// - Parameter responder: answers each request; `HTTPServerBuilder` hands it over.
  public init(responder: @escaping Responder) {
    self.responder = responder
  }

  /// Prepares an accepted connection.
  public func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    // Hummingbird's bootstrap allows half-closure; options set here come later and win.
    channel.setOption(.allowRemoteHalfClosure, value: false).flatMapThrowing {
      let pipeline = channel.pipeline.syncOperations
      try pipeline.configureHTTPServerPipeline(
        withPipeliningAssistance: false,  // NIOAsyncChannel holds back what is pipelined
        withErrorHandling: false,  // handleHTTP answers 400
        withOutboundHeaderValidation: false  // HTTPFields cannot hold an invalid value
      )
      try pipeline.addHandler(ConnectionEndHandler())
      try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
      return try NIOAsyncChannel(
        wrappingChannelSynchronously: channel,
        configuration: .init(isOutboundHalfClosureEnabled: true)
      )
    }
  }

  /// Answers the requests of a connection until it ends.
  public func handle(value connection: Value, logger: Logger) async {
    let departure = Departure()
    let answering = ClientBoundChannel { request, writer, channel in
      departure.begin(request.method)
      defer { departure.end() }
      try await responder(request, writer, channel)
    }
    let task = Task { await answering.handleHTTP(asyncChannel: connection, logger: logger) }
    // Once per connection, for `closeFuture` gives no callback back: one per request would pile up.
    connection.channel.closeFuture.whenComplete { _ in
      departure.clientLeft { task.cancel() }
    }
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

extension HTTPServerBuilder {
  /// Serves HTTP/1.1 over connections that end when the client leaves.
  ///
  ///     Application(router: router, server: .clientBound)
  public static var clientBound: HTTPServerBuilder {
    HTTPServerBuilder { responder in ClientBoundChannel(responder: responder) }
  }
}
