/// The division of rows into pages.
package struct Paging: Hashable, Sendable {
  /// The total number of rows.
  package let total: Int
  /// The number of rows on a page, at least 1.
  package let size: Int

  /// Creates pages for `total` rows. If `size` is nil, all rows are on one page.
  package init(_ total: Int, of size: Int?) {
    self.total = total
    self.size = max(1, size ?? total)
  }

  /// The number of the last page. An empty collection has one page.
  package var last: Int { max(1, (total - 1) / size + 1) }

  /// The number of the existing page that is nearest to `number`.
  package func nearest(_ number: Int) -> Int { min(max(number, 1), last) }

  /// The page of the row that follows `before` rows. Clamped to the last page.
  package func page(after before: Int) -> Int { nearest(before / size + 1) }

  /// The range of row indices, from 0, of an existing page.
  package func rows(on page: Int) -> Range<Int> {
    let start = (page - 1) * size
    return start..<min(start + size, total)
  }
}

/// The position of a task among the open tasks of its list, or of a list among those of its account.
package struct RowPosition: Hashable, Sendable {
  /// The number of rows before it.
  package let before: Int
  /// The total number of rows.
  package let total: Int

  package init(before: Int, total: Int) { (self.before, self.total) = (before, total) }

  /// The page that contains the row, for pages of `size` rows.
  package func page(of size: Int) -> Int { Paging(total, of: size).page(after: before) }
}

/// One page of rows, read in one transaction.
package struct RowPage<Row: Hashable & Sendable>: Hashable, Sendable {
  /// The rows, in order.
  package let rows: [Row]
  /// The page number, from 1.
  package let number: Int
  /// The pagination.
  package let paging: Paging

  package init(_ rows: [Row], number: Int = 1, paging: Paging) {
    (self.rows, self.number, self.paging) = (rows, number, paging)
  }

  /// The page of a number, or the nearest existing one.
  /// - Parameter rows: returns the rows at some indices.
  package init(
    nearest number: Int, of size: Int?, total: Int, _ rows: (Range<Int>) throws -> [Row]
  ) rethrows {
    let paging = Paging(total, of: size)
    let number = paging.nearest(number)
    self.init(try rows(paging.rows(on: number)), number: number, paging: paging)
  }
}

/// One page of a list's open or completed tasks. A page of open tasks may include one completed task at its position.
package typealias TaskRowPage = RowPage<TaskRow>

/// The tasks on the card of a list.
package struct CardTasks: Hashable, Sendable {
  /// The first tasks.
  package let rows: [TaskRow]
  /// The number of the list's open tasks that are late.
  package let late: Int

  package init(_ rows: [TaskRow], late: Int) { (self.rows, self.late) = (rows, late) }
}

/// One page of an account's lists, in its order.
package typealias ListsPage = RowPage<ListSummary>
