/// The lines of a file without their ends, which may be LF, CRLF or CR, mixed.
struct Lines: Sequence, IteratorProtocol {
  private var rest: Bytes

  init(_ bytes: Bytes) {
    rest = bytes
  }

  mutating func next() -> Bytes? {
    guard !rest.isEmpty else { return nil }
    var end = rest.startIndex
    while end < rest.endIndex, rest[end] != .lineFeed, rest[end] != .carriageReturn { end += 1 }
    let line = rest[..<end]
    if end < rest.endIndex {
      let isPair = rest[end] == .carriageReturn && end + 1 < rest.endIndex && rest[end + 1] == .lineFeed
      end += isPair ? 2 : 1
    }
    rest = rest[end...]
    return line
  }
}
