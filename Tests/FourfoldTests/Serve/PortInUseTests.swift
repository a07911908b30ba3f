import Foundation
import Testing

@testable import fourfold

struct PortInUseTests {
  @Test func `a start with a port in use ends, and names the option`() async throws {
    let world = try CommandWorld()
    try await ServedSources.with { served in
      let port = served.ports.server
      let command = try RunningCommand(["serve", "--port", "\(port)", "--database", world.database], in: world)
      #expect(try await command.ends() == 1)
      #expect(try command.asked.hasSuffix("Port \(port) on 127.0.0.1 is in use. Choose another with --port.\n"))
    }
  }
}
