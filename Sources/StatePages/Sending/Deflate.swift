import NIOCore
import SystemZlib

/// The output format of a run of zlib's compressor.
struct DeflateShape {
  /// A whole gzip member.
  static let gzip = DeflateShape(windowBits: MAX_WBITS + 16, flush: Z_FINISH, success: Z_STREAM_END)
  /// A part of a raw stream that ends on a byte boundary, can be decoded completely, and depends on no earlier part.
  static let piece = DeflateShape(windowBits: -MAX_WBITS, flush: Z_SYNC_FLUSH, success: Z_OK)

  fileprivate let windowBits: Int32
  fileprivate let flush: Int32
  fileprivate let success: Int32
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
  output.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { room in
    bytes.withUnsafeReadableBytes { input in
      stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
      stream.pointee.avail_in = UInt32(input.count)
      stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
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
