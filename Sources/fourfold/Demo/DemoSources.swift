import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NetworkAddresses
import RemoteLists
import ServiceLifecycle
import Synchronization

/// Serves the lists of ``DemoSource/all`` on this machine.
final class DemoSources: Service {
  /// The ports of the demo's sources.
  struct Ports: Hashable, Sendable {
    /// The port of the server.
    let server: Int
    /// A port that refuses connections: nothing listens below the ports of users on a machine of today.
    var dead = 1
  }

  private let port: Int
  private let logger: Logger
  private let answers: DemoResponses
  private let (listening, tell) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))

  /// - Parameters:
  ///   - port: the port to listen on; 0 for any free port.
  ///   - sources: the sources to serve.
  init(port: Int = 0, sources: [DemoSource] = DemoSource.all, logger: Logger) {
    self.port = port
    // Clients that disconnect early are expected and not worth a warning.
    var quiet = logger
    quiet.logLevel = max(logger.logLevel, .error)
    self.logger = quiet
    answers = DemoResponses(to: sources)
  }

  /// Waits until the server listens, and returns the ports. Must be called only once.
  func ports() async throws(CancellationError) -> Ports {
    for await port in listening { return Ports(server: port) }
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
  /// The host in its URL: a name that only ``DemoResolver`` resolves.
  var host: String { path.dropFirst().prefix { $0 != "." } + ".example" }

  /// The URL.
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

/// Resolves the hosts of the demo's sources to this machine, and all others by the system.
struct DemoResolver: AddressResolver {
  private let others = SystemResolver()

  func addresses(of host: String) async throws(LookupFailure) -> [IPAddress] {
    guard DemoSource.all.contains(where: { $0.host == host }), let here = IPAddress("127.0.0.1") else {
      return try await others.addresses(of: host)
    }
    return [here]
  }
}
