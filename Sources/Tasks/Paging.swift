/// Rows in pages of so many.
public struct Paging: Hashable, Sendable {
  /// How many rows there are.
  public let total: Int
  /// How many rows a page has, at least 1.
  public let size: Int

  /// So many rows; without a size, all are on one page.
  public init(_ total: Int, of size: Int?) {
    self.total = total
    self.size = max(1, size ?? total)
  }

  /// The number of the last page; there is a first one also where there are no rows.
  public var last: Int { max(1, (total - 1) / size + 1) }

  /// The page with that number, or the nearest that there is.
  public func nearest(_ number: Int) -> Int { min(max(number, 1), last) }

  /// The page of the row before which there are so many; what comes after the last row is on the last page.
  public func page(after before: Int) -> Int { nearest(before / size + 1) }

  /// The rows of a page that there is, by their numbers from 0.
  public func rows(on page: Int) -> Range<Int> {
    let start = (page - 1) * size
    return start..<min(start + size, total)
  }
}
