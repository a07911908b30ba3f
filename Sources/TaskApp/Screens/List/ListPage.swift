import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

enum ListPage {
  /// The page of a list.
  /// - Parameters:
  ///   - did: what was done on the page since it was opened.
  ///   - adding: the rejected form for new tasks, with its error.
  ///   - renaming: the rejected form for the name, with its error.
  ///   - starting: the rejected form that opens completed tasks again, with its error.
  ///   - selecting: the rejected form for several tasks, with its error.
  static func page(
    _ id: ListID, _ mode: ListMode, rows: ListRows = ListRows(), did: RecentChanges? = nil, pressed: PressedRow? = nil,
    heading: HeadingAnchor? = nil, for request: SignedInRequest,
    adding: (@Sendable (ListSummary) -> AddForm)? = nil, renaming: (@Sendable (ListSummary) -> RenameForm)? = nil,
    starting: StartAgainForm? = nil, selecting: Selecting = Selecting()
  ) async throws(Failure) -> Page {
    let header = try await request.header(of: id)
    let list = header.list
    if let query = list.filter {
      return try await SavedFilterPage.page(
        header, query, mode, rows: rows, did: did, pressed: pressed, for: request, renaming: renaming?(list),
        selecting: selecting)
    }
    if let source = header.source {
      return try await RemotePage.page(
        header, from: source, mode, rows: rows, did: did?.last, for: request, renaming: renaming?(list))
    }
    let mode = mode.isPossible(in: header) ? mode : .using
    // Where the section is gone, the whole list is left.
    let section = rows.section.flatMap { id in header.sections.first { $0.id == id } }
    var rows = rows
    rows.section = section?.id
    let showsSections = section == nil && mode != .selecting && !header.sections.isEmpty
    let (recentChange, changed) = try await request.recentChanges(did, pressed: pressed)
    var rowStates = changed.filter { $0.list == id }
    if mode == .selecting { rowStates.selected = Set(selecting.input.tasks) }
    let completedHere = rowStates.changed.filter { $0.state == .completed && $0.parent == nil }.map(\.row.id)
    let completed = list.completed - completedHere.count
    let rename =
      renaming?(list)
      ?? (mode == .addingSection
        ? RenameForm(newSectionOf: list)
        : mode == .renaming
          ? RenameForm(
            list: id, section: section?.id, version: section?.version ?? list.version,
            value: section?.name ?? list.name) : nil)
    let add =
      adding?(list)
      ?? AddForm(
        list: list, section: section?.id, dates: AddFormDates(look: request.look),
        takesSeveral: mode == .addingSeveral)
    let selection =
      mode == .selecting
      ? try await SelectionForm.make(
        .list(id), version: list.revision.description, all: list.open <= Limits.tasksAtOnce ? list.open : nil,
        without: id, selecting, request) : nil
    let picked = try await request.picked(mode, in: header)
    let isArranging = mode.isArranging && list.preferences.order == .hand
    let shown = try await mode == .selecting ? rows.showing(selecting.input.tasks.first, in: id, request) : rows
    let main: [PagePart]
    if showsSections {
      main = try await regions(header, mode, rows, picked, request, rowStates, heading)
    } else if isArranging {
      main = [.region(arranging(list, picked, rows, request, rowStates))]
    } else {
      main = [
        .region(
          tasks(
            list, section.map { .section($0.id) } ?? .all, of: section?.open ?? list.open, shown, request, rowStates))
      ]
    }
    let own = rows.section.map { TaskStep.list(id, rows: ListRows(section: $0)) }
    var layout = request.layout(
      .list, name: section?.name ?? list.name, of: id, notice: recentChange?.notice(at: own),
      isNoticeInRow: rowStates.tells(recentChange), skips: mode.hasAllParts ? [.list, .newTask] : [.list],
      from: own?.text)
    layout.isBoard = showsSections && list.preferences.layout == .board
    return Page(
      layout, for: request.look
    ) {
      if let section {
        SectionHead(list: list, section: section, mode: mode, rename: rename)
      } else {
        ListHead(
          list: list, late: header.late, dueSoon: header.dueSoon, mode: mode, rename: rename,
          starting: mode == .startingAgain ? starting ?? StartAgainForm(list: list) : nil,
          hasSections: !header.sections.isEmpty)
      }
      if mode.hasAllParts { add }
      for part in main { part }
      if mode.hasAllParts, section == nil {
        self.section(of: completed, in: list, rows, request, without: completedHere)
      }
      if let selection { PagePart.piece("select", selection) }
    }
  }

  /// The tasks while they are put in order.
  private static func arranging(
    _ list: ListSummary, _ picked: ArrangedItem?, _ rows: ListRows, _ request: SignedInRequest, _ states: RowStates
  ) -> Region<ArrangingScreen> {
    let size = request.look.rows
    let content = request.store.loader(orEmpty: Reason(ofEmpty: list)) { store throws(Interruption) in
      let page = try await store.openPage(
        rows.page, of: size, in: list.id, section: rows.section.map { .section($0) } ?? .all, steps: .all)
      return ArrangingScreen.Content(
        page.rows.map(ArrangedItem.init), picked: picked, page: page.number, of: page.paging, states,
        step: .list(list.id, .arranging(), rows: rows))
    }
    return Region(
      "tasks", content,
      retry: request.retry(at: .list(list.id, .arranging(), rows: rows)), placement: .page)
  }

  /// - Parameter count: the number of open tasks of the section.
  static func tasks(
    _ list: ListSummary, _ section: ShownSection, of count: Int, _ rows: ListRows, _ request: SignedInRequest,
    _ states: RowStates
  ) -> Region<TasksScreen> {
    let showsAll = rows.showsAll && !states.isSelecting
    // A selection does not survive paging, so a page has as many tasks as possible.
    let size = showsAll || states.isSelecting ? Limits.largestPage : request.look.rows
    let number = states.isEmpty ? Paging(count, of: size).nearest(rows.page) : rows.page
    let content = request.store.loader(orEmpty: rows.section == nil ? Reason(ofEmpty: list) : .nothingYet) {
      store throws(Interruption) in
      TasksScreen.Content(
        try await store.openPage(
          number, of: size, in: list.id, section: section, including: states.isSelecting ? [] : states.changed,
          steps: states.isSelecting ? .all : .unfolded), states, list: list.id,
        section: rows.section, showsAll: showsAll)
    }
    return Region(
      "tasks", content,
      retry: request.retry(at: .list(list.id, rows: ListRows(section: rows.section, page: number))), placement: .page)
  }

  /// The section of completed tasks, without those that are still shown among the open tasks.
  private static func section(
    of count: Int, in list: ListSummary, _ shown: ListRows, _ request: SignedInRequest,
    without others: [TaskID]
  ) -> Region<CompletedScreen> {
    let isOpen = shown.completed != nil
    let rows = request.look.rows
    let content = request.store.loader(orEmpty: !others.isEmpty ? .nothingElse : .nothingYet) {
      store throws(Interruption) in
      CompletedScreen.Content(
        try await store.completedPage(shown.completed ?? 1, of: rows, in: list.id), without: others, list: list.id)
    }
    return Region(
      "completed", content, caption: CompletedScreen.Caption(count: count, isOpen: isOpen),
      retry: request.retry(at: .list(list.id)), weight: .secondary)
  }
}

extension ListMode {
  /// Whether tasks are being put in order.
  var isArranging: Bool {
    switch self {
    case .arranging, .movingSection: true
    case _: false
    }
  }

  /// Whether the page has the field for new tasks and the completed tasks.
  fileprivate var hasAllParts: Bool { !isArranging && self != .selecting }

  fileprivate func isPossible(in header: ListHeaderData) -> Bool {
    switch self {
    case .arranging, .movingSection: header.list.open > 0 || !header.sections.isEmpty
    case .selecting: header.list.open > 0
    case .startingAgain: header.list.lastCompleted != nil
    case _: true
    }
  }
}

extension ListRows {
  /// The rows with the page that has a task, if there is one, in a list whose tasks are being selected.
  fileprivate func showing(
    _ task: TaskID?, in list: ListID, _ request: SignedInRequest
  ) async throws(Failure) -> ListRows {
    guard let task, let place = try await request.store.openPlace(of: task, in: list) else { return self }
    var rows = self
    rows.page = place.page(of: Limits.largestPage)
    return rows
  }
}

extension SignedInRequest {
  /// The task or section of a list that was picked; nil if it is gone or completed.
  fileprivate func picked(_ mode: ListMode, in header: ListHeaderData) async throws(Failure) -> ArrangedItem? {
    if case .movingSection(let picked) = mode {
      return header.sections.first { $0.id == picked }.map { ArrangedItem($0) }
    }
    guard case .arranging(let picked?) = mode else { return nil }
    let task = try await store.ifThere { store throws(StoreError) in try await store.task(picked) }
    return task.flatMap { $0.list == header.list.id && $0.done == nil ? ArrangedItem($0) : nil }
  }

  func header(of list: ListID) async throws(Failure) -> ListHeaderData {
    let now = reader.dueNow
    return try await store.listHeader(list, now: now)
  }
}
