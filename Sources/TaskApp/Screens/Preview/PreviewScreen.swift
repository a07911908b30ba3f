import StatePages
import StateViews
import Tasks

/// The preview of a remote list before it is followed.
enum PreviewScreen: Screen {
  static let name: ViewName = "preview"
  static let family: ViewName? = "source"
  static let emptyReasons = RemoteScreen.emptyReasons + [Samples.severalLists]
  static let failures = RemoteScreen.failures
  static let shownFailures = Array(failures.prefix(2))
  static let stages = RemoteScreen.stages
  /// The maximum number of tasks in a preview.
  static let taskCount = 10

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = [
      "host": .text(\.host),
      "cardName": .optional { _ in nil },
      "checked": .view(\.checked), "former": .flag(\.isFormer), "changeHref": .address(\.changeHref),
      "nextHref": .address(\.nextHref),
    ]
    let host: String
    /// The page that changes the address.
    let changeHref: String
    let nextHref: String
    /// When the copy shown during a fetch was last current; nil if there is none.
    var checked: Moment?
    /// Whether the copy was fetched from the source's previous address.
    var isFormer = false
  }

  struct Content: Sendable {
    let copy: SourceCopy
    /// The first tasks in order, at most ``PreviewScreen/taskCount``.
    let tasks: [PlacedRemoteTask]
    /// The number of further tasks.
    let others: Int

    /// Creates content with the first tasks that fit the page's size budget.
    init(_ copy: SourceCopy, _ pages: RemoteTaskPages) {
      self.copy = copy
      let first = (pages.open.rows + pages.closed.rows).sorted { $0.number < $1.number }.prefix(PreviewScreen.taskCount)
      tasks = Array(first[Portion(first.map(RemoteRow.bytes), within: PageBudget.main).rows])
      others = max(0, pages.open.paging.total + pages.closed.paging.total - tasks.count)
    }
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "title": .optional(\.copy.title),
      "count": .number { $0.count },
      "open": .number { $0.copy.open },
      "allOpen": .flag { $0.copy.closed == 0 },
      "noneOpen": .flag { $0.copy.open == 0 },
      "skipped": .number { $0.copy.skipped > 0 ? $0.copy.skipped : nil },
      "omitted": .number { $0.copy.omitted > 0 ? $0.copy.omitted : nil },
      "iCalendar": .flag { $0.copy.format == .iCalendar },
      "todoTxt": .flag { $0.copy.format == .todoTxt },
      "markdown": .flag { $0.copy.format == .markdown },
      "fourfold": .flag { $0.copy.format == .fourfold },
      "groups": .rows(\.groups),
      "choosing": .flag { _ in false },
      "more": .number(\.more),
    ]
    let copy: SourceCopy
    let groups: [RemoteGroup]
    let more: Int?

    private var count: Int { copy.open + copy.closed }
  }

  static func view(of content: Content, for look: Look) -> View {
    View(
      copy: content.copy, groups: RemoteGroup.groups(of: RemoteRow.rows(content.tasks, apart: false, for: look)),
      more: content.others > 0 ? content.others : nil)
  }

  static var samples: [Sample<PreviewScreen>] { Samples.previews }
}
