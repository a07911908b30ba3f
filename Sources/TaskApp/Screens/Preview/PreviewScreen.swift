import StatePages
import StateViews
import TaskStore
import Tasks

/// The preview of a remote list before it is followed.
enum PreviewScreen: ListScreen, SourceScreen {
  static let name: ViewName = "preview"
  static let emptyReasons = RemoteScreen.emptyReasons
  static let otherStates = [Samples.severalLists]
  /// A reader who follows a list sees what the fetch is doing.
  static let timing: Timing? = Timing(delay: .milliseconds(150), minimum: .milliseconds(600))
  /// The maximum number of tasks in a preview.
  static let taskCount = 10

  struct Content: ListContent {
    let copy: SourceCopy
    /// The first tasks in order, at most ``PreviewScreen/taskCount``.
    let tasks: [PreviewTask]
    /// The number of further tasks.
    let others: Int

    var count: Int { tasks.count }

    init(_ copy: SourceCopy, _ tasks: [PreviewTask]) {
      (self.copy, self.tasks) = (copy, tasks)
      others = max(0, copy.open + copy.closed - tasks.count)
    }
  }

  static let fields: [String: Field<ListView<PreviewScreen>>] = [
    "title": .optional(\.content.copy.title),
    "count": .number { $0.content.copy.open + $0.content.copy.closed },
    "open": .number { $0.content.copy.open },
    "allOpen": .flag { $0.content.copy.closed == 0 }, "noneOpen": .flag { $0.content.copy.open == 0 },
    "skipped": .number(\.content.copy.skipped.ifAny), "omitted": .number(\.content.copy.omitted.ifAny),
    "format": .template(among: PortableFormat.allCases.map { "words/format.\($0.rawValue)" }) {
      "words/format.\($0.content.copy.format.rawValue)"
    },
    "groups": .rows(\.rows), "more": .number(\.content.others.ifAny),
  ]

  static func rows(of content: Content, for look: DisplaySettings) -> [RowGroup] {
    let sections = Dictionary(content.tasks.map { ($0.row.id, $0.section) }) { first, _ in first }
    var states = RowStates()
    states.isPreview = true
    return RowGroup.groups(of: TaskRowView.rows(content.tasks.map(\.row), states, for: look)) {
      sections[$0.row.id] ?? nil
    }
  }

  static var samples: [Sample<PreviewScreen>] { Samples.previews }
}
