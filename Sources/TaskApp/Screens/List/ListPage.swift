import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// A list with its tasks, the other lists beside it.
enum ListPage {
  /// `GET /lists/{id}`
  @Sendable static func show(_ visit: Visit) async throws -> Response {
    let id: ListID = try visit.id()
    return await visit.page { () async throws(Failure) in
      let mode: ListMode =
        visit.has(Query.arrange)
        ? .arranging
        : visit.has(Query.several)
          ? .addingSeveral
          : visit.has(Query.rename) ? .renaming : visit.has(Query.choose) ? .choosing : .using
      return try await page(id, visit, mode: mode)
    }
  }

  /// The page of a list.
  /// - Parameters:
  ///   - mode: what it is used for.
  ///   - adding: the form for new tasks, where it has to tell something.
  ///   - renaming: the form for the name, where it has to tell something.
  static func page(
    _ id: ListID, _ visit: Visit, mode: ListMode,
    adding: (@Sendable (ListSummary) -> AddForm)? = nil, renaming: (@Sendable (ListSummary) -> RenameForm)? = nil
  ) async throws(Failure) -> Page {
    let account = visit.reader.account
    let yesterday = visit.reader.today.adding(days: -1)
    let weekAhead = visit.reader.today.adding(days: 6)
    let list = try await visit.store { store throws(StoreError) in try await store.list(id, for: account) }
    if list.source != nil, let source = try await source(of: id, visit) {
      return try await RemotePage.page(list, from: source, visit, mode: mode, renaming: renaming?(list))
    }
    let rail = try await rail(visit, current: id)
    let mode = mode == .arranging && list.open == 0 ? .using : mode
    let late = try await visit.store { store throws(StoreError) in
      try await store.dueSoon(in: id, for: account, through: yesterday)
    }
    let dueSoon = try await visit.store { store throws(StoreError) in
      try await store.dueSoon(in: id, for: account, through: weekAhead)
    }
    let news = try await visit.news()
    let rowNews = try await news?.row(in: id, visit)
    let completed = list.completed - (rowNews?.isCompleted == true ? 1 : 0)
    let rename =
      renaming?(list)
      ?? (mode == .renaming ? RenameForm(list: id, version: list.version, value: list.name) : nil)
    let add = adding?(list) ?? AddForm(list: list, takesSeveral: mode == .addingSeveral)
    return Page(
      visit.layout(.list, name: list.name, news: news?.notice, isNoticeInRow: rowNews != nil), for: visit.look,
      edition: visit.edition(news, list.revision, late, dueSoon)
    ) {
      rail
      PagePart.piece("head", ListHead(list: list, late: late, dueSoon: dueSoon - late, mode: mode, rename: rename))
      if mode != .arranging { PagePart.piece("add", add) }
      tasks(list, visit, isArranging: mode == .arranging, rowNews)
      if mode != .arranging { section(of: completed, in: list, visit, rowNews) }
    }
  }

  private static func source(of list: ListID, _ visit: Visit) async throws(Failure) -> Source? {
    let account = visit.reader.account
    return try await visit.store { store throws(StoreError) in try await store.source(of: list, for: account) }
  }

  /// The pane of all lists.
  static func rail(_ visit: Visit, current: ListID) async throws(Failure) -> Region<ListsScreen> {
    let account = visit.reader.account
    let revision = try await visit.store { store throws(StoreError) in try await store.listsRevision(of: account) }
    let content = visit.store.loader { store throws(StoreError) in
      try await store.lists(for: account)
    } loaded: { lists in
      lists.isEmpty ? .empty(.nothingYet) : .content(ListsScreen.Content(lists: lists, current: current))
    }
    return Region(
      "lists", content, edition: Edition(current, revision), retry: .get(Site.list(current).path),
      weight: .beside)
  }

  private static func tasks(
    _ list: ListSummary, _ visit: Visit, isArranging: Bool, _ news: RowNews?
  ) -> Region<TasksScreen> {
    let account = visit.reader.account
    let limit = isArranging || visit.has(Query.allOpen) ? nil : visit.look.rows
    let content = visit.store.loader { store throws(StoreError) in
      try await openTasks(in: list.id, for: account, limit: limit, showing: news?.task, store)
    } loaded: { (rows: [TaskRow]) -> Loaded<TasksScreen.Content> in
      guard !rows.isEmpty else { return .empty(Reason(ofEmpty: list)) }
      let more = list.open - rows.count { $0.done == nil }
      return .content(TasksScreen.Content(rows: rows, news: news, more: max(0, more), list: list.id))
    }
    return Region(
      "tasks", content, caption: TasksScreen.Caption(list: list.id, version: list.revision, isArranging: isArranging),
      edition: Edition(list.id, list.revision, isArranging), retry: .get(Site.list(list.id).path), placement: .page)
  }

  /// So many of the open tasks, or all where the task that is to be seen is not among those.
  private static func openTasks(
    in list: ListID, for account: AccountID, limit: Int?, showing shown: TaskID?, _ store: TaskStore
  ) async throws(StoreError) -> [TaskRow] {
    let kept = Set(shown.map { [$0] } ?? [])
    let rows = try await store.openTasks(in: list, for: account, limit: limit, including: kept)
    guard limit != nil, let shown, !rows.contains(where: { $0.id == shown }) else { return rows }
    return try await store.openTasks(in: list, for: account, including: kept)
  }

  /// The section of the completed tasks, but for the one that still stands among the open ones.
  private static func section(
    of count: Int, in list: ListSummary, _ visit: Visit, _ news: RowNews?
  ) -> Region<CompletedScreen> {
    let account = visit.reader.account
    let showsAll = visit.has(Query.all)
    let rows = visit.look.rows
    let content = visit.store.loader { store throws(StoreError) in
      try await store.completedTasks(in: list.id, for: account, limit: showsAll ? nil : rows)
    } loaded: { rows in
      let shown = rows.filter { $0.id != news?.task }
      let more = max(0, count - shown.count)
      return shown.isEmpty
        ? .empty(news?.isCompleted == true ? .nothingElse : .nothingYet)
        : .content(CompletedScreen.Content(rows: shown, more: more, list: list.id))
    }
    return Region(
      "completed", content,
      caption: CompletedScreen.Caption(
        list: list.id, count: count, isOpen: showsAll, version: list.revision),
      edition: Edition(list.id, list.revision, showsAll), retry: .get(Site.list(list.id).path), weight: .beside)
  }
}
