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
    let front = try await visit.front(of: id)
    let list = front.list
    if let source = front.source {
      return try await RemotePage.page(front, from: source, visit, mode: mode, renaming: renaming?(list))
    }
    let mode = mode == .arranging && list.open == 0 ? .using : mode
    let news = try await visit.news()
    let rowNews = try await news?.row(in: id, visit)
    let completed = list.completed - (rowNews?.isCompleted == true ? 1 : 0)
    let rename =
      renaming?(list)
      ?? (mode == .renaming ? RenameForm(list: id, version: list.version, value: list.name) : nil)
    let add = adding?(list) ?? AddForm(list: list, takesSeveral: mode == .addingSeveral)
    return Page(
      visit.layout(.list, name: list.name, news: news?.notice, isNoticeInRow: rowNews != nil), for: visit.look,
      edition: visit.edition(news, list.revision, front.late, front.dueSoon)
    ) {
      rail(visit, front)
      PagePart.piece(
        "head", ListHead(list: list, late: front.late, dueSoon: front.dueSoon, mode: mode, rename: rename))
      if mode != .arranging { PagePart.piece("add", add) }
      tasks(list, visit, isArranging: mode == .arranging, rowNews)
      if mode != .arranging { section(of: completed, in: list, visit, rowNews) }
    }
  }

  /// The pane of all lists.
  static func rail(_ visit: Visit, _ front: ListFront) -> Region<ListsScreen> {
    let account = visit.reader.account
    let current = front.list.id
    let content = visit.store.loader { store throws(StoreError) in
      try await store.lists(for: account)
    } loaded: { lists in
      lists.isEmpty ? .empty(.nothingYet) : .content(ListsScreen.Content(lists: lists, current: current))
    }
    return Region(
      "lists", content, edition: visit.part(current, front.lists), retry: .get(Site.list(current).path),
      weight: .beside)
  }

  private static func tasks(
    _ list: ListSummary, _ visit: Visit, isArranging: Bool, _ news: RowNews?
  ) -> Region<TasksScreen> {
    let account = visit.reader.account
    let size = isArranging || visit.has(Query.allOpen) ? nil : visit.look.rows
    let number = Paging(list.open, of: size).nearest(news?.page ?? visit.asked(Query.page).flatMap { Int($0) } ?? 1)
    let content = visit.store.loader { store throws(StoreError) in
      try await store.openPage(number, of: size, in: list.id, for: account, including: news?.task)
    } loaded: { (page: OpenPage) -> Loaded<TasksScreen.Content> in
      page.rows.isEmpty
        ? .empty(Reason(ofEmpty: list))
        : .content(
          TasksScreen.Content(page: page, news: news, list: list.id, arranging: isArranging ? list.revision : nil))
    }
    return Region(
      "tasks", content,
      edition: news == nil ? visit.part(list.id, list.revision, isArranging, number, size ?? 0) : nil,
      retry: .get(Site.list(list.id).path, number == 1 ? [] : [.init(Query.page, String(number))]), placement: .page)
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
      caption: CompletedScreen.Caption(count: count, isOpen: showsAll),
      edition: news == nil ? visit.part(list.id, list.revision, showsAll, rows) : nil,
      retry: .get(Site.list(list.id).path), weight: .beside)
  }
}

extension Visit {
  /// What the page of a list tells beside its tasks.
  func front(of list: ListID) async throws(Failure) -> ListFront {
    let (account, today) = (reader.account, reader.today)
    return try await store { store throws(StoreError) in try await store.listFront(list, for: account, today: today) }
  }
}
