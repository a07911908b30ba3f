public import Hummingbird
public import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
public import StatePagesServing

/// A server on a free port of 127.0.0.1, run by a `ServiceGroup` as the command does it.
public struct RunningServer: Sendable {
  /// The port that it listens on.
  public let port: Int
  private let group: ServiceGroup
  private let running: Task<Void, any Error>

  /// Requests a graceful shutdown, as SIGTERM does, and returns at once.
  public func beginShutdown() async { await group.triggerGracefulShutdown() }

  /// Waits until the server has ended.
  public func end() async throws { try await running.value }

  /// Serves `router` while `body` runs; returns once the server has ended.
  ///
  /// It waits while too many other servers run: tests that measure milliseconds cannot share the machine with a hundred of them.
  ///
  /// - Parameters:
  ///   - server: How connections are served, and with which limits.
  ///   - shutdownDeadline: How long a graceful shutdown may take.
  public static func serving<Value: Sendable>(
    _ router: Router<BasicRequestContext>,
    by server: HTTPServerBuilder = .clientBound(),
    shutdownDeadline: Duration = .seconds(20),
    _ body: @escaping @Sendable (RunningServer) async throws -> Value
  ) async throws -> Value {
    await Berths.all.take()
    let result: Result<Value, any Error>
    do {
      result = .success(try await servingAtOnce(router, by: server, shutdownDeadline: shutdownDeadline, body))
    } catch {
      result = .failure(error)
    }
    await Berths.all.leave()
    return try result.get()
  }

  private static func servingAtOnce<Value: Sendable>(
    _ router: Router<BasicRequestContext>,
    by server: HTTPServerBuilder,
    shutdownDeadline: Duration,
    _ body: @escaping @Sendable (RunningServer) async throws -> Value
  ) async throws -> Value {
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    var logger = Logger(label: "server", factory: { _ in SwiftLogNoOpLogHandler() })
    logger.logLevel = .critical
    let application = Application(
      router: router,
      server: server,
      configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        port.yield(channel.localAddress?.port ?? 0)
        port.finish()
      },
      logger: logger
    )
    var configuration = ServiceGroupConfiguration(services: [application], logger: logger)
    configuration.maximumGracefulShutdownDuration = shutdownDeadline
    let group = ServiceGroup(configuration: configuration)

    let running = Task { try await group.run() }
    var bound = ports.makeAsyncIterator()
    let result: Result<Value, any Error>
    do {
      let server = RunningServer(port: await bound.next() ?? 0, group: group, running: running)
      result = .success(try await body(server))
    } catch {
      result = .failure(error)
    }
    await group.triggerGracefulShutdown()
    try await running.value
    return try result.get()
  }
}
