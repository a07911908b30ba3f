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
    let room = PageBudget.besides(add.value)
    return Page(
      visit.layout(.list, name: list.name, news: news?.notice, isNoticeInRow: rowNews != nil), for: visit.look,
      edition: visit.edition(news, list.revision, front.late, front.dueSoon)
    ) {
      rail(visit, front)
      PagePart.piece(
        "head", ListHead(list: list, late: front.late, dueSoon: front.dueSoon, mode: mode, rename: rename))
      if mode != .arranging { PagePart.piece("add", add) }
      tasks(list, visit, isArranging: mode == .arranging, rowNews, within: min(PageBudget.main, room * 3 / 4))
      if mode != .arranging { section(of: completed, in: list, visit, rowNews, within: room / 4) }
    }
  }

  /// The pane of all lists.
  static func rail(_ visit: Visit, _ front: ListFront) -> Region<ListsScreen> {
    let account = visit.reader.account
    let current = front.list.id
    let size = visit.look.listRows
    let content = visit.store.loader { store throws(StoreError) in
      try await store.listsPage(of: size, around: current, for: account)
    } loaded: { page in
      page.lists.isEmpty ? .empty(.nothingYet) : .content(ListsScreen.Content(page: page, current: current))
    }
    return Region(
      "lists", content, edition: visit.part(current, front.lists, size), retry: .get(Site.list(current).path),
      weight: .beside)
  }

  private static func tasks(
    _ list: ListSummary, _ visit: Visit, isArranging: Bool, _ news: RowNews?, within room: Int
  ) -> Region<TasksScreen> {
    let account = visit.reader.account
    let showsAll = visit.has(Query.allOpen) && !isArranging
    let size = showsAll ? Limits.largestPage : visit.look.rows
    let asked = visit.pageQuery()
    let number = Paging(list.open, of: size).nearest(showsAll ? asked.page : news?.page ?? asked.page)
    let content = visit.store.loader { store throws(StoreError) in
      try await store.openPage(number, of: size, in: list.id, for: account, including: news?.task)
    } loaded: { (page: TaskRowPage) -> Loaded<TasksScreen.Content> in
      page.rows.isEmpty
        ? .empty(Reason(ofEmpty: list))
        : .content(
          TasksScreen.Content(
            page, part: asked.part, room: room, news: news, list: list.id, arranging: isArranging ? list.revision : nil,
            showsAll: showsAll))
    }
    return Region(
      "tasks", content,
      edition: news == nil ? visit.part(list.id, list.revision, isArranging, showsAll, number, asked.part, size) : nil,
      retry: .get(Site.list(list.id).path, number == 1 ? [] : [.init(Query.page, String(number))]), placement: .page)
  }

  /// The section of the completed tasks, but for the one that still stands among the open ones.
  private static func section(
    of count: Int, in list: ListSummary, _ visit: Visit, _ news: RowNews?, within room: Int
  ) -> Region<CompletedScreen> {
    let account = visit.reader.account
    let isOpen = visit.has(Query.donePage)
    let rows = visit.look.rows
    let asked = isOpen ? visit.pageQuery(Query.donePage) : PageQuery()
    let content = visit.store.loader { store throws(StoreError) in
      try await store.completedPage(asked.page, of: rows, in: list.id, for: account)
    } loaded: { page in
      let content = CompletedScreen.Content(
        page, part: asked.part, room: room, without: news?.task, list: list.id)
      return content.rows.isEmpty
        ? .empty(news?.isCompleted == true ? .nothingElse : .nothingYet) : .content(content)
    }
    return Region(
      "completed", content,
      caption: CompletedScreen.Caption(count: count, isOpen: isOpen),
      edition: news == nil ? visit.part(list.id, list.revision, isOpen, asked.page, asked.part, rows) : nil,
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
