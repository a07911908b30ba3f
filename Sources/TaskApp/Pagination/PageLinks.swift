import StatePages
import StateViews
package import Tasks

/// The rows shown of a paginated list, and links to its other pages.
struct PageLinks: TemplateView {
  static let fields: [String: Field<PageLinks>] = [
    "first": .numeral { $0.shown.lowerBound + 1 },
    "last": .numeral { $0.shown.upperBound },
    "total": .numeral { $0.paging.total },
    "previous": .number { $0.previous == nil ? nil : $0.paging.size },
    "previousHref": .optionalLink { links in links.previous.map(links.turn) },
    "next": .number { links in links.next.map { links.paging.rows(on: $0).count } },
    "nextHref": .optionalLink { links in links.next.map(links.turn) },
    "all": .number { $0.allHref == nil ? nil : $0.paging.total },
    "allHref": .optionalLink(\.allHref),
  ]

  private let paging: Paging
  private let number: Int
  private let turn: @Sendable (Int) -> TaskIntent
  private let allHref: TaskIntent?

  /// Returns nil if all rows are on one page.
  /// - Parameters:
  ///   - number: the page, from 1.
  ///   - paging: the division into pages.
  ///   - all: shows all rows at once, if they can be.
  ///   - turn: what the reader wants by a link to another page.
  init?(
    _ number: Int, of paging: Paging, all: TaskIntent? = nil,
    turning turn: @escaping @Sendable (Int) -> TaskIntent = TaskIntent.turn
  ) {
    guard paging.last > 1 else { return nil }
    (self.number, self.paging, self.turn, allHref) = (number, paging, turn, all)
  }

  private var shown: Range<Int> { paging.rows(on: number) }
  private var previous: Int? { number > 1 ? number - 1 : nil }
  private var next: Int? { number < paging.last ? number + 1 : nil }
}

extension RowPage: ListContent {
  /// The number of rows on the page.
  package var count: Int { rows.count }

  /// The links to its other pages.
  var links: PageLinks? { PageLinks(number, of: paging) }
}
