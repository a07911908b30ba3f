import StatePages
import Tasks

/// What a reader gets who wants something: the one place where "open a task", at a list, becomes the step of a task.
extension TaskFlow {
  static let intents = IntentAddresses(events: { (intent: TaskIntent) in Event.wants(intent) })
    .or(IntentAddresses { (intent: SignInIntent) in SignInFlow.address(of: intent) })

  /// The addresses of all intents on pages of no step, as of a failure: those of the overview.
  static let intentsAnywhere = TaskFlow().intents(at: .overview()).or(IntentAddresses(of: TaskFlow.self))

  /// The step for what the reader wants, from the step that the page shows. What has no meaning there shows the step again.
  func next(for intent: TaskIntent, at step: Step) -> Step {
    let here = step.shown
    return switch intent {
    case .command(let command): .form(command)
    case .openTask(let task): here.task(task)
    case .editComment(let comment): .comment(comment)
    case .openList(let list): .list(list)
    case .openSection(let section, let list): .list(list, rows: ListRows(section: section))
    case .findTask(let task, let list, let rows): .list(list, at: .row(task), rows: rows)
    case .openLists(let page): .overview(page: page)
    case .openUpcoming: .upcoming()
    case .search(let asked): .search(asked)
    case .openTag(let tag): .tagged(tag)
    case .openTags: .tags()
    case .openHistory(let list, let task): .history(list, of: task)
    case .openToday: .today()
    case .showDue(let whose): here.showing(whose)
    case .openReview(let view): .review(view)
    case .takeAlong(let list): .takeAlong(list)
    case .openEarlier(let list, let minute): .list(list, asOf: minute)
    case .openFeeds(let list): .feeds(of: list)
    case .openSharing(let list): .sharing(of: list)
    case .export(let subject, let format): .export(subject, as: format)
    case .openTrash: .trash()
    case .openSettings(let topic): topic.map { .settings($0) } ?? .settings
    case .openReminders: .reminders()
    case .openUsage: .settings(.data, at: .usage)
    case .openActivity: .activity()
    case .openServer: .server()
    case .openDraft(let draft): .savedDraft(draft)
    case .addTask(let list, let section): .list(list, at: .newTask, rows: ListRows(section: section))
    case .addSubtask(let task): .task(task, at: .newSubtask)
    case .addList: .overview(at: .newList)
    case .renameTag(let tag): .tag(tag)
    case .copyTask(let task, let list, let isDone):
      .list(list, .choosing(task), at: .row(task), rows: ListRows(completed: isDone ? 1 : nil))
    case .followList: .follow(.address(nil))
    case .changeAddress(let source): .follow(.address(source))
    case .chooseList(let source): .follow(.lists(source))
    case .previewSource(let source): .follow(.preview(source))
    case .importLists: .importing(.file)
    // Without what was done on it.
    case .reload: Step(here.page)
    case .turn(let page): here.turned(to: page)
    case .turnComments(let page): here.turnedComments(to: page)
    case .turnSection(let section, let page): here.turned(section, to: page)
    case .turnCompleted(let page): here.turnedCompleted(to: page)
    case .showAll(let task): here.showingAll(to: task)
    case .showOlder(let change): here.older(than: change)
    case .showOlderActivity(let event): .activity(before: event)
    case .showNewest: here.older(than: nil)
    case .keepUpToDate(let isLive): here.keepingUpToDate(isLive)
    case .rename: here.inList { .list($0, .renaming, rows: ListRows(section: $1.section)) }
    case .addSeveral:
      here.inList { .list($0, .addingSeveral, at: .newTask, rows: ListRows(section: $1.section)) }
    case .addSection: here.inList { list, _ in .list(list, .addingSection) }
    case .startAgain: here.inList { list, _ in .list(list, .startingAgain) }
    case .chooseCopies: here.inList { list, _ in .list(list, .choosing()) }
    case .arrange: here.arranging
    case .arrangeSection(let section): here.arranging(section)
    case .putDown: here.puttingDown
    case .select: here.selecting
    case .finish: here.finished
    case .closeMenu: here.closingMenu
    case .showDays(let span): here.inDays { $0.span = span }
    case .showDay(let day):
      here.inDays { view in
        view.span = .day(day)
        if case .arranging(.some) = view.mode { view.mode = .using }
      }
    case .anyList: here.inDays { $0.list = nil }
    case .anyTag: here.inDays { $0.tag = nil }
    case .dropFilters: here.inDays { ($0.list, $0.tag) = (nil, nil) }
    }
  }
}

extension TaskStep {
  /// A task. The list that it is opened from beside another stays where it is.
  fileprivate func task(_ task: TaskID) -> Self {
    if case .listOf = page { .task(task, at: .row(task)) } else { .task(task) }
  }

  /// A step of the same list.
  fileprivate func inList(_ change: (ListID, ListRows) -> Self) -> Self {
    if case .list(let list, let view) = page { change(list, view.rows) } else { self }
  }

  /// The first page of other days.
  fileprivate func inDays(_ change: (inout UpcomingView) -> Void) -> Self {
    if case .upcoming(let view) = page { .upcoming(view.with(change)) } else { self }
  }

  /// Another page of a paged list.
  fileprivate func turned(to page: Int) -> Self {
    switch self.page {
    case .overview(_, let mode): .overview(mode, page: page)
    case .upcoming(let view): .upcoming(view.with { $0.page = page }, at: .results)
    case .list(let list, let view):
      .list(
        list, view.mode.onAllPages, at: .openTasks,
        rows: ListRows(
          section: view.rows.section, page: page, showsAll: view.mode != .selecting && view.rows.showsAll,
          isLive: view.rows.isLive))
    case .search(let asked, let selecting): .search(asked.turned(to: page), selecting: selecting, at: .results)
    case .review(var view):
      {
        view.page = page
        return .review(view, at: .results)
      }()
    case .task(let task, _, let comments): .task(task, page: page, comments: comments)
    case .trash: .trash(at: .rows, page: page)
    case .tags: .tags(page: page)
    case .server: .server(page: page)
    case _: self
    }
  }

  /// The page with the tasks of others, or without.
  fileprivate func showing(_ whose: DueOwner) -> Self {
    switch page {
    case .upcoming(let view): .upcoming(view.with { $0.whose = whose })
    case .review(let view): .review(ReviewView(part: view.part, list: view.list, whose: whose))
    case _: .today(pages: TodayPages(whose: whose))
    }
  }

  fileprivate func turnedComments(to page: Int) -> Self {
    guard case .task(let task, let subtasks, _) = self.page else { return self }
    return .task(task, at: .newComment, page: subtasks, comments: page)
  }

  fileprivate func turned(_ section: DueSection, to page: Int) -> Self {
    guard case .today(var view) = self.page else { return self }
    view.pages[section] = page
    return .today(at: .section(section), pages: view.pages, selecting: view.isSelecting)
  }

  fileprivate func turnedCompleted(to page: Int) -> Self {
    guard case .list(let list, let view) = self.page else { return self }
    return .list(
      list, view.mode.onAllPages, at: .completedTasks,
      rows: ListRows(completed: page, showsAll: view.rows.showsAll, isLive: view.rows.isLive))
  }

  fileprivate func showingAll(to task: TaskID?) -> Self {
    inList {
      .list($0, at: task.map { .row($0) }, rows: ListRows(section: $1.section, showsAll: true, isLive: $1.isLive))
    }
  }

  fileprivate func keepingUpToDate(_ isLive: Bool) -> Self {
    inList { list, rows in
      var rows = rows
      rows.isLive = isLive
      return .list(list, rows: rows)
    }
  }

  fileprivate func older(than change: ChangeID?) -> Self {
    switch page {
    case .history(let list, let task, _): .history(list, of: task, before: change)
    case _: self
    }
  }

  fileprivate var arranging: Self {
    switch page {
    case .overview: .overview(.arranging())
    case .list(let list, let view): .list(list, .arranging(), rows: ListRows(section: view.rows.section))
    case .upcoming: inDays { $0.mode = .arranging() }
    case _: self
    }
  }

  /// The page of a section, with what is picked.
  fileprivate func arranging(_ section: SectionID?) -> Self {
    guard case .list(let list, let view) = page else { return self }
    return .list(list, view.mode, rows: ListRows(section: section))
  }

  fileprivate var puttingDown: Self {
    switch page {
    case .overview(let page, _): .overview(.arranging(), page: page)
    case .list(let list, let view): .list(list, .arranging(), rows: view.rows)
    case .upcoming: inDays { $0.mode = .arranging() }
    case _: self
    }
  }

  fileprivate var selecting: Self {
    switch page {
    case .list(let list, _): .list(list, .selecting)
    case .today(let view): .today(pages: TodayPages(whose: view.pages.whose), selecting: true)
    case .search(let asked, _): .search(asked.turned(to: 1), selecting: true)
    case _: self
    }
  }

  fileprivate var finished: Self {
    switch page {
    case .overview: .overview()
    case .today(let view): .today(pages: TodayPages(whose: view.pages.whose))
    case .list(let list, let view): .list(list, rows: ListRows(section: view.rows.section))
    case .upcoming: inDays { $0.mode = .using }
    case .search(let asked, _): .search(asked.turned(to: 1))
    case _: self
    }
  }
}

extension ListMode {
  /// The mode on the other pages of the same rows.
  fileprivate var onAllPages: Self {
    switch self {
    case .arranging, .movingSection, .selecting: self
    // The task that it began with is on another page.
    case .choosing: .choosing()
    case .using, .addingSeveral, .renaming, .addingSection, .startingAgain: .using
    }
  }
}
