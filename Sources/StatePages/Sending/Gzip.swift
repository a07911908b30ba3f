import HTTPTypes
import Hummingbird
import NIOCore
import SystemZlib

enum Gzip {
  /// zlib's level for bodies that are compressed while a client waits. A list of 100 tasks, 213 KB of markup, becomes 13.0 KB at level 1,
  /// 12.4 KB at level 3 in the same time, and 10.7 KB at level 9, which takes four times as long.
  static let quick: Int32 = 3
  /// The level for bodies that are compressed once and sent many times.
  static let best: Int32 = 9

  /// The bytes as one gzip member, in a buffer of its own size (rounded up to a power of two, as NIO's are). Equal
  /// input has equal output, because the header has no time and no name.
  /// - Throws: ``DeflateProblem`` if zlib runs out of memory.
  static func compressed(_ bytes: ByteBuffer, level: Int32 = quick) throws(DeflateProblem) -> ByteBuffer {
    try deflated(bytes, as: .gzip, level: level)
  }

  /// The bytes as one gzip member; nil if that would not be smaller, or if compression fails: send them unencoded then.
  static func smaller(_ bytes: ByteBuffer, level: Int32 = quick) -> ByteBuffer? {
    guard bytes.readableBytes >= least else { return nil }
    do {
      let compressed = try compressed(bytes, level: level)
      return compressed.readableBytes < bytes.readableBytes ? compressed : nil
    } catch {
      return nil
    }
  }

  /// Smaller bodies gain nothing: head and body fit into one packet, of which Ethernet carries 1,460 bytes.
  static let least = 1_000
}

/// Sends a body as gzip, each write immediately.
struct GzipWriter: ResponseBodyWriter {
  private var writer: any ResponseBodyWriter
  private var pieces = GzipPieces()

  init(_ writer: any ResponseBodyWriter) { self.writer = writer }

  mutating func write(_ buffer: ByteBuffer) async throws {
    let piece = try pieces.piece(buffer)
    if piece.readableBytes > 0 { try await writer.write(piece) }
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
    try await writer.write(pieces.end())
    try await writer.finish(trailingHeaders)
  }
}

extension ContentCoding {
  /// A writer that encodes and forwards to another.
  func coding(_ writer: any ResponseBodyWriter) -> any ResponseBodyWriter {
    switch self {
    case .identity: writer
    case .gzip: GzipWriter(writer)
    }
  }
}

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

/// The output format of a run of zlib's compressor.
struct DeflateShape {
  /// A whole gzip member.
  static let gzip = DeflateShape(windowBits: MAX_WBITS + 16, flush: Z_FINISH, success: Z_STREAM_END)
  /// A part of a raw stream that ends on a byte boundary, can be decoded completely, and depends on no earlier part.
  static let piece = DeflateShape(windowBits: -MAX_WBITS, flush: Z_SYNC_FLUSH, success: Z_OK)

  fileprivate let windowBits, flush, success: Int32
}

/// zlib could not compress; in practice, because it ran out of memory.
struct DeflateProblem: Error, Hashable {
  /// zlib's error code.
  let code: Int32
}

/// Compresses bytes with a compressor of their own.
/// - Returns: a buffer with the smallest capacity that NIO allows, a power of two.
func deflated(_ bytes: ByteBuffer, as shape: DeflateShape, level: Int32) throws(DeflateProblem) -> ByteBuffer {
  // zlib's internal state points back at the stream, which must not move.
  let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  stream.initialize(to: z_stream())
  defer { stream.deallocate() }
  let begun = deflateInit2_(
    stream, level, Z_DEFLATED, shape.windowBits, memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
    Int32(MemoryLayout<z_stream>.size))
  guard begun == Z_OK else { throw DeflateProblem(code: begun) }
  defer { deflateEnd(stream) }

  // `deflateBound` is for `Z_FINISH`. A flush adds up to six bytes, and zlib needs spare room to report success.
  let bound = Int(deflateBound(stream, UInt(bytes.readableBytes))) + 16
  guard UInt32(exactly: bound) != nil else { throw DeflateProblem(code: Z_BUF_ERROR) }
  var output = ByteBufferAllocator().buffer(capacity: bound)
  var ended = Z_OK
  output.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { buffer in
    bytes.withUnsafeReadableBytes { input in
      stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
      stream.pointee.avail_in = UInt32(input.count)
      stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_out = UInt32(bound)
      ended = deflate(stream, shape.flush)
      return bound - Int(stream.pointee.avail_out)
    }
  }
  guard ended == shape.success, stream.pointee.avail_out > 0 else { throw DeflateProblem(code: ended) }
  output.shrinkBufferCapacity(to: output.readableBytes)
  return output
}

/// One less than zlib's default, which halves a table: pages have the same size, and touching fresh memory costs as
/// much as compressing a small page.
private let memoryLevel: Int32 = 7

/// Unpacks raw deflated bytes (RFC 1951), as in an archive.
package enum Inflate {
  private static let bufferBytes = 64 * 1024

  /// The unpacked bytes; nil if the input is damaged or truncated, has something after its end, or becomes more than `most` bytes.
  /// Memory is bounded by `most`.
  package static func bytes(_ deflated: ArraySlice<UInt8>, atMost most: Int) -> [UInt8]? {
    guard let count = UInt32(exactly: deflated.count) else { return nil }
    // zlib's internal state points back at the stream, which must not move.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    guard inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      return nil
    }
    defer { inflateEnd(stream) }
    var output: [UInt8] = []
    // So that it is never copied to make room.
    output.reserveCapacity(most + bufferBytes)
    return deflated.withUnsafeBufferPointer { input in
      stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.pointee.avail_in = count
      while true {
        var code = Z_OK
        output += [UInt8](unsafeUninitializedCapacity: bufferBytes) { buffer, count in
          stream.pointee.next_out = buffer.baseAddress
          stream.pointee.avail_out = UInt32(buffer.count)
          code = inflate(stream, Z_NO_FLUSH)
          count = buffer.count - Int(stream.pointee.avail_out)
        }
        if output.count > most { return nil }
        if code == Z_STREAM_END { return stream.pointee.avail_in == 0 ? output : nil }
        // Without an error there is more output, for the whole input is there.
        guard code == Z_OK, stream.pointee.avail_out == 0 else { return nil }
      }
    }
  }
}
