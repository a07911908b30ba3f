import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// Serves the lists of ``DemoSource/all`` on this machine, each in its own manner.
final class DemoSources: Service {
  /// Where they are.
  struct Ports: Hashable, Sendable {
    /// Where they are answered.
    let server: Int
    /// Where those are said to be that are dead.
    let dead: Int
  }

  private let port: Int
  private let logger: Logger
  private let held: HeldPort
  private let answers: DemoResponses
  private let (listening, tell) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))

  /// - Parameters:
  ///   - port: where to listen; 0 takes a free one.
  ///   - sources: those that are served.
  /// - Throws: ``CommandProblem`` if the system has no port for the dead.
  init(port: Int = 0, sources: [DemoSource] = DemoSource.all, logger: Logger) throws(CommandProblem) {
    self.port = port
    // Somebody who leaves in the middle of the largest is nothing to tell an operator of.
    var quiet = logger
    quiet.logLevel = max(logger.logLevel, .error)
    self.logger = quiet
    held = try HeldPort()
    answers = DemoResponses(to: sources)
  }

  /// Waits until they are served, and tells where. To be asked once.
  func ports() async throws(CancellationError) -> Ports {
    for await port in listening { return Ports(server: port, dead: held.number) }
    throw CancellationError()
  }

  func run() async throws {
    defer { tell.finish() }
    let server = Application(
      router: answers.router(),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port), serverName: nil),
      onServerRunning: { [tell] channel in tell.yield(channel.localAddress?.port ?? 0) }, logger: logger)
    try await server.run()
  }
}

extension DemoSource {
  /// The host where it is said to be: a name of its own, which only ``DemoResolver`` knows.
  var host: String { path.dropFirst().prefix { $0 != "." } + ".example" }

  /// Where it is.
  /// - Parameter host: its host, or another name of this machine.
  func address(_ ports: DemoSources.Ports, at host: String? = nil) -> String {
    let port =
      switch behaviour {
      case .prompt, .slow, .everyOther, .pouring: ports.server
      case .dead: ports.dead
      }
    return "http://\(host ?? self.host):\(port)\(path)"
  }
}
