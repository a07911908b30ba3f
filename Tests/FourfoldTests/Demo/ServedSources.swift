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
  let ports: DemoServer.Ports

  /// Serves the sources while `body` runs.
  static func with(
    _ sources: [DemoSource] = DemoSource.all, _ body: (ServedSources) async throws -> Void
  ) async throws {
    var logger = Logger(label: "sources", factory: { _ in SwiftLogNoOpLogHandler() })
    logger.logLevel = .critical
    let server = DemoServer(sources, logger: logger)
    let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: [server], logger: logger))
    let running = Task { try await group.run() }
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(ServedSources(ports: try await server.ports())))
    } catch {
      result = .failure(error)
    }
    await group.triggerGracefulShutdown()
    try await running.value
    try result.get()
  }

  /// Requests a source over a connection of its own, and returns the status.
  func get(_ source: DemoSource) async throws -> Int? {
    guard let url = URL(string: source.address(ports, at: "127.0.0.1")) else { throw URLError(.badURL) }
    let session = URLSession(configuration: .ephemeral)
    defer { session.invalidateAndCancel() }
    return (try await session.data(from: url).1 as? HTTPURLResponse)?.statusCode
  }
}
