import HTTPTypes
import NIOCore
import Testing

@testable import StatePages

struct ContentCodingTests {
  @Test(arguments: [
    "gzip", "GZip", "x-gzip", "X-GZIP", "gzip, deflate, br, zstd", "br;q=1.0, gzip;q=0.8, *;q=0.1", "*", "*;q=0.5",
    "gzip;q=0.001", "gzip;Q=1", "gzip ; q=1", "gzip\t;\tq=1.000", " , ,gzip,", "identity;q=0, *",
    "identity;q=0.5, gzip;q=0.5", "identity;q=0.5, *;q=0.7", "deflate;q=0, *;q=0.3", "gzip;q=0.2, *;q=0",
  ])
  func `gzip is used if it is accepted at least as well as identity`(wishes: String) {
    #expect(ContentCoding(acceptedIn: [.acceptEncoding: wishes]) == .gzip)
  }

  @Test(arguments: [
    "", "identity", "deflate, br", "gzip;q=0", "gzip;q=0.0", "gzip;q=0.000, *", "x-gzip;q=0, *;q=1", "*;q=0",
    "identity;q=0", "identity;q=0, gzip;q=0", "*;q=0, identity;q=0", "identity, gzip;q=0.9", "identity;q=0.5, *;q=0.4",
    "gzip;q=0, gzip", "gzip, x-gzip;q=0", "gzip;q", "gzip;q=", "gzip;q=2", "gzip;q=1.001", "gzip;q=-1", "gzip;q=one",
    "gzip;level=9", "gzip;q=1;q=1", "gzip;;q=1", "gzipped", ";q=1", ";;;", ",,,",
    "ｇｚｉｐ", "gzip q=1", "\"gzip\"", "gzip;q=1,0;q=x,gzip;q=0",
  ])
  func `gzip is not used if it is not accepted, or the field is malformed`(wishes: String) {
    #expect(ContentCoding(acceptedIn: [.acceptEncoding: wishes]) == .identity)
  }

  @Test func `several fields are combined, and none means identity`() {
    var headers: HTTPFields = [:]
    #expect(ContentCoding(acceptedIn: headers) == .identity)
    headers[values: .acceptEncoding] = ["br", "gzip;q=0.5", "nonsense;q=nonsense"]
    #expect(ContentCoding(acceptedIn: headers) == .gzip)
    headers[values: .acceptEncoding].append("identity;q=0.6")
    #expect(ContentCoding(acceptedIn: headers) == .identity)
  }

  @Test func `a very long field is parsed in linear time`() {
    let wishes = String(repeating: "a;q=0.5,", count: 10_000) + "gzip"
    #expect(ContentCoding(acceptedIn: [.acceptEncoding: wishes]) == .gzip)
  }

  /// Another site must not learn from the length of a page what it contains.
  @Test(arguments: [
    ("cross-site", ContentCoding.identity), ("same-site", .identity), ("same-origin", .gzip), ("none", .gzip),
  ])
  func `a response to another site is not compressed`(site: String, coding: ContentCoding) {
    let headers: HTTPFields = [.acceptEncoding: "gzip", .named("Sec-Fetch-Site"): site]
    #expect(OnePageApp.request(headers).coding == coding)
    #expect(OnePageApp.request([.named("Sec-Fetch-Site"): site]).coding == .identity)
  }
}

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
