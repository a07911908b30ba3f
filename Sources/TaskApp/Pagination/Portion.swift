/// The rows of a page that are shown at once, usually all of them. A page is split into parts if its texts are so long that a
/// region would exceed its byte budget.
struct Portion: Hashable, Sendable {
  /// The rows of each part, as zero-based indices into the page.
  let parts: [Range<Int>]
  /// The part shown, from 1.
  let number: Int

  var rows: Range<Int> { parts[number - 1] }

  /// All rows, in one part.
  init(all count: Int) {
    (parts, number) = ([0..<count], 1)
  }

  /// Splits rows into parts that fit the budget.
  /// - Parameters:
  ///   - bytes: the rendered size of each row.
  ///   - room: the maximum size of a part in bytes; a single row may exceed it.
  ///   - wanted: the requested part, clamped to the existing ones.
  ///   - row: a row that must be visible; overrides `wanted`.
  init(_ bytes: [Int], within room: Int, wanted: Int = 1, showing row: Int? = nil) {
    var parts: [Range<Int>] = []
    var (start, sum) = (0, 0)
    for (index, bytes) in bytes.enumerated() {
      if sum + bytes > room, index > start {
        parts.append(start..<index)
        (start, sum) = (index, 0)
      }
      sum += bytes
    }
    parts.append(start..<bytes.count)
    self.parts = parts
    let showing = row.flatMap { row in parts.firstIndex { $0.contains(row) } }
    number = showing.map { $0 + 1 } ?? min(max(wanted, 1), parts.count)
  }
}

/// Byte budgets for the parts of a page. They keep every page below two million bytes.
enum PageBudget {
  /// The main part of a page.
  static let main = 1_200_000
  /// A region beside or below the main part.
  static let secondary = 300_000
  /// The budget shared by both parts of a list beside a form that holds `typed`.
  static func besides(_ typed: String) -> Int {
    min(main + secondary, max(200_000, 1_800_000 - PrintedText.bytes(of: typed)))
  }
  /// The maximum size of typed text that a response repeats.
  static let repeated = 400_000
  /// A row without its texts.
  static let row = 800
  /// A row of an open task with its menu, without its texts.
  static let taskRow = 1_900
  /// A row of a remote list, without its texts.
  static let remoteRow = 400
  static let arrangedRow = 2_000
}
