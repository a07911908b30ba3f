import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The page of a remote list: its tasks from the stored copy, refreshed while the page loads.
enum RemotePage {
  /// The state of the form that copies tasks.
  struct Choice: Sendable {
    var tasks: Set<TaskID> = []
    /// The list to copy to; nil for a new one.
    var target: ListID?
    /// The validation error, if the form was rejected.
    var error: FieldError?
  }

  /// The page of a remote list.
  /// - Parameters:
  ///   - rejected: the rejected form for the name.
  ///   - choice: the rejected form for copying, with its error.
  static func page(
    _ header: ListHeaderData, from source: Source, _ view: ListPageView, for request: SignedInRequest,
    rejected: ListPage.Rejected? = nil, choice: Choice? = nil
  ) async throws(Failure) -> Page {
    let (list, mode, rows) = (header.list, view.mode, view.rows)
    let request = request.showing(.list(list.id, view))
    let recentChange = try await request.recentChange()
    let isChoosing = mode.isChoosing && source.copy.map { !$0.isEmpty } == true
    // A selection does not survive paging, so a page has as many tasks as can be copied at once.
    let shown = RemoteLoader.Shown(
      open: rows.page, closed: rows.completed ?? 1,
      size: isChoosing ? Limits.tasksAtOnce : rows.showsAll ? Limits.largestPage : request.look.rows,
      extent: .all(list.id))
    let loader = RemoteLoader(source, request, shown, mayFetch: request.mayFetch && !isChoosing)
    let stored = try await loader.stored()
    let rename = rejected?.renameForm(of: list) ?? RenameForm(of: list, in: mode)
    let choice = choice ?? Choice(tasks: mode.chosen)
    let copying = isChoosing ? try await copyForm(list, request, choice) : nil
    var page = Page(
      request, .list, name: list.name, of: list.id, notice: recentChange?.notice, skips: [.list]
    ) {
      RemoteHead(
        list: list, source: source.id, place: source.isHidden ? list.name : source.address.place,
        mode: isChoosing ? .choosing : rename == nil ? .using : .renaming, rename: rename)
      loader.region(
        "tasks", over: stored,
        caption: SourceCaption(source, of: list, isChoosing: isChoosing, for: request.look),
        retry: source.isHidden ? request.retry : .post(request.action(.list(list.id, .refresh))), placement: .page
      ) { copy in
        RemoteScreen.Content(
          copy.copy, copy.rows, chosen: isChoosing ? choice.tasks : nil,
          showsAll: rows.showsAll, showsClosed: rows.completed != nil)
      } as Region<RemoteScreen>
      if let copying { copying }
    }
    // A fetch may become due before the next write.
    page.isKept = false
    return page
  }

  private static func copyForm(
    _ list: ListSummary, _ request: SignedInRequest, _ choice: Choice
  ) async throws(Failure) -> CopyForm {
    // By default, the list with the same name, which an earlier copy may have created.
    var target = choice.target
    if target == nil { target = try await request.store.list(named: list.name) }
    return CopyForm(
      list: list.id, name: list.name, open: list.open, targets: try await request.store.listChoices(),
      version: list.revision.description, chosen: target, error: choice.error)
  }
}

extension ListMode {
  fileprivate var isChoosing: Bool { if case .choosing = self { true } else { false } }

  fileprivate var chosen: Set<TaskID> { if case .choosing(let task?) = self { [task] } else { [] } }
}
