import NIOCore
import Testing

@testable import StatePages

struct InflateTests {
  /// A whole raw stream.
  private static func raw(_ bytes: ByteBuffer) throws -> [UInt8] {
    // Header and trailer of gzip have 10 and 8 bytes.
    Array(try deflated(bytes, as: .gzip, level: 6).readableBytesView.dropFirst(10).dropLast(8))
  }

  @Test(arguments: [
    ByteBuffer(), ByteBuffer(string: "Milk"), GzipTests.noise(300_000), ByteBuffer(repeating: 32, count: 500_000),
  ])
  func `what was deflated is unpacked`(content: ByteBuffer) throws {
    let packed = try Self.raw(content)
    #expect(Inflate.bytes(packed[...], atMost: content.readableBytes) == Array(content.readableBytesView))
  }

  @Test func `no more than the bound is unpacked`() throws {
    let packed = try Self.raw(ByteBuffer(repeating: 0, count: 10_000_000))
    #expect(packed.count < 20_000)
    #expect(Inflate.bytes(packed[...], atMost: 9_999_999) == nil)
    #expect(Inflate.bytes(packed[...], atMost: 10_000_000)?.count == 10_000_000)
  }

  @Test func `damaged, truncated and longer input is refused`() throws {
    let packed = try Self.raw(GzipTests.noise(1_000))
    for count in 0..<packed.count { #expect(Inflate.bytes(packed[..<count], atMost: 1_000) == nil) }
    #expect(Inflate.bytes((packed + [0])[...], atMost: 1_000) == nil)
    #expect(Inflate.bytes([0xFF, 0xFF, 0xFF], atMost: 1_000) == nil)
  }
}
