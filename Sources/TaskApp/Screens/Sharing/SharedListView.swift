import StatePages
import StateViews
import TaskStore
import Tasks

/// The list of a page by link.
struct SharedListView: Piece {
  static let template = "sharing/shared-list"
  static let fields: [String: Field<SharedListView>] = [
    "name": .text(\.name), "parts": .rows(\.parts), "done": .rows(\.done), "hasDone": .flag { !$0.done.isEmpty },
    "ticks": .flag(\.takesTicks),
    "empty": .flag { $0.parts.isEmpty }, "more": .number(\.more.ifAny), "action": .address(\.action),
  ]

  struct Part: TemplateView {
    static let fields: [String: Field<Part>] = ["heading": .optional(\.name), "rows": .rows(\.rows)]
    let name: String?
    let rows: [Row]
  }

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "id": .text { $0.row.id.description }, "title": .text { ShortText.ofRow($0.row.title) },
      "label": .text { ShortText.of($0.row.title) }, "dueOn": .optional(\.due), "ticks": .flag(\.takesTicks),
      "depth": .optional { $0.row.place.depth > 0 ? String($0.row.place.depth) : nil },
    ]
    let row: TaskRow
    /// The date, not its distance: the page may be printed.
    let due: String?
    let takesTicks: Bool
  }

  private let name, action: String
  private let takesTicks: Bool
  private let parts: [Part]
  private let done: [Row]
  /// The number of tasks that have no room on it.
  private let more: Int
  /// How many completed tasks it shows.
  private static let mostDone = 20

  /// - Parameter action: The path of the page, which takes its ticks.
  init(
    _ page: SharedPage, from store: AccountStore<Failure>, for look: DisplaySettings, action: String
  ) async throws(Failure) {
    let header = try await store.listHeader(page.list, now: look.dueNow)
    let days = DayPrinter(look)
    let takesTicks = page.takesTicks
    func rows(_ rows: some Sequence<TaskRow>) -> [Row] {
      rows.map { Row(row: $0, due: $0.due.map(days.weekdayAndDate), takesTicks: takesTicks) }
    }
    let sections: [(name: String?, place: ShownSection)] =
      [(nil, header.sections.isEmpty ? .all : .unsectioned)] + header.sections.map { ($0.name, .section($0.id)) }
    var (parts, left, more): ([Part], Int, Int) = ([], Limits.largestPage, 0)
    for section in sections {
      let shown = try await store.openPage(1, of: max(1, left), in: page.list, section: section.place, subtasks: .all)
      let some = rows(shown.rows.prefix(left))
      left -= some.count
      more += max(shown.paging.total, shown.rows.count) - some.count
      if !some.isEmpty { parts.append(Part(name: section.name, rows: some)) }
    }
    (name, self.parts, self.more, self.takesTicks) = (page.listName, parts, more, takesTicks)
    done = rows(try await store.completedPage(1, of: Self.mostDone, in: page.list).rows)
    self.action = action
  }
}
