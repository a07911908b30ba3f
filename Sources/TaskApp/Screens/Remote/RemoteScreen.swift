import Foundation
import StatePages
import StateViews
import Tasks

/// A screen of what a source has, with a caption of what is known before that is loaded.
protocol SourceScreen: Screen where Caption == SourceCaption {}

extension SourceScreen {
  static var family: ViewName? { "source" }
  static var failures: [Failure] { Samples.sourceFailures + [Failure(.unavailable), Failure(.internal)] }
  static var shownFailures: [Failure] { Array(failures.prefix(2)) }
  static var stages: [Reason] { Samples.fetchStages }
}

enum RemoteScreen: SourceScreen {
  static let name: ViewName = "remote"
  static let emptyReasons = [
    Reason.sourceEmpty(host: Samples.host, checked: Samples.morning),
    Reason.onlyAppointments(host: Samples.host, checked: Samples.morning),
  ]
  static let shownFailures = failures

  struct Content: Sendable {
    let copy: SourceCopy
    /// A page of open tasks, and one of closed tasks.
    let pages: RemoteTaskPages
    /// The rows of those pages that fit the page's size budget.
    let open: Portion
    let closed: Portion
    let list: ListID
    let isChoosing: Bool
    /// The keys of the selected tasks.
    let ticked: [String]
    /// Whether pages have the maximum length.
    let showsAll: Bool
    /// Whether a page of closed tasks was requested.
    let showsClosed: Bool

    /// Creates content with as many rows as fit the page's size budget.
    /// - Parameter part: the requested part of the page.
    init(
      _ copy: SourceCopy, _ pages: RemoteTaskPages, part: Int = 1, list: ListID, isChoosing: Bool = false,
      ticked: [String] = [], showsAll: Bool = false, showsClosed: Bool = false
    ) {
      (self.copy, self.pages, self.list, self.isChoosing) = (copy, pages, list, isChoosing)
      (self.ticked, self.showsAll, self.showsClosed) = (ticked, showsAll, showsClosed)
      func portion(_ page: RemoteTaskPage, within room: Int, wanted: Int) -> Portion {
        let chosen = ticked.first.flatMap { key in page.rows.firstIndex { $0.task.key == key } }
        let bytes = page.rows.map(isChoosing ? RemoteRow.bytes : RemoteRow.bytesWithLink)
        return Portion(bytes, within: room, wanted: wanted, showing: chosen)
      }
      open = portion(pages.open, within: PageBudget.main, wanted: showsClosed ? 1 : part)
      closed = portion(pages.closed, within: PageBudget.secondary, wanted: showsClosed ? part : 1)
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
      "closedRows": .rows(\.closed), "closedPages": .view(\.closedPages), "showsClosed": .flag(\.showsClosed),
    ]
    let asOf: Moment?
    let isFormer: Bool
    let skipped, omitted: Int
    let open: [RemoteGroup]
    /// Nil if all tasks are on one page.
    let openPages: PageLinks?
    let closedCount: Int
    let closed: [RemoteRow]
    let closedPages: PageLinks?
    let showsClosed: Bool
  }

  static func view(of content: Content, for look: Look) -> View {
    func rows(_ page: RemoteTaskPage, _ portion: Portion) -> [RemoteRow] {
      RemoteRow.rows(
        page.rows[portion.rows], of: content.list, ticked: content.ticked,
        after: page.paging.rows(on: page.number).lowerBound + portion.rows.lowerBound, for: look)
    }
    let (open, closed) = (rows(content.pages.open, content.open), rows(content.pages.closed, content.closed))
    return View(
      asOf: Moment(content.copy.checked, for: look), isFormer: content.copy.isFormer,
      skipped: content.copy.skipped, omitted: content.copy.omitted, open: RemoteGroup.groups(of: open),
      openPages: content.links(content.pages.open, content.open, after: open.last, isOpen: true),
      closedCount: content.pages.closed.paging.total, closed: closed,
      closedPages: content.links(content.pages.closed, content.closed, after: closed.last, isOpen: false),
      showsClosed: content.showsClosed)
  }

  static func rows(in content: Content) -> Int { content.open.rows.count + content.closed.rows.count }

  static var samples: [Sample<RemoteScreen>] { Samples.remoteScreens }
}

extension RemoteScreen.Content {
  fileprivate func links(
    _ page: RemoteTaskPage, _ portion: Portion, after last: RemoteRow?, isOpen: Bool
  ) -> PageLinks? {
    let step = TaskStep.list(list, isChoosing ? .choosing() : .using, rows: ListRows(showsAll: showsAll))
    let fits = !isChoosing && !showsAll && page.paging.last > 1 && page.paging.total <= Limits.largestPage
    let all: TaskStep? =
      fits ? .list(list, at: last.map { .remote($0.number) }, rows: ListRows(showsAll: true)) : nil
    return PageLinks(page.number, of: page.paging, portion, all: all) { [self] asked in
      isOpen
        ? step.turned(to: asked)
        : .list(
          list, isChoosing ? .choosing() : .using, at: .completedTasks,
          rows: ListRows(completed: asked.page, part: asked.part, showsAll: showsAll))
    }
  }
}
