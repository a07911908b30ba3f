import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NetworkAddresses
import RemoteLists
import ServiceLifecycle
import Synchronization
import Tasks

/// Serves the lists of ``DemoSource/all`` on this machine.
final class DemoServer: Service {
  struct Ports: Hashable, Sendable {
    let server: Int
    /// A port that refuses connections: nothing listens below the ports of users on a machine of today.
    var dead = 1
  }

  private let sources: [DemoSource]
  private let logger: Logger
  /// The number of requests per path.
  private let times = Mutex<[String: Int]>([:])
  private let (listening, tell) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))

  init(_ sources: [DemoSource] = DemoSource.all, logger: Logger) {
    self.sources = sources
    // Clients that disconnect early are expected and not worth a warning.
    var quiet = logger
    quiet.logLevel = max(logger.logLevel, .error)
    self.logger = quiet
  }

  /// Waits until the server listens, and returns the ports. Must be called only once.
  func ports() async throws(CancellationError) -> Ports {
    for await port in listening { return Ports(server: port) }
    throw CancellationError()
  }

  func run() async throws {
    defer { tell.finish() }
    let router = Router()
    for source in sources { router.get(RouterPath(source.path)) { [self] _, _ in try await response(of: source) } }
    let server = Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0), serverName: nil),
      onServerRunning: { [tell] channel in tell.yield(channel.localAddress?.port ?? 0) }, logger: logger)
    try await server.run()
  }

  private func response(of source: DemoSource) async throws -> Response {
    let text = ByteBuffer(string: source.text(Day(of: Date(), in: .current)))
    var body = ResponseBody(byteBuffer: text)
    switch source.behaviour {
    case .prompt: break
    // Cancelled at shutdown.
    case .slow(let pause): try await cancelWhenGracefulShutdown { try await Task.sleep(for: pause) }
    case .everyOther:
      let isBusy = times.withLock { times in
        times[source.path, default: 0] += 1
        return times[source.path]?.isMultiple(of: 2) == false
      }
      if isBusy { return Response(status: .serviceUnavailable) }
    case .pouring(let bytes):
      body = ResponseBody { writer in
        var poured = 0
        while poured < bytes {
          try await writer.write(text)
          poured += text.readableBytes
          try await cancelWhenGracefulShutdown { try await Task.sleep(for: .milliseconds(50)) }
        }
        try await writer.finish(nil)
      }
    case .dead: return Response(status: .notFound)
    }
    return Response(status: .ok, headers: [.contentType: source.type], body: body)
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
