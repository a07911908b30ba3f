import SystemZlib

/// Unpacks raw deflated bytes (RFC 1951), as in an archive.
package enum Inflate {
  private static let room = 64 * 1024

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
    output.reserveCapacity(most + room)
    return deflated.withUnsafeBufferPointer { input in
      stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.pointee.avail_in = count
      while true {
        var code = Z_OK
        output += [UInt8](unsafeUninitializedCapacity: room) { room, count in
          stream.pointee.next_out = room.baseAddress
          stream.pointee.avail_out = UInt32(room.count)
          code = inflate(stream, Z_NO_FLUSH)
          count = room.count - Int(stream.pointee.avail_out)
        }
        if output.count > most { return nil }
        if code == Z_STREAM_END { return stream.pointee.avail_in == 0 ? output : nil }
        // Without an error there is more output, for the whole input is there.
        guard code == Z_OK, stream.pointee.avail_out == 0 else { return nil }
      }
    }
  }
}
