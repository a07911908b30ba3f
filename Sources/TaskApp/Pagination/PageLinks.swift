import StatePages
import StateViews
package import Tasks

/// The rows shown of a paginated list, and links to its other pages.
struct PageLinks: TemplateView {
  static let fields: [String: Field<PageLinks>] = [
    "first": .numeral { $0.shown.lowerBound + 1 },
    "last": .numeral { $0.shown.upperBound },
    "total": .numeral { $0.paging.total },
    "previous": .number { $0.previous?.count },
    "previousHref": .optionalLink { links in links.previous.map { links.turn($0.query) } },
    "next": .number { $0.next?.count },
    "nextHref": .optionalLink { links in links.next.map { links.turn($0.query) } },
    "all": .number { $0.allHref == nil ? nil : $0.paging.total },
    "allHref": .optionalLink(\.allHref),
  ]

  /// A page, or a part of one, and its number of rows.
  private struct Target {
    let query: PageQuery
    let count: Int
  }

  private let paging: Paging
  private let number: Int
  private let portion: Portion
  private let turn: @Sendable (PageQuery) -> TaskStep
  private let allHref: TaskStep?

  /// Returns nil if all rows are shown at once.
  /// - Parameters:
  ///   - number: the page, from 1.
  ///   - paging: the division into pages.
  ///   - portion: the rows of the page that are shown.
  ///   - all: shows all rows at once, if they can be.
  ///   - turn: the step with another page.
  init?(
    _ number: Int, of paging: Paging, _ portion: Portion, all: TaskStep? = nil,
    turning turn: @escaping @Sendable (PageQuery) -> TaskStep
  ) {
    guard paging.last > 1 || portion.parts.count > 1 else { return nil }
    (self.number, self.paging, self.portion, self.turn) = (number, paging, portion, turn)
    allHref = all
  }

  private var shown: Range<Int> {
    let rows = paging.rows(on: number)
    guard portion.parts.count > 1 else { return rows }
    return (rows.lowerBound + portion.rows.lowerBound)..<min(rows.lowerBound + portion.rows.upperBound, paging.total)
  }

  private var previous: Target? {
    if portion.number > 1 {
      return Target(
        query: PageQuery(page: number, part: portion.number - 1), count: portion.parts[portion.number - 2].count)
    }
    return number > 1 ? Target(query: PageQuery(page: number - 1), count: paging.size) : nil
  }

  private var next: Target? {
    if portion.number < portion.parts.count {
      return Target(
        query: PageQuery(page: number, part: portion.number + 1), count: portion.parts[portion.number].count)
    }
    return number < paging.last
      ? Target(query: PageQuery(page: number + 1), count: paging.rows(on: number + 1).count) : nil
  }
}

/// The page, and the part of it, that an address selects.
struct PageQuery: Hashable, Sendable {
  var page = 1
  var part = 1
}

/// The rows of a page that are shown at once, usually all of them. A page is split into parts if its texts are so long that a
/// region would exceed its byte budget.
struct Portion: Hashable, Sendable {
  /// The rows of each part, as zero-based indices into the page.
  let parts: [Range<Int>]
  /// The part shown, from 1.
  let number: Int

  var rows: Range<Int> { parts[number - 1] }

  /// All rows, in one part.
  init(all count: Int) { (parts, number) = ([0..<count], 1) }

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
  static let arrangedRow = 2_000
}

extension RowPage: ListContent {
  /// The number of rows on the page.
  package var count: Int { rows.count }

  /// The links of a page whose rows are short, so that all of them are shown.
  func links(at step: TaskStep) -> PageLinks? {
    PageLinks(number, of: paging, Portion(all: rows.count)) { step.turned(to: $0) }
  }
}
