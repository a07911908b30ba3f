public import Hummingbird
import Logging
public import NIOCore

/// What accompanies a request through the app.
public struct AppContext: RequestContext, RemoteAddressRequestContext {
  /// What the framework keeps of a request.
  public var coreContext: CoreRequestContextStorage
  /// Where the connection comes from: the sender itself, or a proxy before us.
  public let remoteAddress: SocketAddress?
  /// What sends the request, and over what: worked out once, by ``ClientMiddleware``; nil before that.
  var client: Client?
  /// What the page tells that answers a form which could not be saved; nil for every other page.
  var refusal: FailedAction?
  /// The connection that the request came by; nil where the app itself asks.
  let channel: (any Channel)?

  /// The context of a request that comes by a connection.
  public init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
    remoteAddress = source.channel.remoteAddress
  }

  /// The context of a request that the app itself makes, as if it came from an address.
  init(from address: SocketAddress, logger: Logger) {
    coreContext = CoreRequestContextStorage(source: OwnRequest(logger: logger))
    remoteAddress = address
    channel = nil
  }
}

private struct OwnRequest: RequestContextSource {
  let logger: Logger
}
