import Foundation
import Logging
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
    let sources = DemoSources(logger: logger)
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
  let sources: DemoSources
  let logger: Logger
  let serve: Demo.Serving

  func run() async throws {
    let folder = try TemporaryFolder()
    defer {
      do { try folder.remove() } catch {
        logger.warning("the demo's folder is still there", metadata: ["folder": "\(folder.path)", "error": "\(error)"])
      }
    }
    let ports = try await sources.ports()
    let world = DemoWorld()
    let database = folder.file("fourfold.sqlite")
    do {
      try await world.make(at: database, following: ports)
    } catch {
      throw StartProblem(error)
    }
    try await serve(settings.showing(world, at: database, following: ports))
  }
}

extension ServeSettings {
  /// Settings for the demo: private addresses are allowed, copies become stale fast, and only readers trigger refreshes, so that
  /// every state can be observed.
  fileprivate func showing(_ world: DemoWorld, at database: String, following ports: DemoSources.Ports) -> Self {
    var settings = self
    settings.database = database
    settings.resolver = DemoResolver()
    settings.sources.allowsPrivate = true
    settings.sources.ports = [ports.server, ports.dead]
    settings.sources.staleAfter = .seconds(20)
    settings.sources.refreshEvery = nil
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

/// Generates a random password that is easy to type.
enum DemoPassword {
  /// Twelve letters in three groups; 377 billion combinations.
  static func make() -> String {
    (0..<3).map { _ in
      (0..<2).map { _ in String(pick(from: "bdfghjklmnprstvwz")) + String(pick(from: "aeiou")) }.joined()
    }.joined(separator: "-")
  }

  /// Uses the system's random number generator.
  private static func pick(from letters: String) -> Character {
    letters.randomElement() ?? "x"
  }
}

/// A temporary folder that is accessible to its owner only.
struct TemporaryFolder {
  let path: String

  /// Creates the folder.
  /// - Throws: ``CommandProblem`` if it cannot be created.
  init(in parent: URL = FileManager.default.temporaryDirectory) throws(CommandProblem) {
    let pattern = parent.appending(path: "fourfold-demo-XXXXXX").path(percentEncoded: false)
    var bytes = Array(pattern.utf8CString)
    // mkdtemp creates the folder with mode 0700.
    guard mkdtemp(&bytes) != nil else {
      throw CommandProblem("No folder can be made in \(parent.path): \(String(cString: strerror(errno))).")
    }
    path = String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The path of a file in the folder.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Removes the folder with its contents.
  func remove() throws {
    try FileManager.default.removeItem(atPath: path)
  }
}
