import Foundation
import Hummingbird
import Logging
import NIOCore
import ServerSupport
import ServiceLifecycle
import Testing

@testable import StatePagesServing

@Suite(.timeLimit(.minutes(20)))
struct PortInUseTests {
  @Test func `a port in use is an IOError that names it, thrown out of the service group`() async throws {
    try await RunningServer.serving(routes()) { server in
      let second = Application(
        router: routes(),
        server: .clientBound(),
        configuration: .init(address: .hostname("127.0.0.1", port: server.port)),
        logger: Logger(label: "second", factory: { _ in SwiftLogNoOpLogHandler() })
      )
      let group = ServiceGroup(configuration: .init(services: [second], logger: second.logger))
      let error = await #expect(throws: IOError.self) { try await group.run() }
      #expect(error?.errnoCode == EADDRINUSE)
    }
  }
}
