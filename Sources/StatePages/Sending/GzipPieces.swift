import NIOCore
import SystemZlib

/// A gzip member in pieces, each of which can be decoded as soon as it arrives: the header before the first, then raw
/// deflate that ends on a byte boundary and depends on no earlier piece, finally an empty last block and the trailer
/// (RFC 1952).
///
/// A compressor, some 200 KB of memory, lives only while a piece is made. Between pieces only a checksum and a length
/// are stored.
struct GzipPieces: Sendable {
  private var checksum: UInt32 = 0
  /// Modulo 2³², as in the trailer.
  private var length: UInt32 = 0
  private var hasHead = false

  /// The next piece; empty if there is nothing to add.
  /// - Throws: ``DeflateProblem`` if zlib runs out of memory. The member cannot continue then.
  mutating func piece(_ bytes: ByteBuffer) throws(DeflateProblem) -> ByteBuffer {
    // zlib's `crc32` without bytes starts a new checksum.
    guard bytes.readableBytes > 0 else { return ByteBuffer() }
    var piece = try deflated(bytes, as: .piece, level: Gzip.quick)
    checksum = bytes.withUnsafeReadableBytes { bytes in
      UInt32(crc32(UInt(checksum), bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(bytes.count)))
    }
    length &+= UInt32(bytes.readableBytes)
    var head = takeHead()
    guard head.readableBytes > 0 else { return piece }
    head.writeBuffer(&piece)
    return head
  }

  /// The end of the member. An aborted member has none, so the client can detect that it is incomplete.
  mutating func end() -> ByteBuffer {
    var end = takeHead()
    end.writeBytes(Self.lastBlock)
    end.writeInteger(checksum, endianness: .little)
    end.writeInteger(length, endianness: .little)
    return end
  }

  private mutating func takeHead() -> ByteBuffer {
    defer { hasHead = true }
    return hasHead ? ByteBuffer() : ByteBuffer(bytes: Self.head)
  }

  /// Deflate, no name, no time, unknown system.
  private static let head: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
  /// An empty last block, with fixed codes (RFC 1951, section 3.2.6).
  private static let lastBlock: [UInt8] = [0x03, 0x00]
}
