import StatePages
import StateViews
import Tasks

/// The preview of a remote list before it is followed.
enum PreviewScreen: ListScreen, SourceScreen {
  static let name: ViewName = "preview"
  static let emptyReasons = RemoteScreen.emptyReasons
  static let otherStates = [Samples.severalLists]
  /// The maximum number of tasks in a preview.
  static let taskCount = 10

  struct Content: ListContent {
    let copy: SourceCopy
    /// The first tasks in order, at most ``PreviewScreen/taskCount``.
    let tasks: [PlacedRemoteTask]
    /// The number of further tasks.
    let others: Int

    var count: Int { tasks.count }

    /// Creates content with the first tasks that fit the page's size budget.
    init(_ copy: SourceCopy, _ pages: RemoteTaskPages) {
      self.copy = copy
      let first = (pages.open.rows + pages.closed.rows).sorted { $0.number < $1.number }.prefix(PreviewScreen.taskCount)
      tasks = Array(first[Portion(first.map(RemoteRow.bytes), within: PageBudget.main).rows])
      others = max(0, pages.open.paging.total + pages.closed.paging.total - tasks.count)
    }
  }

  static let fields: [String: Field<ListView<PreviewScreen>>] = [
    "title": .optional(\.content.copy.title),
    "count": .number { $0.content.copy.open + $0.content.copy.closed },
    "open": .number { $0.content.copy.open },
    "allOpen": .flag { $0.content.copy.closed == 0 }, "noneOpen": .flag { $0.content.copy.open == 0 },
    "skipped": .number(\.content.copy.skipped.ifAny), "omitted": .number(\.content.copy.omitted.ifAny),
    "iCalendar": .flag { $0.content.copy.format == .iCalendar },
    "todoTxt": .flag { $0.content.copy.format == .todoTxt },
    "markdown": .flag { $0.content.copy.format == .markdown },
    "fourfold": .flag { $0.content.copy.format == .fourfold },
    "groups": .rows(\.rows), "more": .number(\.content.others.ifAny),
  ]

  static func rows(of content: Content, for look: Look) -> [RemoteGroup] {
    RemoteGroup.groups(of: RemoteRow.rows(content.tasks, apart: false, for: look))
  }

  static var samples: [Sample<PreviewScreen>] { Samples.previews }
}
