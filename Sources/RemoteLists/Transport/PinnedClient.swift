import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import NetworkAddresses
import Tasks

/// An HTTP client for one request to one checked address. It must be closed after use, also on errors.
struct PinnedClient: Sendable {
  let hop: Hop
  let settings: FetchSettings
  let reporter: ProgressReporter
  let wire: ConnectionVerifier
  private let client: HTTPClient
  private let left: Duration

  /// - Parameters:
  ///   - address: the checked address of the hop's host; the only one that connections are made to.
  ///   - left: the time left until the deadline.
  init(to hop: Hop, by address: IPAddress, settings: FetchSettings, left: Duration, reporter: ProgressReporter) {
    (self.hop, self.settings, self.left, self.reporter) = (hop, settings, left, reporter)
    let wire = ConnectionVerifier(
      to: address, certified: hop.origin.certifiedName, isSecure: hop.origin.isSecure, reporter: reporter)
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

  func send(_ request: SourceRequest) async throws -> SourceResponse {
    var asked = HTTPClientRequest(url: hop.url)
    asked.method = request.method
    asked.headers = request.headers
    asked.body = request.body.map { .bytes(ByteBuffer(string: $0)) }
    let response = try await client.execute(asked, timeout: TimeAmount(left))
    reporter.receiving()
    let status = Int(response.status.code)
    // OK, Non-Authoritative Information (changed by a proxy), and Multi-Status.
    let isWanted = [200, 203, 207].contains(status)
    return SourceResponse(
      status: status, headers: response.headers, body: isWanted ? try await body(of: response) : [])
  }

  /// The body of a response, up to the size limit.
  private func body(of response: HTTPClientResponse) async throws -> [UInt8] {
    let codings = response.headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }
    // The client decodes these, up to the limit, and passes others on as they are.
    guard codings.count <= 1, ["", "identity", "gzip", "deflate"].contains(codings.first ?? "") else {
      throw SourceFailure.malformed
    }
    // `Content-Length` is not trusted, but a length over the limit is rejected without reading the body.
    if let length = response.headers.first(name: "Content-Length").flatMap({ Int($0) }), length > settings.bytes {
      throw SourceFailure.tooLarge
    }
    var body: [UInt8] = []
    for try await chunk in response.body {
      reporter.received(chunk.readableBytes)
      guard body.count + chunk.readableBytes <= settings.bytes else { throw SourceFailure.tooLarge }
      body += chunk.readableBytesView
      reporter.tellReceived()
    }
    try Task.checkCancellation()
    reporter.tellReceived(isLast: true)
    return body
  }

  /// Shuts the client down, and ends its request. A connection that is being established, or whose server answers no `close_notify`,
  /// ends by its own timeout.
  func close() { client.shutdown { _ in } }
}
