package import Hummingbird
import Logging
package import NIOCore
package import StatePages

package struct AppContext: ClientRequestContext {
  /// Hummingbird's part of the context.
  package var coreContext: CoreRequestContextStorage
  /// The remote address of the connection: the client's, or a proxy's.
  package let remoteAddress: SocketAddress?
  package var client: Client?
  /// The failed action that the response page reports; nil unless the request is a form that could not be saved.
  var refusal: RefusedForm?
  /// The connection of the request; nil for requests made by the app itself.
  let channel: (any Channel)?

  package init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
    remoteAddress = source.channel.remoteAddress
  }
}

extension Channel {
  /// Waits until the event loop has processed the writes. Only there are full buffers detected; without this wait, pieces
  /// accumulate in memory, about 50 MB for a client that reads nothing.
  func settle() async throws {
    if isActive { try await eventLoop.submit {}.get() }
  }
}
