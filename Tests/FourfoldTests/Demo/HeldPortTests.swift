import Foundation
import NIOCore
import Testing

@testable import fourfold

struct HeldPortTests {
  @Test func `a held port cannot be bound until it is released`() throws {
    var held: HeldPort? = try HeldPort()
    let number = try #require(held?.number)
    #expect((1...65_535).contains(number))
    #expect(try HeldPort().number != number)
    #expect(try !Self.canListen(on: number))
    held = nil
    #expect(try Self.canListen(on: number))
  }

  private static func canListen(on port: Int) throws -> Bool {
    #if os(Linux)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    defer { close(descriptor) }
    return try SocketAddress(ipAddress: "127.0.0.1", port: port).withSockAddr {
      bind(descriptor, $0, socklen_t($1)) == 0 && listen(descriptor, 1) == 0
    }
  }
}
