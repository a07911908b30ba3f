import Foundation
import Testing

@testable import fourfold

struct HeldPortTests {
  @Test func `a held port cannot be bound until it is released`() throws {
    var held: HeldPort? = try HeldPort()
    let number = try #require(held?.number)
    #expect((1...65_535).contains(number))
    #expect(try HeldPort().number != number)
    #expect(!Self.canListen(on: number))
    held = nil
    #expect(Self.canListen(on: number))
  }

  private static func canListen(on port: Int) -> Bool {
    #if os(Linux)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 && listen(descriptor, 1) == 0
      }
    }
  }
}
