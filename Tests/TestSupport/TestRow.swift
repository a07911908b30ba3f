import Foundation

/// A line of a table in `Tests/Tables`, whose columns are divided by tabs.
///
/// Lines after `== name` are the rows of the part with that name; those that begin with `#` are comments. `\n`, `\t`, `\r` and
/// `\u{…}` stand for characters, any other character after a backslash for itself, and `""` for an empty column.
/// A mark that joins the closing brace of a `\u{…}` has to be written as such itself.
public struct TestRow: Sendable, CustomStringConvertible {
  /// The line.
  public let description: String
  /// The columns.
  public let columns: [String]

  init(_ line: some StringProtocol) {
    description = String(line)
    columns = line.split(separator: "\t", omittingEmptySubsequences: false).map { Self.unescaped(String($0)) }
  }

  /// The text of a column, which is empty if the row ends before it.
  public subscript(column: Int) -> String { optional(column) ?? "" }

  /// The text of a column, or `nil` if the row ends before it.
  public func optional(_ column: Int) -> String? { columns.indices.contains(column) ? columns[column] : nil }

  /// The rows of a part of a table. A table without that part stops the tests.
  public static func all(_ part: String, of table: String) -> [TestRow] {
    let lines = text(of: table).split(separator: "\n").drop { $0 != "== \(part)" }.dropFirst()
    let rows = lines.prefix { !$0.hasPrefix("== ") }.filter { !$0.hasPrefix("#") }.map { TestRow($0) }
    precondition(!rows.isEmpty, "\(table) has no part \(part)")
    return rows
  }

  /// Compares each row of a table with what is read of the columns before `=>`, and returns the lines that differ, as they would be.
  /// With `FOURFOLD_RECORD=1` they are written into the table instead.
  public static func differences(
    in table: String, _ read: (TestRow) throws -> [String]
  ) async throws -> [String] {
    var (lines, differences): ([String], [String]) = ([], [])
    for line in text(of: table).split(separator: "\n", omittingEmptySubsequences: false) {
      var now = String(line)
      if !line.isEmpty, !line.hasPrefix("#"), !line.hasPrefix("== ") {
        let input = line.firstRange(of: "\t=>").map { line[..<$0.lowerBound] } ?? line
        now = try ([String(input), "=>"] + read(TestRow(input)).map(escaped)).joined(separator: "\t")
        if now != line { differences.append(now) }
        // Other tests wait for answers meanwhile.
        await Task.yield()
      }
      lines.append(now)
    }
    guard ProcessInfo.processInfo.environment["FOURFOLD_RECORD"] != nil else { return differences }
    try lines.joined(separator: "\n").write(to: file(table), atomically: true, encoding: .utf8)
    return []
  }

  private static func file(_ table: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Tables/\(table).txt")
  }

  private static func text(of table: String) -> String {
    do {
      return try String(contentsOf: file(table), encoding: .utf8)
    } catch {
      preconditionFailure("\(table): \(error)")
    }
  }

  private static func escaped(_ text: String) -> String {
    text.isEmpty
      ? "\"\"" : text.unicodeScalars.map { escapes[$0] ?? ($0.isVisible ? String($0) : code(of: $0)) }.joined()
  }

  private static let escapes: [Unicode.Scalar: String] = ["\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"]

  private static func code(of scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  /// The text of an escaped column.
  public static func unescaped(_ column: String) -> String {
    if column == "\"\"" { return "" }
    guard column.contains("\\") else { return column }
    let parts = column.replacing("\\\\", with: "\\u{5C}").split(separator: "\\", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { text, part in
      let letters: [Character: String] = ["n": "\n", "t": "\t", "r": "\r"]
      if part.hasPrefix("u{"), let end = part.firstIndex(of: "}") {
        let scalar = UInt32(part.dropFirst(2)[..<end], radix: 16).flatMap { Unicode.Scalar($0) }
        text += scalar.map { String($0) } ?? ""
        text += part[part.index(after: end)...]
      } else {
        text += (part.first.flatMap { letters[$0] } ?? String(part.prefix(1))) + part.dropFirst()
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is a character of its own that can be seen, or a space.
  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .nonspacingMark, .privateUse, .unassigned, .surrogate:
      false
    case .spaceSeparator: self == " "
    default: true
    }
  }
}
