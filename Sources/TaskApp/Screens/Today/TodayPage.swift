import StatePages
import StateViews
import TaskStore
import Tasks

/// Today: what is late, due today and due in the next seven days, across all lists.
enum TodayPage {
  /// The maximum number of rows of a section on one page.
  static let rows = 50

  /// The page of Today.
  /// - Parameters:
  ///   - pages: the page of each section.
  ///   - did: the recent change that its notice reports.
  ///   - anchor: the row that keeps its distance from the top of the window.
  ///   - adding: the rejected form for a new task, its text and its error.
  static func page(
    _ pages: TodayPages, did: ChangeID?, anchor: RowAnchor? = nil, for request: SignedInRequest,
    adding: (form: FormBody, typed: String, error: FieldError)? = nil
  ) async throws(Failure) -> Page {
    let now = request.reader.dueNow
    let header = try await request.store.todayHeader(now: now)
    let recentChange = try await request.recentChange(of: did)
    let notice = try await recentChange?.row(onTodayAt: now, request)
    let followed = try await followed(header, request)
    let add = try await addForm(adding, header, request)
    var page = Page(
      request.layout(
        .today, notice: recentChange?.notice(at: .today(pages: pages)),
        isNoticeInRow: notice.map { !$0.isFarDown } ?? false,
        skips: add == nil ? [] : [.list, .newTask]),
      for: request.look,
      cacheKey: request.cacheKey(recentChange, header.revision)
    ) {
      PagePart.piece("head", TodayHead(request.look))
      if let add { PagePart.piece("add", add) }
      for section in DueSection.allCases where header.shows(section) || notice?.section == section {
        self.section(section, header, pages, request, notice, anchor)
      }
      for region in followed { region }
    }
    // A fetch may become due before the next write.
    page.isLasting = header.followed.isEmpty
    return page
  }

  private static func section(
    _ section: DueSection, _ header: TodayHeaderData, _ pages: TodayPages, _ request: SignedInRequest,
    _ notice: RowNotice?, _ anchor: RowAnchor?
  ) -> Region<DueScreen> {
    let (now, number, size) = (request.reader.dueNow, pages[section], min(request.look.rows, rows))
    let (changed, look) = (notice?.changed, request.look)
    let content = request.store.loader { store throws(Interruption) in
      try await store.duePage(section, number, of: size, now: now, including: changed)
    } loaded: { page in
      Loaded(
        DueScreen.Content(section: section, page: page, pages: pages, notice: notice, anchor: anchor),
        orEmpty: Reason(ofEmpty: section, header, for: look))
    }
    return Region(
      section.rawValue, content, caption: DueScreen.Caption(section: section, count: header.count(of: section)),
      cacheKey: notice == nil && anchor == nil
        ? request.part(section.rawValue, header.revision, number, size, pages.late, pages.today, pages.soon) : nil,
      retry: TaskFlow.retry(at: .today(pages: pages)), weight: section == .today ? .main : .secondary)
  }

  /// The regions of followed lists. Each is refreshed while the page loads, and may fail without the others.
  private static func followed(
    _ header: TodayHeaderData, _ request: SignedInRequest
  ) async throws(Failure) -> [Region<RemoteDueScreen>] {
    var regions: [Region<RemoteDueScreen>] = []
    for followed in header.followed { regions.append(try await region(followed.list, from: followed.source, request)) }
    return regions
  }

  private static func region(
    _ list: ListSummary, from source: Source, _ request: SignedInRequest
  ) async throws(Failure) -> Region<RemoteDueScreen> {
    let end = DueSection.soon.times(at: request.reader.dueNow).upperBound.day
    let loader = RemoteLoader(
      source, request, .init(size: RemoteDueScreen.taskCount, extent: .due(before: end)),
      mayFetch: request.mayFetch)
    let stored = try await loader.stored()
    let content: @Sendable (RemoteLoader.Copy) -> RemoteDueScreen.Content = { copy in
      RemoteDueScreen.Content(
        list: list.id, rows: copy.pages.open.tasks, more: copy.pages.open.paging.total - copy.pages.open.tasks.count,
        checked: copy.copy.checked)
    }
    return Region(
      "list-\(list.id)", loader.loader(over: stored, content),
      caption: RemoteDueScreen.Caption(
        list: list, host: source.address.host, checked: source.checked(for: request.look),
        isFormer: source.copy?.isFormer == true),
      from: loader.start(stored, content), cacheKey: loader.cacheKey(list.revision, end.iso),
      retry: .post(
        TaskFlow.action(.refreshList(list.id)), [.init(FormField.from, TaskFlow.address(after: .openedToday))]),
      weight: .secondary)
  }
}

extension TodayHeaderData {
  /// The number of tasks of a section, at most ``DueCounts/most``.
  fileprivate func count(of section: DueSection) -> Int {
    switch section {
    case .late: counts.late
    case .today: counts.today
    case .soon: soon
    }
  }

  /// Whether the page has the section. That of today is always there, and says why it is empty.
  fileprivate func shows(_ section: DueSection) -> Bool {
    switch section {
    case .late, .soon: count(of: section) > 0
    case .today: true
    }
  }
}

extension Reason {
  /// Why a section of Today has no tasks.
  fileprivate init(ofEmpty section: DueSection, _ header: TodayHeaderData, for look: Look) {
    switch section {
    case .late, .soon: self = .nothingDue
    case .today:
      if !header.hasTasks {
        self = .noTasks
      } else if !header.counts.hasDates {
        self = .noDates
      } else if header.soon == 0, let next = header.next {
        self = .nothingDue(next: next.title, next.id, on: DayPrinter(look).date(next.due))
      } else {
        self = .nothingDueToday
      }
    }
  }
}
