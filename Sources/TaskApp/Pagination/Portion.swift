/// The rows of a page that are shown at once: mostly all of them. Where their texts are so long that a region would have more
/// bytes than it may, the page has parts.
struct Portion: Hashable, Sendable {
  /// The rows of each part, by their numbers on the page from 0.
  let parts: [Range<Int>]
  /// Which part is shown, from 1.
  let number: Int

  /// The rows that are shown.
  var rows: Range<Int> { parts[number - 1] }

  /// Rows that fit.
  init(all count: Int) {
    (parts, number) = ([0..<count], 1)
  }

  /// As many rows as fit.
  /// - Parameters:
  ///   - bytes: of each row, as it is printed.
  ///   - room: how many bytes a part may have; one row may have more.
  ///   - wanted: the part that is asked for, or the nearest that there is.
  ///   - row: a row that is to be shown, whatever part is asked for.
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

/// How many bytes the parts of a page may have, so that no page has more than two million.
enum PageBudget {
  /// The main part of a page.
  static let main = 900_000
  /// What stands beside it, or beneath.
  static let secondary = 300_000
  /// A pane of names.
  static let pane = 150_000
  /// What both parts of a list have where a form beside them holds much text.
  static func besides(_ typed: String) -> Int {
    min(main + secondary, max(200_000, 1_800_000 - PrintedText.bytes(of: typed)))
  }
  /// More typed text than this is not sent along once more.
  static let repeated = 400_000
  /// A row without its texts.
  static let row = 800
  /// A row of a list by link, without its texts.
  static let remoteRow = 400
  /// A row of a pane, without its name.
  static let paneRow = 200
  /// A row with the buttons that move it.
  static let arrangedRow = 2_000
}
