import AsyncHTTPClient
import NIOCore
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import NetworkAddresses

/// An HTTP client for one request to one checked address. It must be closed after use, also on errors.
struct PinnedClient: Sendable {
  let hop: Hop
  let settings: FetchSettings
  let watch: ProgressReporter
  let wire: ConnectionTracker
  private let client: HTTPClient
  private let left: Duration

  /// - Parameters:
  ///   - address: the checked address of the hop's host; the only one that connections are made to.
  ///   - left: the time left until the deadline.
  init(to hop: Hop, by address: IPAddress, settings: FetchSettings, left: Duration, watch: ProgressReporter) {
    (self.hop, self.settings, self.left, self.watch) = (hop, settings, left, watch)
    let wire = ConnectionTracker(
      to: address, certified: hop.origin.certifiedName, isSecure: hop.origin.isSecure, watch: watch)
    self.wire = wire
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.trustRoots = settings.trustRoots
    tls.minimumTLSVersion = .tlsv12
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tls, redirectConfiguration: .disallow,
      timeout: .init(connect: TimeAmount(min(settings.connectTimeout, left))),
      proxy: nil, decompression: .enabled(limit: .size(settings.bytes)))
    // `Host`, SNI and certificate verification still use the name.
    configuration.dnsOverride = [hop.origin.host.encoded: "\(address)"]
    configuration.connectionPool.retryConnectionEstablishment = false
    // The timer for an idle connection keeps running after shutdown, and retains the whole client.
    configuration.connectionPool.idleTimeout = .seconds(1)
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1
    configuration.http1_1ConnectionDebugInitializer = { wire.connected($0, isMultiplexed: false) }
    configuration.http2ConnectionDebugInitializer = { wire.connected($0, isMultiplexed: true) }
    // A trace would contain the whole URL, which may be secret.
    configuration.tracing.tracer = nil
    client = HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
  }

  func ask(_ request: SourceRequest) async throws -> SourceResponse {
    var asked = HTTPClientRequest(url: hop.url)
    asked.method = request.method
    asked.headers = request.headers
    asked.body = request.body.map { .bytes(ByteBuffer(string: $0)) }
    let response = try await client.execute(asked, timeout: TimeAmount(left))
    watch.receiving()
    return try await ResponseReading(response: response, limit: settings.bytes, watch: watch).whole()
  }

  /// Closes the connection immediately, and shuts the client down.
  func close() async {
    let wasConnected = wire.cut()
    if wasConnected || !Task.isCancelled {
      await Self.shutDown(client)
    } else {
      // A connection attempt cannot be cancelled. It ends by its own timeout, without blocking the caller.
      let client = client
      Task { await Self.shutDown(client) }
    }
  }

  private static func shutDown(_ client: HTTPClient) async {
    await withCheckedContinuation { done in
      // `shutdown` fails only if it is called twice.
      client.shutdown { _ in done.resume() }
    }
  }
}
