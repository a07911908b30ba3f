/// The division of rows into pages.
public struct Paging: Hashable, Sendable {
  /// The total number of rows.
  public let total: Int
  /// The number of rows on a page, at least 1.
  public let size: Int

  /// Creates pages for `total` rows. If `size` is nil, all rows are on one page.
  public init(_ total: Int, of size: Int?) {
    self.total = total
    self.size = max(1, size ?? total)
  }

  /// The number of the last page. An empty collection has one page.
  public var last: Int { max(1, (total - 1) / size + 1) }

  /// The number of the existing page that is nearest to `number`.
  public func nearest(_ number: Int) -> Int { min(max(number, 1), last) }

  /// The page of the row that follows `before` rows. Clamped to the last page.
  public func page(after before: Int) -> Int { nearest(before / size + 1) }

  /// The range of row indices, from 0, of an existing page.
  public func rows(on page: Int) -> Range<Int> {
    let start = (page - 1) * size
    return start..<min(start + size, total)
  }
}
