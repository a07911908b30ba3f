import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
package import Tasks

/// One request to a server of one's own, for diagnosis. The SSRF policy does not apply: the operator names the address.
package enum Probe {
  package struct Answer: Hashable, Sendable {
    package let status: Int
    /// The first bytes of the body, as text.
    package let body: String

    package init(status: Int, body: String) {
      self.status = status
      self.body = body
    }
  }

  /// The longest body that is read, in bytes.
  private static let longestBody = 64 << 10

  /// Requests an address, without following redirects.
  /// - Throws: why there is no response.
  package static func get(_ url: String, timeout: Duration = .seconds(10)) async throws(SourceFailure) -> Answer {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.minimumTLSVersion = .tlsv12
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tls, redirectConfiguration: .disallow, timeout: .init(connect: TimeAmount(timeout)), proxy: nil,
      decompression: .disabled)
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.idleTimeout = .seconds(1)
    let client = HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
    defer { client.shutdown { _ in } }
    do {
      let response = try await client.execute(HTTPClientRequest(url: url), timeout: TimeAmount(timeout))
      let body = try await response.body.collect(upTo: longestBody)
      return Answer(status: Int(response.status.code), body: String(buffer: body))
    } catch {
      throw failure(of: error)
    }
  }

  private static func failure(of error: any Error) -> SourceFailure {
    if let error = error as? NIOConnectionError {
      if error.dnsAError != nil || error.dnsAAAAError != nil, error.connectionErrors.isEmpty { return .noSuchHost }
      let codes = error.connectionErrors.compactMap { ($0.error as? IOError)?.errnoCode }
      return codes.contains(ECONNREFUSED) ? .refused : .unreachable
    }
    let reporter = ProgressReporter { _ in }
    return SourceFailure(transport: error, reporter)
  }
}
