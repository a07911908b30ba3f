import Foundation

/// Writes tasks as a table of comma-separated values (RFC 4180), with the columns of ``TableColumn``. The trash is included.
public struct TableWriter: ListWriter {
  /// The bytes that were written and not taken yet.
  public var bytes: [UInt8] = []
  private var list = ""

  /// Begins a file with the names of the columns.
  public init() {
    add(TableColumn.all.map(\.name))
  }

  /// Begins a list: its name is in the rows of its tasks.
  public mutating func begin(list name: String?) {
    list = name ?? ""
  }

  /// Writes a row.
  public mutating func append(_ task: PortableTask) {
    add(TableColumn.all.map { cell($0, of: task) })
  }

  private func cell(_ column: TableColumn, of task: PortableTask) -> String {
    switch column {
    case .list: list
    case .section: task.section ?? ""
    case .depth: task.depth == 0 ? "" : String(task.depth)
    case .field(.priority): task.draft.priority == .none ? "" : task.draft.priority.name
    case .field(let field): task.draft[field]
    case .percent: task.percent.map { String($0) } ?? ""
    case .created: task.created.map(FileMoment.text) ?? ""
    case .changed: task.changed.map(FileMoment.text) ?? ""
    case .completed: task.completed.map(FileMoment.text) ?? ""
    case .deleted: task.deleted.map(FileMoment.text) ?? ""
    case .uid: task.uid
    }
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
