import Tasks

/// A table of comma-separated values (RFC 4180). Semicolons and tabs are separators, too, if the first row has no comma.
///
/// Some apps write lines about the file above the first row.
struct CSVTable {
  /// The names of the columns: the first row, trimmed.
  let columns: [String]
  /// The comments above the first row: lines that begin with `#`.
  private(set) var comments: [Bytes] = []
  private let text: Bytes
  private let separator: UInt8

  /// The maximum number of lines above the first row, and of columns.
  private static let mostLines = 8

  /// Nil if no row at the beginning has more than one cell.
  /// - Parameter isHeader: whether a row below other lines has the names of columns.
  init?(_ text: Bytes, isHeader: ([String]) -> Bool = { _ in false }) {
    var rest = text
    for number in 0..<Self.mostLines {
      let line = rest.prefix { $0 != .lineFeed && $0 != .carriageReturn }
      guard line.count <= 4_096 else { return nil }
      let marks = [UInt8(ascii: ","), UInt8(ascii: ";"), .tab]
      let separator = marks.first(where: line.contains) ?? marks[0]
      var rows = CSVRows(rest, separator: separator)
      guard let header = rows.next() else { return nil }
      let names = header.map { $0.trimmed.beginning(bytes: 100).text }
      // A first column may be named `#`.
      let isComment = line.first == UInt8(ascii: "#") && (header.count == 1 || names[0] != "#") && !isHeader(names)
      if isComment {
        comments.append(line)
        rest = rest[line.endIndex...]
        continue
      }
      let named = names.count { !$0.isEmpty }
      if header.count > 1, number == 0 && (named > 1 || !names[0].isEmpty) || isHeader(names) {
        columns = names
        self.text = rest
        self.separator = separator
        return
      }
      // Lines about the file have one cell, or only commas for the others.
      guard named <= 1 else { return nil }
      rest = rows.rest
    }
    return nil
  }

  /// The rows after the first one.
  var rows: CSVRows {
    var rows = CSVRows(text, separator: separator)
    rows.next()
    return rows
  }

  /// Whether the first rows have as many cells as the first one: it is a table, and not text with commas.
  var looksLikeTable: Bool {
    var rows = rows
    var count = 0
    while count < 5, let row = rows.next() {
      if row.count != columns.count { return false }
      count += 1
    }
    return count > 0 && columns.count > 2
  }
}

/// The rows of a table. Empty rows are left out.
struct CSVRows: Sequence, IteratorProtocol {
  private(set) var rest: Bytes
  private let separator: UInt8
  /// More cells are left out.
  private static let mostCells = 200

  init(_ text: Bytes, separator: UInt8) {
    rest = text
    self.separator = separator
  }

  @discardableResult mutating func next() -> [Bytes]? {
    while !rest.isEmpty {
      var cells: [Bytes] = []
      var isAtEnd = false
      while !isAtEnd {
        let cell = self.cell()
        if cells.count < Self.mostCells { cells.append(cell) }
        isAtEnd = endsRow()
      }
      if cells.contains(where: { !$0.isEmpty }) { return cells }
    }
    return nil
  }

  /// Reads a cell up to the separator or the end of the line.
  private mutating func cell() -> Bytes {
    guard rest.first == UInt8(ascii: "\"") else { return plain() }
    var text: [UInt8] = []
    rest = rest.dropFirst()
    while let quote = rest.firstIndex(of: UInt8(ascii: "\"")) {
      text += rest[..<quote]
      rest = rest[(quote + 1)...]
      guard rest.first == UInt8(ascii: "\"") else {
        // Text after the closing quotation mark is not allowed, but kept.
        return (text + plain())[...]
      }
      text.append(UInt8(ascii: "\""))
      rest = rest.dropFirst()
    }
    // The closing quotation mark is missing.
    text += rest
    rest = rest[rest.endIndex...]
    return text[...]
  }

  private mutating func plain() -> Bytes {
    let cell = rest.prefix { $0 != separator && $0 != .lineFeed && $0 != .carriageReturn }
    rest = rest[cell.endIndex...]
    return cell
  }

  /// Skips the separator or the end of the line.
  private mutating func endsRow() -> Bool {
    guard let byte = rest.popFirst() else { return true }
    if byte == separator { return false }
    if byte == .carriageReturn, rest.first == .lineFeed { rest = rest.dropFirst() }
    return true
  }
}
