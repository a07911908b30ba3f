/// Unfolds the lines of a calendar (RFC 5545, section 3.1) and ends each with LF.
///
/// Works on bytes, before decoding: some programs fold inside a UTF-8 sequence.
enum Unfolding {
  static func unfolded(_ bytes: Bytes) -> [UInt8] {
    var unfolded: [UInt8] = []
    unfolded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      guard byte == .carriageReturn || byte == .lineFeed else {
        unfolded.append(byte)
        continue
      }
      if byte == .carriageReturn, index < bytes.endIndex, bytes[index] == .lineFeed { index += 1 }
      if index < bytes.endIndex, bytes[index] == .space || bytes[index] == .tab {
        index += 1
      } else {
        unfolded.append(.lineFeed)
      }
    }
    return unfolded
  }
}
