import StatePages
import Tasks

/// The rows shown of a paginated list, and links to its other pages.
struct PageLinks: TemplateView {
  static let fields: [String: Field<PageLinks>] = [
    "first": .numeral { $0.shown.lowerBound + 1 },
    "last": .numeral { $0.shown.upperBound },
    "total": .numeral { $0.paging.total },
    "previous": .number { $0.previous?.count },
    "previousHref": .optionalLink { links in links.previous.map { links.intent($0.query) } },
    "next": .number { $0.next?.count },
    "nextHref": .optionalLink { links in links.next.map { links.intent($0.query) } },
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
  private let intent: @Sendable (PageQuery) -> TaskIntent
  private let allHref: TaskIntent?

  /// Returns nil if all rows are shown at once.
  /// - Parameters:
  ///   - number: the page, from 1.
  ///   - paging: the division into pages.
  ///   - portion: the rows of the page that are shown.
  ///   - all: shows all rows at once, if they can be.
  ///   - intent: turns to a page.
  init?(
    _ number: Int, of paging: Paging, _ portion: Portion, all: TaskIntent? = nil,
    sending intent: @escaping @Sendable (PageQuery) -> TaskIntent
  ) {
    guard paging.last > 1 || portion.parts.count > 1 else { return nil }
    self.number = number
    self.paging = paging
    self.portion = portion
    self.intent = intent
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
