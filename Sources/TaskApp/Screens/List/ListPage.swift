import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The page of a list.
struct ListPage {
  /// A form of the page that was rejected, as it was typed, with its error.
  enum Rejected: Sendable {
    case adding(ticked: [TaskID], @Sendable (ListSummary) -> AddForm)
    case renaming(@Sendable (ListSummary) -> RenameForm)
    case startingAgain(@Sendable (ListSummary) -> StartAgainForm)
    case selecting(Selecting)
  }

  /// The page of a list, which may be a saved filter or follow a source.
  static func page(
    _ id: ListID, _ view: ListPageView, for request: SignedInRequest, rejected: Rejected? = nil
  ) async throws(Failure) -> Page {
    let request = request.showing(.list(id, view))
    // Before the list, which the reader may not know.
    var taken: TakenTicks?
    if let boxes = view.taken { taken = try await TakenTicks(boxes, of: id, request) }
    let header = try await request.listHeader(id)
    if let query = header.list.filter {
      return try await SavedFilterPage.page(header, query, view, for: request, rejected: rejected)
    }
    if let source = header.source {
      return try await RemotePage.page(header, from: source, view, for: request, rejected: rejected)
    }
    if let minute = view.asOf { return try await EarlierPage.page(header.list, asOf: minute, for: request) }
    let (recentChange, changed) = try await request.recentChanges()
    return try await ListPage(header, view, request, changed, taken, rejected).page(telling: recentChange)
  }

  let header: ListHeaderData
  let mode: ListMode
  /// The section that the page shows alone.
  let section: ListSection?
  let rows: ListRows
  let states: RowStates
  /// What was changed by others while boxes were ticked; nil if nothing was.
  private let meanwhile: Meanwhile?
  /// What a file has sent back; nil on any other page.
  private let taken: TakenTicks?
  /// The distance of a heading from the top of the window.
  let heading: HeadingAnchor?
  /// The task or section that was picked.
  let picked: ArrangedItem?
  let request: SignedInRequest
  private let rejected: Rejected?

  private init(
    _ header: ListHeaderData, _ view: ListPageView, _ request: SignedInRequest, _ changed: RowStates,
    _ taken: TakenTicks?, _ rejected: Rejected?
  ) async throws(Failure) {
    (self.header, self.rejected, heading) = (header, rejected, request.step.headingAnchor)
    mode = view.mode.isPossible(in: header) ? view.mode : .using
    // Where the section is gone, the whole list is left.
    section = view.rows.section.flatMap { id in header.sections.first { $0.id == id } }
    var rows = view.rows
    rows.section = section?.id
    self.rows = rows
    var shown = view
    (shown.mode, shown.rows) = (mode, rows)
    self.request = request.showing(.list(header.list.id, shown))
    var states = changed.filter { $0.list == header.list.id }
    if mode == .selecting { states.selected = Set(rejected?.selecting.input.tasks ?? []) }
    let isRemembered = mode == .using && header.list.preferences.layout == .ticks && header.list.role.may(.write)
    if isRemembered, header.list.open > 0 {
      states = .ticking(rejected?.ticked ?? [])
      states.tagColors = request.reader.tagColors
    }
    states.folds = true
    self.states = states
    self.taken = taken
    meanwhile =
      if let since = view.since ?? taken?.file?.revision {
        try await Meanwhile(in: header.list.id, since: since, but: request.step.did, request)
      } else {
        nil
      }
    picked = try await Self.picked(mode, in: header, request)
  }

  var list: ListSummary { header.list }
  var isArranging: Bool { mode.isArranging && list.preferences.order == .hand }

  private func page(telling recentChange: RecentChange?) async throws(Failure) -> Page {
    let showsSections = section == nil && mode != .selecting && !header.sections.isEmpty
    let completedHere = states.changed.filter { $0.state == .completed && $0.parent == nil }.map(\.row.id)
    let selection = try await selectionForm()
    let main: [PagePart] =
      if showsSections {
        try await regions()
      } else if isArranging {
        [.region(arranging())]
      } else {
        [.region(tasks(shownSection, of: section?.open ?? list.open, try await shownRows()))]
      }
    let from = rows.section.map { request.from(.openSection($0, of: list.id)) }
    let isNoticeInRow = try await tells(recentChange)
    var layout = request.layout(
      .list, name: section?.name ?? list.name, of: list.id, notice: recentChange?.notice(from: from),
      isNoticeInRow: isNoticeInRow, skips: mode.hasAllParts && list.role.may(.write) ? [.list, .newTask] : [.list],
      from: from)
    layout.isBoard = showsSections && list.preferences.layout == .board
    let add = mode.hasAllParts && list.role.may(.write) ? try await addForm() : nil
    // Whether a file is too old to be sent back is known by no version.
    let live = isLive ? request.live : nil
    let page = Page(layout, for: request.look, isKept: taken == nil && !request.step.isLive) {
      if let section {
        SectionHead(list: list, section: section, mode: mode, rename: renameForm)
      } else {
        ListHead(
          list: list, late: header.late, dueSoon: header.dueSoon, subtasks: header.subtasks, mode: mode,
          rename: renameForm,
          starting: startAgainForm, hasSections: !header.sections.isEmpty, isTicking: states.isTicking,
          live: mode == .using && !states.isTicking && request.offersLivePages ? rows.isLive : nil)
      }
      if let taken { PagePart.piece("taken", taken) }
      if let meanwhile { PagePart.piece("meanwhile", meanwhile) }
      if let add { add }
      for part in main { part }
      if mode.hasAllParts, section == nil, !states.isTicking, list.completed > completedHere.count {
        completed(without: completedHere)
      }
      if states.isTicking { PagePart.piece("select", TickBar()) }
      if let selection { PagePart.piece("select", selection) }
      if isLive, live == nil { PagePart.piece("note", request.liveNote(isLive: false)) }
    }
    // What is typed into the field stays there.
    return page.live(live, keeping: list.role.may(.write) ? "add" : nil, note: request.liveNote).sending(
      request.intents)
  }

  /// Whether the page is to be kept up to date: where nothing is chosen or typed but into its field.
  private var isLive: Bool {
    rows.isLive && mode == .using && !states.isTicking && taken == nil && rejected == nil && request.offersLivePages
      && request.step.rowAnchor?.showsMenu != true
  }

  /// Whether a row tells all of a change where the reader looks: that of a new task is where the order of the list puts it, and that may be
  /// far below the field.
  private func tells(_ recentChange: RecentChange?) async throws(Failure) -> Bool {
    guard states.tells(recentChange), let change = recentChange?.change else { return false }
    guard change.kind == .taskAdded, let task = change.task else { return true }
    let place = try await request.store.openPlace(
      of: task, in: list.id, section: shownSection, including: states.changed)
    let before = rows.showsAll ? 0 : (rows.page - 1) * request.look.rows
    return place.map { (before..<before + ChangedRow.inSight).contains($0.before) } ?? false
  }

  // MARK: Forms

  private func addForm() async throws(Failure) -> AddForm {
    var form: AddForm
    if case .adding(_, let typed)? = rejected {
      form = typed(list)
    } else {
      form = AddForm(
        list: list, section: section?.id, dates: AddFormDates(look: request.look), takesSeveral: mode == .addingSeveral)
    }
    form.ticks = states.isTicking
    if !form.takesSeveral { try await form.dates.offerTags(for: request) }
    return form
  }

  private var renameForm: RenameForm? {
    rejected?.renameForm(of: list)
      ?? (mode == .addingSection ? RenameForm(newSectionOf: list) : RenameForm(of: list, section, in: mode))
  }

  private var startAgainForm: StartAgainForm? {
    if mode != .startingAgain { return nil }
    if case .startingAgain(let form)? = rejected { return form(list) }
    return StartAgainForm(list: list)
  }

  private func selectionForm() async throws(Failure) -> SelectionForm? {
    if mode != .selecting { return nil }
    return try await SelectionForm.make(
      .list(list.id), version: list.revision.description, all: list.open <= Limits.tasksAtOnce ? list.open : nil,
      without: list, rejected?.selecting ?? Selecting(), request)
  }

  /// The task or section of a list that was picked; nil if it is gone or completed.
  private static func picked(
    _ mode: ListMode, in header: ListHeaderData, _ request: SignedInRequest
  ) async throws(Failure) -> ArrangedItem? {
    if case .movingSection(let picked) = mode {
      return header.sections.first { $0.id == picked }.map { ArrangedItem($0) }
    }
    guard case .arranging(let picked?) = mode else { return nil }
    let task = try await request.store.ifThere { store in try await store.task(picked) }
    return task.flatMap { $0.list == header.list.id && $0.done == nil ? ArrangedItem($0) : nil }
  }

  // MARK: Regions

  private var shownSection: ShownSection { section.map { .section($0.id) } ?? .all }

  /// The rows to show, with the page of the first task that a rejected form has selected.
  private func shownRows() async throws(Failure) -> ListRows {
    guard mode == .selecting, let task = rejected?.selecting.input.tasks.first,
      let place = try await request.store.openPlace(of: task, in: list.id)
    else { return rows }
    var rows = rows
    rows.page = place.page(of: Limits.largestPage)
    return rows
  }

  /// The tasks while they are put in order.
  private func arranging() -> Region<ArrangingScreen> {
    let size = request.look.rows
    let content = request.store.loader(orEmpty: Reason(ofEmpty: list)) { store throws(Interruption) in
      let page = try await store.openPage(
        rows.page, of: size, in: list.id, section: shownSection, subtasks: .all)
      return ArrangingScreen.Content(
        page.rows.map(ArrangedItem.init), picked: picked, page: page.number, of: page.paging, states)
    }
    return Region("tasks", content, retry: request.retry, placement: .page)
  }

  /// - Parameter count: the number of open tasks of the section.
  func tasks(_ section: ShownSection, of count: Int, _ rows: ListRows) -> Region<TasksScreen> {
    let showsAll = rows.showsAll && !states.isSelecting
    // A selection does not survive paging, so a page has as many tasks as possible.
    let size = showsAll || states.isSelecting ? Limits.largestPage : request.look.rows
    let number = states.isEmpty ? Paging(count, of: size).nearest(rows.page) : rows.page
    let content = request.store.loader(orEmpty: rows.section == nil ? Reason(ofEmpty: list) : .nothingYet) {
      store throws(Interruption) in
      TasksScreen.Content(
        try await store.openPage(
          number, of: size, in: list.id, section: section, including: states.isSelecting ? [] : states.changed,
          subtasks: states.isSelecting ? .all : .unfolded), states,
        showsAll: showsAll)
    }
    return Region("tasks", content, retry: request.retry, placement: .page)
  }

  /// The section of completed tasks, without those that are still shown among the open tasks.
  private func completed(without others: [TaskID]) -> Region<CompletedScreen> {
    let isOpen = rows.completed != nil
    let size = request.look.rows
    let content = request.store.loader(orEmpty: .nothingElse) { store throws(Interruption) in
      CompletedScreen.Content(
        try await store.completedPage(rows.completed ?? 1, of: size, in: list.id), without: others)
    }
    return Region(
      "completed", content, caption: CompletedScreen.Caption(count: list.completed - others.count, isOpen: isOpen),
      retry: request.retry, weight: .secondary)
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
    guard header.list.role.may(.write) else { return self == .using }
    return switch self {
    case .arranging, .movingSection: header.list.open > 0 || !header.sections.isEmpty
    case .selecting: header.list.open > 0
    case .startingAgain: header.list.lastCompleted != nil
    case _: true
    }
  }
}

extension ListPage.Rejected {
  func renameForm(of list: ListSummary) -> RenameForm? {
    if case .renaming(let form) = self { form(list) } else { nil }
  }

  var ticked: [TaskID] { if case .adding(let ticked, _) = self { ticked } else { [] } }

  var selecting: Selecting { if case .selecting(let selecting) = self { selecting } else { Selecting() } }
}

extension RenameForm {
  /// The form for the name of a list, or of a section of it; nil unless the page is in that mode.
  init?(of list: ListSummary, _ section: ListSection? = nil, in mode: ListMode) {
    guard mode == .renaming else { return nil }
    self.init(
      list: list.id, section: section?.id, version: section?.version ?? list.version,
      value: section?.name ?? list.name)
  }
}
