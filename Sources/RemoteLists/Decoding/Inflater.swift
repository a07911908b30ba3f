import SystemZlib
import Tasks

/// zlib's decompressor, fed as the bytes come.
final class Inflater {
  enum Form {
    /// One gzip member after the other (RFC 1952, section 2.2).
    case gzip
    /// One stream in the frame of zlib, or bare, as some servers understand "deflate" (RFC 9110, section 8.4.1.2).
    case deflate
  }

  private let form: Form
  private let limit: Int
  /// zlib's state points back at it: it must not move.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private var output: [UInt8] = []
  /// The first bytes, until there are enough to tell the frame by.
  private var head: [UInt8]? = []
  /// Whether a member, or the stream, has begun and not ended.
  private var isOpen = false
  private var hasEnded = false

  private static let room = 64 * 1024

  /// - Throws: ``SourceFailure/malformed`` where there is no memory for it.
  init(_ form: Form, limit: Int) throws(SourceFailure) {
    self.form = form
    self.limit = limit
    stream.initialize(to: z_stream())
    let begun = inflateInit2_(
      stream, form == .gzip ? MAX_WBITS + 16 : MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard begun == Z_OK else { throw .malformed }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  func feed(_ bytes: [UInt8]) throws(SourceFailure) {
    guard let begun = head else { return try inflate(bytes) }
    let all = begun + bytes
    guard all.count >= 2 else {
      head = all
      return
    }
    head = nil
    // The header of zlib's frame is a multiple of 31, and names the method 8 (RFC 1950, section 2.2).
    let isFramed = all[0] & 0x0F == 8 && (Int(all[0]) << 8 | Int(all[1])) % 31 == 0
    if form == .deflate, !isFramed, inflateReset2(stream, -MAX_WBITS) != Z_OK { throw .malformed }
    try inflate(all)
  }

  /// All that came out.
  func end() throws(SourceFailure) -> [UInt8] {
    // A body without a byte has no frame either.
    guard head?.isEmpty != false, !isOpen else { throw .cutOff }
    return output
  }

  private func inflate(_ bytes: [UInt8]) throws(SourceFailure) {
    var rest = bytes[...]
    // Whether there may be more in zlib's window.
    var isFull = false
    while !rest.isEmpty || isFull {
      if hasEnded {
        guard form == .gzip, inflateReset(stream) == Z_OK else { throw .malformed }
        hasEnded = false
      }
      isOpen = true
      let (code, taken, made) = step(rest)
      rest = rest.dropFirst(taken)
      isFull = code == Z_OK && made.count == Self.room
      output += made
      guard output.count <= limit else { throw .tooLarge }
      switch code {
      case Z_STREAM_END:
        hasEnded = true
        isOpen = false
      case Z_OK where taken > 0 || !made.isEmpty: break
      // It wants more than there is.
      case Z_BUF_ERROR where rest.isEmpty: return
      case _: throw .malformed
      }
    }
  }

  /// One run over some bytes; what is left in zlib's window comes with the next ones.
  private func step(_ bytes: ArraySlice<UInt8>) -> (code: Int32, taken: Int, made: [UInt8]) {
    var code = Z_OK
    let made = [UInt8](unsafeUninitializedCapacity: Self.room) { room, count in
      bytes.withUnsafeBufferPointer { input in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = room.baseAddress
        stream.pointee.avail_out = UInt32(room.count)
        code = SystemZlib.inflate(stream, Z_NO_FLUSH)
        count = room.count - Int(stream.pointee.avail_out)
      }
    }
    return (code, bytes.count - Int(stream.pointee.avail_in), made)
  }
}
