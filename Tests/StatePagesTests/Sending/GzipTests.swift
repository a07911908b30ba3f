import NIOCore
import Testing

@testable import StatePages

struct GzipTests {
  /// Incompressible bytes, always the same.
  static func noise(_ count: Int) -> ByteBuffer {
    var state: UInt64 = 88_172_645_463_325_252
    return ByteBuffer(
      bytes: (0..<count).map { _ in
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return UInt8(truncatingIfNeeded: state)
      })
  }

  @Test(arguments: [0, 1, 2, 100, 32_768, 65_535, 65_536, 1_000_000], [Gzip.quick, Gzip.best])
  func `compressed bytes decompress to the original, whatever its size`(size: Int, level: Int32) throws {
    for bytes in [Self.noise(size), ByteBuffer(repeating: 0x61, count: size)] {
      let compressed = try Gzip.compressed(bytes, level: level)
      let inflated = Inflated(compressed)
      #expect(inflated.isWhole && inflated.bytes == Array(bytes.readableBytesView), "\(size)")
    }
  }

  @Test func `a compressed page uses no more memory than it needs`() throws {
    let page = ByteBuffer(string: (0..<1_000).map { "<li>Task \($0)</li>\n" }.joined())
    let compressed = try Gzip.compressed(page)
    #expect(compressed.readableBytes < page.readableBytes / 4)
    #expect(compressed.storageCapacity < compressed.readableBytes * 2)
    #expect(try Gzip.compressed(page) == compressed, "the same page has the same bytes always")
  }

  @Test func `only the readable bytes of a buffer are compressed`() throws {
    let buffer = ByteBuffer(string: "before, page, after")
    let page = try #require(buffer.getSlice(at: 8, length: 4))
    #expect(Inflated(try Gzip.compressed(page)).text == "page")
  }

  @Test func `a page that compression does not shorten is not compressed`() {
    #expect(Gzip.smaller(ByteBuffer(repeating: 0x61, count: 999)) == nil)
    #expect(Gzip.smaller(ByteBuffer(repeating: 0x61, count: 1_000)) != nil)
    #expect(Gzip.smaller(Self.noise(5_000)) == nil)
    #expect(Gzip.smaller(ByteBuffer()) == nil)
  }
}
