import StatePages
import StateViews
import Tasks

/// The transitions that depend on more than the event.
extension TaskFlow {
  func refreshed(_ list: ListID, at step: Step) -> Step {
    switch step.page {
    case .overview: .overview()
    case .today(let view): .today(pages: view.pages)
    case _: .list(list)
    }
  }

  /// The row of a task that was changed, where it was when it was changed: on Today, among results or the subtasks of a task, or in its
  /// list.
  func changedRow(of task: TaskID, in list: ListID, _ change: ChangeID?, at step: Step) -> Step {
    rows(at: step, of: task, in: list, RecentChanges(change)) { _ in .row(task) }
      ?? .list(list, at: .row(task), did: RecentChanges(change))
  }

  /// The row of a task with its full menu, on the page that it was asked for. Its own page has all of it for a subtask among others.
  func menu(of task: TaskID, in list: ListID, at step: Step) -> Step {
    if case .task = step.page { return .task(task) }
    let place = Step.ElementID.anchor(RowAnchor(menuOf: task))
    return rows(at: step, of: task, in: list, nil) { _ in place } ?? .list(list, at: place)
  }

  /// The page of a step, at a place of its own, if it shows tasks of several lists, or the subtasks of a task; nil if the task or list is
  /// shown on a page of its own.
  private func rows(
    at step: Step, of task: TaskID?, in list: ListID?, _ did: RecentChanges?, _ place: (Step.Page) -> Step.ElementID?
  ) -> Step? {
    let page: Step.Page
    switch step.page {
    case .today(let view): page = .today(TodayView(pages: view.pages))
    case .upcoming(var view):
      // Where nothing was left to do, the task is still picked.
      if case .arranging = view.mode { view.mode = .arranging(did == nil ? task : nil) }
      page = .upcoming(view)
    case .search(let asked, _): page = .search(asked, selecting: false)
    case .review: page = step.page
    // A subtask on the page of the task that it belongs to.
    case .task(let parent, _, _) where list != nil && parent != task: page = step.page
    // A saved filter shows tasks of other lists.
    case .list(let filter, let view) where list != nil && filter != list:
      page = .list(filter, ListPageView(rows: view.rows))
    case _: return nil
    }
    return Step(page, at: place(page), did: did)
  }

  /// A picked task, where it was picked. That of a day is put on another day of its weeks.
  func picked(_ task: TaskID, in list: ListID, at step: Step) -> Step {
    guard case .upcoming(var view) = step.page else { return .list(list, .arranging(task), at: .row(task)) }
    view.mode = .arranging(task)
    if case .day(let day) = view.span { view.span = .month(from: day) }
    return .upcoming(view, at: .row(task))
  }

  /// The field of a new task on Today, or on the page of a day.
  func added(_ change: ChangeID?, at step: Step) -> Step {
    let did = RecentChanges(change)
    return switch step.page {
    case .upcoming(let view): .upcoming(view, at: .newTask, did: did)
    case .today(let view): .today(at: .newTask, pages: TodayPages(whose: view.pages.whose), did: did)
    case _: .today(at: .newTask, did: did)
    }
  }

  /// The page of feeds after one was changed.
  func feeds(at step: Step, _ feed: FeedID, isNew: Bool) -> Step {
    let list: ListID? = if case .feeds(let list, _) = step.page { list } else { nil }
    return isNew ? .feeds(of: list, new: feed) : .feeds(of: list, at: .feed(feed))
  }

  /// Today after some of its tasks were changed: a single one is shown in its row.
  func today(_ task: TaskID?, _ change: ChangeID?, at step: Step) -> Step {
    guard case .today(let view) = step.page else { return step }
    return .today(at: task.map { .row($0) }, pages: view.pages, did: RecentChanges(change))
  }

  /// The results of a search after some of them were changed.
  func matches(_ change: ChangeID?, at step: Step) -> Step {
    guard case .search(let asked, _) = step.page else { return step }
    return .search(asked, at: .results, did: RecentChanges(change))
  }

  /// The effect of an undo: on the page that it was sent from, if that shows it, otherwise at its own place.
  func shown(_ target: UndoTarget, _ change: ChangeID?, at step: Step) -> Step {
    if case .tags = step.page { return .tags(did: change) }
    let did = RecentChanges(change)
    if case .list(let list, let view) = step.page, let minute = view.asOf {
      return .list(list, at: target.task.map { .row($0) }, asOf: minute, did: did)
    }
    if case .list(let list, let view) = step.page, let section = view.rows.section, target.list ?? list == list,
      target.list != nil || target.task != nil
    {
      return .list(list, at: target.task.map { .row($0) }, rows: ListRows(section: section), did: did)
    }
    let there = rows(at: step, of: target.task, in: target.list, did) { page in
      if let task = target.task { return .row(task) }
      return switch page {
      case .list: .openTasks
      case .search, .review: .results
      case .task: .newSubtask
      case _: nil
      }
    }
    if let there { return there }
    return switch target {
    case .overview: .overview(did: change)
    case .list(let list): .list(list, did: did)
    case .row(let task, let list): .list(list, at: .row(task), did: did)
    case .task(let task, _): .task(task, did: did)
    case .trash: .trash(did: change)
    case .sharing(let list): .sharing(of: list, did: change)
    }
  }
}

extension UndoTarget {
  fileprivate var list: ListID? {
    switch self {
    case .list(let list), .row(_, let list): list
    case .overview, .task, .trash, .sharing: nil
    }
  }

  fileprivate var task: TaskID? {
    switch self {
    case .row(let task, _), .task(let task, _): task
    case .overview, .list, .trash, .sharing: nil
    }
  }
}
