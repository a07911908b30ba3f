/// Rows of text in aligned columns.
struct TextTable {
  let lines: [String]

  /// - Parameters:
  ///   - rows: the cells. All rows have the same number of them.
  ///   - numbers: the columns that are aligned to the right.
  init(_ rows: [[String]], numbers: Set<Int> = []) {
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    lines = rows.map { row in
      let cells = row.indices.map { column in
        let blanks = String(repeating: " ", count: widths[column] - row[column].count)
        return numbers.contains(column) ? blanks + row[column] : row[column] + blanks
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
