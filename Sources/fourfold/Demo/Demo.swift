import Foundation
import Logging
import RemoteLists
import ServiceLifecycle
import TaskApp
import UnixSignals

/// `fourfold serve --demo`: serves the app with sample data, together with local servers for its remote lists, until shutdown.
/// All data is deleted at the end.
struct Demo: Sendable {
  /// Serves the app with the given settings, and returns at shutdown.
  typealias Serving = @Sendable (ServeSettings) async throws -> Void

  let settings: ServeSettings
  let logger: Logger
  let serve: Serving

  func run() async throws {
    let sources = DemoServer(logger: logger)
    let stage = DemoStage(settings: settings, sources: sources, logger: logger, serve: serve)
    // Services shut down in reverse order.
    let services = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [
          .init(service: sources, serviceName: "demo sources"),
          .init(service: stage, successTerminationBehavior: .gracefullyShutdownGroup, serviceName: "demo"),
        ],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    try await services.run()
  }
}

/// Serves the demo's app from a temporary folder, which it deletes at the end.
private struct DemoStage: Service {
  let settings: ServeSettings
  let sources: DemoServer
  let logger: Logger
  let serve: Demo.Serving

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "fourfold-demo-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StartProblem(CommandProblem("No folder can be made for the demo: \(error.localizedDescription)"))
    }
    defer {
      do { try FileManager.default.removeItem(at: folder) } catch {
        logger.warning("the demo's folder is still there", metadata: ["folder": "\(folder.path)", "error": "\(error)"])
      }
    }
    let ports = try await sources.ports()
    let world = DemoWorld()
    let database = folder.appending(path: "fourfold.sqlite").path
    do { try await world.make(at: database, following: ports) } catch { throw StartProblem(error) }
    try await serve(settings.showing(world, at: database, following: ports))
  }
}

extension ServeSettings {
  /// Settings for the demo: private addresses are allowed, copies become stale fast, and only readers trigger refreshes, so that
  /// every state can be observed.
  fileprivate func showing(_ world: DemoWorld, at database: String, following ports: DemoServer.Ports) -> Self {
    var settings = self
    settings.database = database
    settings.resolver = DemoResolver()
    settings.fetching.allowsPrivate = true
    settings.fetching.ports = [ports.server, ports.dead]
    (settings.freshness.staleAfter, settings.freshness.pauseAfterFailure) = (.seconds(20), .seconds(20))
    settings.freshness.refreshEvery = nil
    settings.demo = DemoAccount(name: DemoWorld.name, password: world.password)
    settings.greeting = [
      "Sign in as \(DemoWorld.name) with the password \(world.password)",
      """
      On this machine, its first page has a button for that. Some of its followed lists are slow or fail on purpose. Press Ctrl-C \
      to end the demo and delete its data.
      """,
    ]
    return settings
  }
}

/// Generates a random password that is easy to type: twelve letters in three groups; 377 billion combinations.
enum DemoPassword {
  static func make() -> String {
    // `randomElement` uses the system's random number generator.
    func letter(of letters: String) -> String { letters.randomElement().map(String.init) ?? "x" }
    func syllable() -> String { letter(of: "bdfghjklmnprstvwz") + letter(of: "aeiou") }
    return (0..<3).map { _ in syllable() + syllable() }.joined(separator: "-")
  }
}
