import Foundation
package import Tasks

/// Writes tasks as a table of comma-separated values (RFC 4180). The trash is included.
///
/// Spreadsheets take a cell that begins like a formula for one. Such a cell gets a ``TableMark``, unless the table is exact.
package struct TableWriter: ListWriter {
  /// The bytes that were written and not taken yet.
  package var bytes: [UInt8] = []
  private var list = ""
  private let isExact: Bool

  private typealias Column = (name: String, cell: @Sendable (PortableTask) -> String)

  /// The columns after that of the list, with their cells.
  private static let columns = places + fields + rest
  private static let places: [Column] = [
    ("section", { $0.section ?? "" }), ("depth", { $0.depth == 0 ? "" : String($0.depth) }),
  ]
  /// As in the JSON of an export (``ExportText``).
  private static let fields: [Column] = TaskField.all.map { field in
    (
      field.name,
      { task in
        switch field {
        case .priority where task.draft.priority == .none: ""
        case .assignee: task.assignee ?? ""
        case _: task.draft[field]
        }
      }
    )
  }
  private static let rest: [Column] = [
    ("percent", { $0.percent.map { String($0) } ?? "" }), ("created-at", { text($0.created) }),
    ("changed-at", { text($0.changed) }), ("completed-at", { $0.completed == .unknown ? "done" : text($0.completed) }),
    ("deleted-at", { text($0.deleted) }), ("uid", { $0.uid }),
  ]

  private static func text(_ moment: Date?) -> String { moment.map(FileMoment.text) ?? "" }

  /// Begins a file with the names of the columns.
  /// - Parameter isExact: whether cells are as they are, also if a spreadsheet would take them for formulas.
  package init(isExact: Bool = false) {
    self.isExact = isExact
    add(["list"] + Self.columns.map(\.name))
  }

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
  private mutating func add(_ plain: String) {
    let cell = TableMark.isNeeded(plain.utf8, isExact: isExact) ? "'" + plain : plain
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

/// An apostrophe before the text of a cell, so that spreadsheets take it for text and no formula. It belongs to the app's own tables, whose
/// reader takes it off again.
enum TableMark {
  /// Whether a cell gets one. A cell that looks marked already does in any table, so that the reader takes off no other apostrophe.
  static func isNeeded(_ cell: some Collection<UInt8>, isExact: Bool) -> Bool {
    let rest = cell.drop { $0 == UInt8(ascii: "'") }
    let isFormula = rest.first.map("=+-@\t\r".utf8.contains) ?? false
    return isFormula && (!isExact || rest.count < cell.count)
  }

  /// A cell of one of the app's own tables without its mark.
  static func removed(from cell: Bytes) -> Bytes {
    cell.first == UInt8(ascii: "'") && isNeeded(cell, isExact: true) ? cell.dropFirst() : cell
  }
}
