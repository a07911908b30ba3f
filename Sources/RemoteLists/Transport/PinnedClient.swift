import AsyncHTTPClient
import NIOCore
import NIOPosix
import NIOSSL

/// A client for one question to one checked address. It is closed in every case.
struct PinnedClient: Sendable {
  let hop: Hop
  let settings: FetchSettings
  let watch: ProgressReporter
  let wire: ConnectionTracker
  private let client: HTTPClient
  private let left: Duration

  /// - Parameters:
  ///   - address: the checked address of the hop's host; the only one that is connected to.
  ///   - left: how much time there is for all of it.
  init(to hop: Hop, by address: IPAddress, settings: FetchSettings, left: Duration, watch: ProgressReporter) {
    self.hop = hop
    self.settings = settings
    self.left = left
    self.watch = watch
    let wire = ConnectionTracker(
      to: address, certified: hop.origin.certifiedName, isSecure: hop.origin.isSecure, watch: watch)
    self.wire = wire
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.trustRoots = settings.trustRoots
    tls.minimumTLSVersion = .tlsv12
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tls, redirectConfiguration: .disallow,
      timeout: .init(connect: TimeAmount(min(settings.connectTimeout, left))),
      proxy: nil, decompression: .disabled)
    // The name is still what is asked for, and what the certificate must be for.
    configuration.dnsOverride = [hop.origin.host.encoded: "\(address)"]
    configuration.connectionPool.retryConnectionEstablishment = false
    // However it is closed, the timer for a connection that waits for its next question runs on, and keeps all of the client.
    configuration.connectionPool.idleTimeout = .seconds(1)
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1
    configuration.http1_1ConnectionDebugInitializer = { wire.connected($0, isMultiplexed: false) }
    configuration.http2ConnectionDebugInitializer = { wire.connected($0, isMultiplexed: true) }
    // A trace would hold the whole address.
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

  /// Ends the connection, whatever is going on there.
  func close() async {
    let wasConnected = wire.cut()
    if wasConnected || !Task.isCancelled {
      await Self.shutDown(client)
    } else {
      // A connection that is only being made can't be called off. It ends by its own timeout, and no reader waits for that.
      let client = client
      Task { await Self.shutDown(client) }
    }
  }

  private static func shutDown(_ client: HTTPClient) async {
    await withCheckedContinuation { done in
      // It fails only where it is done twice.
      client.shutdown { _ in done.resume() }
    }
  }
}
