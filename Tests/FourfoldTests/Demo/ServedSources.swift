import Logging
import ServiceLifecycle
import Tasks

@testable import fourfold

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
}
