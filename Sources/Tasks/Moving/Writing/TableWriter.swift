import Foundation

/// Writes tasks as a table of comma-separated values (RFC 4180). The trash is included.
package struct TableWriter: ListWriter {
  /// The bytes that were written and not taken yet.
  package var bytes: [UInt8] = []
  private var list = ""

  private typealias Column = (name: String, cell: @Sendable (PortableTask) -> String)

  /// The columns after that of the list, with their cells.
  private static let columns = places + fields + rest
  private static let places: [Column] = [
    ("section", { $0.section ?? "" }), ("depth", { $0.depth == 0 ? "" : String($0.depth) }),
  ]
  /// As in the JSON of an export (``ExportText``).
  private static let fields: [Column] = TaskField.all.map { field in
    (field.name, { field == .priority && $0.draft.priority == .none ? "" : $0.draft[field] })
  }
  private static let rest: [Column] = [
    ("percent", { $0.percent.map { String($0) } ?? "" }), ("created-at", { text($0.created) }),
    ("changed-at", { text($0.changed) }), ("completed-at", { text($0.completed) }),
    ("deleted-at", { text($0.deleted) }), ("uid", { $0.uid }),
  ]

  private static func text(_ moment: Date?) -> String { moment.map(FileMoment.text) ?? "" }

  /// Begins a file with the names of the columns.
  package init() { add(["list"] + Self.columns.map(\.name)) }

  /// Begins a list: its name is in the rows of its tasks.
  package mutating func begin(_ list: PortableList, role: Role) { self.list = list.name ?? "" }

  /// Writes a row.
  package mutating func append(_ task: PortableTask, parent: String?) {
    add([list] + Self.columns.map { $0.cell(task) })
  }

  private mutating func add(_ cells: [String]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      add(cell)
    }
    bytes += "\r\n".utf8
  }

  /// A cell is quoted where needed. White space at its ends would get lost in many programs.
  private mutating func add(_ cell: String) {
    let needsQuotes = cell.utf8.contains { ",;\t\"\r\n".utf8.contains($0) } || cell.utf8.first == .space
    guard needsQuotes || cell.utf8.last == .space else {
      bytes += cell.utf8
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in cell.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
