import SystemZlib
import Tasks

/// Decompresses gzip and deflate data incrementally with zlib.
final class Inflater {
  enum Form {
    /// A sequence of gzip members (RFC 1952, section 2.2).
    case gzip
    /// A zlib stream, or the raw deflate data that some servers send instead (RFC 9110, section 8.4.1.2).
    case deflate
  }

  private let form: Form
  private let limit: Int
  /// Heap-allocated, because zlib's internal state points back to it.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private var output: [UInt8] = []
  /// The first bytes, buffered until the format can be detected; nil from then on.
  private var head: [UInt8]? = []
  /// Whether decoding is inside a member or stream.
  private var isOpen = false
  private var hasEnded = false

  private static let room = 64 * 1024

  /// - Throws: ``SourceFailure/malformed`` if zlib cannot allocate its state.
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
    // A zlib header is a multiple of 31 and has compression method 8 (RFC 1950, section 2.2).
    let isFramed = all[0] & 0x0F == 8 && (Int(all[0]) << 8 | Int(all[1])) % 31 == 0
    if form == .deflate, !isFramed, inflateReset2(stream, -MAX_WBITS) != Z_OK { throw .malformed }
    try inflate(all)
  }

  /// Returns the decompressed data.
  /// - Throws: ``SourceFailure/cutOff`` if the data is truncated.
  func end() throws(SourceFailure) -> [UInt8] {
    // An empty body is valid without a header.
    guard head?.isEmpty != false, !isOpen else { throw .cutOff }
    return output
  }

  private func inflate(_ bytes: [UInt8]) throws(SourceFailure) {
    var rest = bytes[...]
    // Whether zlib may have more output for the same input.
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
      // zlib needs more input.
      case Z_BUF_ERROR where rest.isEmpty: return
      case _: throw .malformed
      }
    }
  }

  /// Calls `inflate` once; output that exceeds ``room`` is returned by the next call.
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
