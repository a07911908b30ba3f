import StatePages
import Tasks

/// Where one is in a long list, and the ways to its other pages.
struct TaskPages: TemplateView {
  static let fields: [String: Field<TaskPages>] = [
    "first": .text { String($0.shown.lowerBound + 1) },
    "last": .text { String($0.shown.upperBound) },
    "total": .text { String($0.page.paging.total) },
    "previous": .optional { $0.page.number > 1 ? String($0.page.paging.size) : nil },
    "previousHref": .address { $0.address(of: $0.page.number - 1) },
    "next": .optional { $0.after > 0 ? String($0.after) : nil },
    "nextHref": .address { $0.address(of: $0.page.number + 1) },
    // The eye stays where the rows end now.
    "allHref": .address {
      Site.list($0.list).address([(Query.allOpen, nil)], at: $0.page.rows.last.map { Anchor.task($0.id) })
    },
  ]
  let page: OpenPage
  let list: ListID

  private var shown: Range<Int> { page.paging.rows(on: page.number) }

  /// How many are on the page that comes next.
  private var after: Int { page.number < page.paging.last ? page.paging.rows(on: page.number + 1).count : 0 }

  private func address(of number: Int) -> String {
    Site.list(list).address(page: number, at: Anchor.openTasks)
  }
}
