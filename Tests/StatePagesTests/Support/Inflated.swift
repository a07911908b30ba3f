import NIOCore
import SystemZlib

/// A gzip decoder for a body that is received in parts.
struct Inflated {
  /// The bytes decoded so far.
  private(set) var bytes: [UInt8] = []
  /// Whether the gzip member has ended with a correct checksum and length.
  private(set) var isWhole = false
  /// zlib's error code.
  private(set) var problem: Int32?
  private var fed: [UInt8] = []

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Decodes a whole body.
  init(_ buffer: ByteBuffer = ByteBuffer()) {
    if buffer.readableBytes > 0 { take(buffer) }
  }

  /// Decodes again from the start, with the bytes received since.
  mutating func take(_ buffer: ByteBuffer) {
    fed += buffer.readableBytesView
    bytes = []
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    inflateInit2_(stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { inflateEnd(stream) }
    var status = Z_OK
    var room = [UInt8](repeating: 0, count: 65_536)
    fed.withUnsafeMutableBufferPointer { input in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.avail_in = UInt32(input.count)
      repeat {
        let count = room.withUnsafeMutableBufferPointer { output in
          stream.pointee.next_out = output.baseAddress
          stream.pointee.avail_out = UInt32(output.count)
          status = inflate(stream, Z_SYNC_FLUSH)
          return output.count - Int(stream.pointee.avail_out)
        }
        bytes += room[..<count]
      } while status == Z_OK && (stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0)
    }
    isWhole = status == Z_STREAM_END && stream.pointee.avail_in == 0
    problem = [Z_OK, Z_BUF_ERROR, Z_STREAM_END].contains(status) ? nil : status
  }
}
