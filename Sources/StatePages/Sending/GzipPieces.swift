import NIOCore
import SystemZlib

/// One gzip member in pieces, each of which can be read as soon as it has come: the head before the first, then raw deflate
/// that ends on a byte and needs nothing before it, at last an empty final block and the trailer (RFC 1952).
///
/// A compressor, some 200 KB of memory, lives only while a piece is made. Between them a sum and a length are all that is kept.
struct GzipPieces: Sendable {
  private var checksum: UInt32 = 0
  /// Modulo 2³², as the trailer tells it.
  private var length: UInt32 = 0
  private var hasHead = false

  /// The next piece; empty where there is nothing to add.
  /// - Throws: ``DeflateProblem`` where zlib has no memory. The member cannot go on then.
  mutating func piece(_ bytes: ByteBuffer) throws(DeflateProblem) -> ByteBuffer {
    // zlib takes no bytes at all for the wish to begin a new sum.
    guard bytes.readableBytes > 0 else { return ByteBuffer() }
    var piece = try deflated(bytes, as: .piece, level: Gzip.Effort.quick.level)
    checksum = bytes.withUnsafeReadableBytes { bytes in
      UInt32(crc32(UInt(checksum), bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(bytes.count)))
    }
    length &+= UInt32(bytes.readableBytes)
    var head = takeHead()
    guard head.readableBytes > 0 else { return piece }
    head.writeBuffer(&piece)
    return head
  }

  /// What ends the member. Whoever abandons it sends none, so that its reader can tell.
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

  /// Deflate, no name, no time, some system.
  private static let head: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
  /// The last one, with fixed codes, and nothing in it but its end (RFC 1951, section 3.2.6).
  private static let lastBlock: [UInt8] = [0x03, 0x00]
}
