/// The destination and title of an inline link: `(https://choir.example "Our choir")` (CommonMark, section 6.3).
struct MarkdownTarget {
  /// The destination, as written.
  let destination: Bytes
  /// The index after the closing parenthesis.
  let end: Int

  /// The limit of nested parentheses in a destination, as in the reference implementation.
  private static let deepest = 32

  /// Nil when the syntax is invalid.
  /// - Parameters:
  ///   - start: the index after the opening parenthesis.
  ///   - unclosed: the title delimiters that don't occur any more, so that parsing stays linear.
  init?(in source: Bytes, from start: Int, unclosed: inout Set<UInt8>) {
    var index = start
    func skipSpaces() {
      while index < source.endIndex, source[index].isSpace { index += 1 }
    }
    skipSpaces()
    guard let destination = Self.destination(in: source, at: &index) else { return nil }
    let end = index
    skipSpaces()
    if index > end, let mark = Self.endOfTitle(source.dropFirst(index - source.startIndex).first) {
      guard !unclosed.contains(mark) else { return nil }
      guard Self.skipTitle(mark, in: source, at: &index) else {
        if index == source.endIndex { unclosed.insert(mark) }
        return nil
      }
      skipSpaces()
    }
    guard index < source.endIndex, source[index] == UInt8(ascii: ")") else { return nil }
    self.destination = destination
    self.end = index + 1
  }

  private static func destination(in source: Bytes, at index: inout Int) -> Bytes? {
    guard index < source.endIndex else { return nil }
    let isQuoted = source[index] == UInt8(ascii: "<")
    if isQuoted { index += 1 }
    let start = index
    var depth = 0
    while index < source.endIndex {
      switch source[index] {
      case UInt8(ascii: "\\")
      where index + 1 < source.endIndex && !source[index + 1].isWord && source[index + 1] != .space:
        index += 1
      case UInt8(ascii: "<") where isQuoted:
        return nil
      case UInt8(ascii: ">") where isQuoted:
        index += 1
        return source[start..<(index - 1)]
      case let byte where !isQuoted && byte.isSpace:
        return depth == 0 ? source[start..<index] : nil
      case UInt8(ascii: "(") where !isQuoted:
        depth += 1
        if depth > deepest { return nil }
      case UInt8(ascii: ")") where !isQuoted:
        if depth == 0 { return source[start..<index] }
        depth -= 1
      case _: break
      }
      index += 1
    }
    return nil
  }

  /// The closing delimiter of a title, for its opening one.
  private static func endOfTitle(_ mark: UInt8?) -> UInt8? {
    switch mark {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): mark
    case UInt8(ascii: "("): UInt8(ascii: ")")
    case _: nil
    }
  }

  private static func skipTitle(_ mark: UInt8, in source: Bytes, at index: inout Int) -> Bool {
    index += 1
    while index < source.endIndex {
      if source[index] == mark {
        index += 1
        return true
      }
      if mark == UInt8(ascii: ")"), source[index] == UInt8(ascii: "(") { return false }
      index += source[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index = source.endIndex
    return false
  }
}
