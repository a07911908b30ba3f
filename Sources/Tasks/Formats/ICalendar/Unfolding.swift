/// The lines of a calendar with their folds undone (RFC 5545, section 3.1), each ended by LF.
///
/// It is done on bytes: some programs fold within a character.
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
