import Foundation
import Logging
import ServiceLifecycle
import Tasks

@testable import fourfold

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The demo's sources, served on a port of their own.
struct ServedSources: Sendable {
  let ports: DemoSources.Ports

  /// Serves the sources while `body` runs.
  static func with(
    _ sources: [DemoSource] = DemoSource.all, _ body: (ServedSources) async throws -> Void
  ) async throws {
    var logger = Logger(label: "sources", factory: { _ in SwiftLogNoOpLogHandler() })
    logger.logLevel = .critical
    let sources = DemoSources(sources: sources, logger: logger)
    let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: [sources], logger: logger))
    let running = Task { try await group.run() }
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(ServedSources(ports: try await sources.ports())))
    } catch {
      result = .failure(error)
    }
    await group.triggerGracefulShutdown()
    try await running.value
    try result.get()
  }

  /// A response, and the time it took.
  struct Answer {
    let status: Int
    let fields: [String: String]
    let body: Data
    let duration: Duration

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// Requests a source over a connection of its own.
  func get(_ source: DemoSource, ifNot tag: String? = nil) async throws -> Answer {
    guard let url = URL(string: source.address(ports, at: "127.0.0.1")) else { throw URLError(.badURL) }
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalAndRemoteCacheData)
    request.setValue(tag, forHTTPHeaderField: "If-None-Match")
    let session = URLSession(configuration: .ephemeral)
    defer { session.invalidateAndCancel() }
    let start = ContinuousClock.now
    let (body, response) = try await session.data(for: request)
    let http = response as? HTTPURLResponse
    var fields: [String: String] = [:]
    for (name, value) in http?.allHeaderFields ?? [:] { fields["\(name)".lowercased()] = "\(value)" }
    return Answer(status: http?.statusCode ?? 0, fields: fields, body: body, duration: start.duration(to: .now))
  }
}
