public import Hummingbird
public import NIOCore

/// A request context for an app of pages. An app that needs more writes a ``ClientRequestContext`` of its own.
public struct PageRequestContext: ClientRequestContext {
  /// Hummingbird's part of the context.
  public var coreContext: CoreRequestContextStorage
  /// The remote address of the connection: the client's, or a proxy's.
  public let remoteAddress: SocketAddress?
  /// The client of the request.
  public var client: Client?

  /// Creates the context of a request from a connection.
  public init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    remoteAddress = source.channel.remoteAddress
  }
}
