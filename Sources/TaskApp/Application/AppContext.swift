public import Hummingbird
public import NIOCore

/// What accompanies a request through the app.
public struct AppContext: RequestContext, RemoteAddressRequestContext {
  /// What the framework keeps of a request.
  public var coreContext: CoreRequestContextStorage
  /// Where the connection comes from: the sender itself, or a proxy before us.
  public let remoteAddress: SocketAddress?

  /// The context of a request that comes by a connection.
  public init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    remoteAddress = source.channel.remoteAddress
  }
}
