import Foundation
import StatePages
import StateViews
import TaskStore
import Tasks

/// A screen of what a source has, with a caption of what is known before that is loaded.
protocol SourceScreen: Screen where Caption == SourceCaption {}

extension SourceScreen {
  static var family: ViewName? { "source" }
  static var failures: [Failure] { Samples.sourceFailures + [Failure(.unavailable), Failure(.internal)] }
  static var shownFailures: [Failure] { Array(failures.prefix(2)) }
  static var stages: [Reason] { Samples.fetchStages }
}

/// The tasks of a followed list.
enum RemoteScreen: SourceScreen {
  static let name: ViewName = "remote"
  static let emptyReasons = [
    Reason.sourceEmpty(host: Samples.host, checked: Samples.morning),
    Reason.onlyAppointments(host: Samples.host, checked: Samples.morning),
  ]
  static let shownFailures = failures

  struct Content: Sendable {
    let copy: SourceCopy
    /// A page of open tasks, and one of completed ones.
    let tasks: FollowedRows
    /// The tasks that are selected for copying; nil unless some are being chosen.
    let chosen: Set<TaskID>?
    /// Whether pages have the maximum length.
    let showsAll: Bool
    /// Whether a page of completed tasks was requested.
    let showsClosed: Bool

    init(
      _ copy: SourceCopy, _ tasks: FollowedRows, chosen: Set<TaskID>? = nil, showsAll: Bool = false,
      showsClosed: Bool = false
    ) {
      (self.copy, self.tasks, self.chosen) = (copy, tasks, chosen)
      (self.showsAll, self.showsClosed) = (showsAll, showsClosed)
    }
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "asOf": .view(\.asOf),
      // Overrides the caption's flag: a copy fetched just now is not from the previous address.
      "moved": .flag(\.isFormer),
      "skipped": .number(\.skipped.ifAny),
      "omitted": .number(\.omitted.ifAny),
      "open": .rows(\.open), "noneOpen": .flag(\.open.isEmpty), "openPages": .view(\.openPages),
      "closed": .number(\.closedCount.ifAny),
      "closedRows": .pieces(\.closed), "closedPages": .view(\.closedPages), "showsClosed": .flag(\.showsClosed),
    ]
    let asOf: Moment?
    let isFormer: Bool
    let skipped, omitted: Int
    let open: [RowGroup]
    /// Nil if all tasks are on one page.
    let openPages: PageLinks?
    let closedCount: Int
    let closed: [TaskRowView]
    let closedPages: PageLinks?
    let showsClosed: Bool
  }

  static func view(of content: Content, for look: DisplaySettings) -> View {
    var states = RowStates(selected: content.chosen)
    states.isCopying = true
    let open = TaskRowView.rows(content.tasks.open.rows, states, for: look)
    let closed = TaskRowView.rows(content.tasks.closed.rows, states, for: look)
    return View(
      asOf: Moment(content.copy.checked, for: look), isFormer: content.copy.isFormer,
      skipped: content.copy.skipped, omitted: content.copy.omitted,
      open: RowGroup.groups(of: open) { content.tasks.sections[$0.row.id] },
      openPages: content.links(content.tasks.open, after: open.last, isOpen: true),
      closedCount: content.tasks.closed.paging.total, closed: closed,
      closedPages: content.links(content.tasks.closed, after: closed.last, isOpen: false),
      showsClosed: content.showsClosed)
  }

  static func rows(in content: Content) -> Int { content.tasks.open.rows.count + content.tasks.closed.rows.count }

  static var samples: [Sample<RemoteScreen>] { Samples.remoteScreens }
}

extension RemoteScreen.Content {
  fileprivate func links(_ page: TaskRowPage, after last: TaskRowView?, isOpen: Bool) -> PageLinks? {
    let fits = chosen == nil && !showsAll && page.paging.last > 1 && page.paging.total <= Limits.largestPage
    return PageLinks(
      page.number, of: page.paging, all: fits ? .showAll(to: last?.row.id) : nil,
      turning: isOpen ? TaskIntent.turn : TaskIntent.turnCompleted)
  }
}

/// Consecutive tasks of one section of a followed list.
struct RowGroup: TemplateView {
  static let fields: [String: Field<RowGroup>] = ["heading": .optional(\.heading), "rows": .pieces(\.rows)]
  let heading: String?
  private(set) var rows: [TaskRowView]

  /// Groups rows; a new group begins where the section changes.
  static func groups(of rows: some Sequence<TaskRowView>, _ section: (TaskRowView) -> String?) -> [RowGroup] {
    rows.reduce(into: []) { groups, row in
      let heading = section(row)
      if let last = groups.indices.last, groups[last].heading == heading {
        groups[last].rows.append(row)
      } else {
        groups.append(RowGroup(heading: heading, rows: [row]))
      }
    }
  }
}
