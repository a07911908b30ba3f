import NIOCore
import SystemZlib

/// What a run of zlib's compressor makes.
enum DeflateShape {
  /// A whole gzip member.
  case gzip
  /// A part of a raw stream that ends on a byte, so that all of it can be read, and needs nothing before it.
  case piece

  fileprivate var windowBits: Int32 {
    switch self {
    case .gzip: MAX_WBITS + 16
    case .piece: -MAX_WBITS
    }
  }

  fileprivate var flush: Int32 {
    switch self {
    case .gzip: Z_FINISH
    case .piece: Z_SYNC_FLUSH
    }
  }

  fileprivate var success: Int32 {
    switch self {
    case .gzip: Z_STREAM_END
    case .piece: Z_OK
    }
  }
}

/// Why zlib could not compress: in practice, no memory.
public struct DeflateProblem: Error, Hashable {
  /// zlib's number for it.
  public let code: Int32
}

/// One run of zlib's compressor, which lives only for it.
/// - Returns: a buffer no larger than buffers of NIO must be, which is a power of two.
func deflated(_ bytes: ByteBuffer, as shape: DeflateShape, level: Int32) throws(DeflateProblem) -> ByteBuffer {
  // zlib's state points back at it: it must not move.
  let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  stream.initialize(to: z_stream())
  defer { stream.deallocate() }
  let begun = deflateInit2_(
    stream, level, Z_DEFLATED, shape.windowBits, memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
    Int32(MemoryLayout<z_stream>.size))
  guard begun == Z_OK else { throw DeflateProblem(code: begun) }
  defer { deflateEnd(stream) }

  // The bound is for an end; a flush takes up to six bytes, and zlib wants to see that there was room for more.
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

/// One less than zlib's default, for a table of half the size: the pages come out the same, and to touch fresh memory costs as
/// much as to compress a small one.
private let memoryLevel: Int32 = 7
