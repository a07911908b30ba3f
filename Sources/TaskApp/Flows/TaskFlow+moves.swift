import StatePages
import StateViews
import Tasks

/// The transitions that depend on more than the event.
extension TaskFlow {
  /// The end of its order that a moved task or list has reached, where its button in that direction is disabled.
  enum End: Hashable, Sendable {
    case first, last
  }

  /// The step after an event of the follow flow. Its finish leads to the list.
  func following(_ event: FollowFlow.Event, at step: Step) -> Step {
    guard case .follow(let inner) = step else { return step }
    switch follow.after(event, at: inner) {
    case .show(let next): return .follow(next)
    case .finish(.list(let list, let change)): return .list(list, did: RecentChanges(change))
    }
  }

  /// The step after an event of the import flow.
  func importing(_ event: ImportFlow.Event, at step: Step) -> Step {
    guard case .importing(let inner) = step else { return step }
    switch moving.after(event, at: inner) {
    case .show(let next): return .importing(next)
    case .finish(.cancelled): return .overview()
    }
  }

  func refreshed(_ list: ListID, at step: Step) -> Step {
    switch step {
    case .overview: .overview()
    case .today(_, let pages, _, _): .today(pages: pages)
    case .home, .list, .history, .task, .destinations, .search, .review, .tags, .trash, .settings, .activity,
      .export, .feeds, .server, .savedDraft, .follow, .importing:
      .list(list)
    }
  }

  /// The button to focus: the one that was used, or the opposite one if that is disabled now.
  func button(_ direction: Direction, reaching end: End?) -> Direction {
    switch end {
    case .first: .down
    case .last: .up
    case nil: direction
    }
  }

  /// The row of a task that was changed, where it was when it was changed: on Today, among results or the steps of a task, or in its
  /// list.
  func changedRow(of task: TaskID, in list: ListID, _ change: ChangeID?, at step: Step) -> Step {
    switch step {
    case .today(_, let pages, _, _): .today(at: .row(task), pages: pages, did: RecentChanges(change))
    // A step on the page of the task that it belongs to.
    case .task(let parent, _, let page, _) where parent != task:
      .task(parent, at: .row(task), page: page, did: RecentChanges(change))
    case .search(let asked, _, _, _): .search(asked, at: .row(task), did: RecentChanges(change))
    // A saved filter shows tasks of other lists.
    case .list(let filter, _, _, let rows, _) where filter != list:
      .list(filter, at: .row(task), rows: rows, did: RecentChanges(change))
    case .home, .overview, .list, .history, .task, .destinations, .review, .tags, .trash, .settings,
      .activity, .export, .feeds, .server, .savedDraft, .follow, .importing:
      .list(list, at: .row(task), did: RecentChanges(change))
    }
  }

  /// The page of feeds after one was changed.
  func feeds(at step: Step, new: FeedID? = nil, place: FeedPlace? = nil) -> Step {
    guard case .feeds(let list, _, _) = step else { return .feeds(new: new, at: place) }
    return .feeds(of: list, new: new, at: place)
  }

  /// Today after some of its tasks were changed: a single one is shown in its row.
  func today(_ task: TaskID?, _ change: ChangeID?, at step: Step) -> Step {
    guard case .today(_, let pages, _, _) = step else { return step }
    return .today(at: task.map(TodayPlace.row), pages: pages, did: RecentChanges(change))
  }

  /// The results of a search after some of them were changed.
  func matches(_ change: ChangeID?, at step: Step) -> Step {
    guard case .search(let asked, _, _, _) = step else { return step }
    return .search(asked, at: .results, did: RecentChanges(change))
  }

  /// The effect of an undo: on the page that it was sent from, if that shows it, otherwise at its own place.
  func shown(_ place: Place, _ change: ChangeID?, at step: Step) -> Step {
    switch step {
    case .today(_, let pages, _, _):
      return .today(at: place.task.map(TodayPlace.row), pages: pages, did: RecentChanges(change))
    // A saved filter shows tasks of other lists.
    case .list(let filter, _, _, let rows, _):
      if let list = place.list, list != filter {
        return .list(filter, at: place.task.map(ListPlace.row) ?? .openTasks, rows: rows, did: RecentChanges(change))
      }
    case .search(let asked, _, _, _):
      return .search(asked, at: place.task.map(SearchPlace.row) ?? .results, did: RecentChanges(change))
    case .tags: return .tags(did: change)
    case .task(let task, _, let page, _):
      if place.list != nil, place.task != task {
        return .task(task, at: place.task.map(TaskPlace.row) ?? .newSubtask, page: page, did: RecentChanges(change))
      }
    case .home, .overview, .history, .destinations, .review, .trash, .settings, .activity, .export, .feeds,
      .server, .savedDraft, .follow, .importing:
      break
    }
    return switch place {
    case .overview: .overview(did: change)
    case .list(let list): .list(list, did: RecentChanges(change))
    case .row(let task, let list): .list(list, at: .row(task), did: RecentChanges(change))
    case .task(let task): .task(task, did: RecentChanges(change))
    case .trash: .trash(did: change)
    }
  }
}

extension TaskFlow.Place {
  /// The list that it shows.
  fileprivate var list: ListID? {
    switch self {
    case .list(let list), .row(_, let list): list
    case .overview, .task, .trash: nil
    }
  }

  /// The task that it shows.
  fileprivate var task: TaskID? {
    switch self {
    case .row(let task, _), .task(let task): task
    case .overview, .list, .trash: nil
    }
  }
}

extension TaskFlow.End {
  /// The end at a position; nil for a position in between.
  init?(_ place: RowPosition) {
    switch place.before {
    case 0: self = .first
    case place.total - 1: self = .last
    default: return nil
    }
  }
}

extension TaskFlow.Step {
  /// The recent change that it reports.
  var did: ChangeID? {
    switch self {
    case .today(_, _, _, let did), .list(_, _, _, _, let did), .task(_, _, _, let did), .search(_, _, _, let did):
      did?.last
    case .overview(_, _, _, let did), .tags(_, let did), .trash(_, _, let did): did
    case .home, .history, .destinations, .review, .settings, .activity, .export, .feeds, .server, .savedDraft, .follow,
      .importing:
      nil
    }
  }

  /// The same step with another recent change to report, if it reports any.
  func reporting(_ did: ChangeID) -> Self {
    let only = RecentChanges(did)
    return switch self {
    case .today(let place, let pages, let selecting, _):
      .today(at: place, pages: pages, selecting: selecting, did: only)
    case .overview(let place, let page, let arranging, _):
      .overview(at: place, page: page, arranging: arranging, did: did)
    case .list(let list, let mode, let place, let rows, _): .list(list, mode, at: place, rows: rows, did: only)
    case .task(let task, let place, let page, _): .task(task, at: place, page: page, did: only)
    case .search(let asked, let selecting, let place, _): .search(asked, selecting: selecting, at: place, did: only)
    case .tags(let page, _): .tags(page: page, did: did)
    case .trash(let place, let page, _): .trash(at: place, page: page, did: did)
    case .home, .history, .destinations, .review, .settings, .activity, .export, .feeds, .server, .savedDraft, .follow,
      .importing:
      self
    }
  }

  /// The same step with the page that has its row or card.
  /// - Parameters:
  ///   - row: the page of a list that has a task, among rows that stay; nil if it is not in the list, as with a saved filter.
  ///   - card: the page of the overview that has a list.
  func onPage(
    of row: (TaskID, ListID, ListRows, RecentChanges?) async -> Int?, orOf card: (ListID) async -> Int
  ) async -> Self {
    switch self {
    case .list(let list, let mode, .row(let task)?, let rows, let did):
      .list(list, mode, at: .row(task), rows: rows.on(await row(task, list, rows, did)), did: did)
    case .list(let list, let mode, .anchor(let anchor)?, let rows, let did):
      .list(list, mode, at: .anchor(anchor), rows: rows.on(await row(anchor.task, list, rows, did)), did: did)
    case .list(let list, let mode, .button(let direction, let task)?, let rows, let did):
      .list(list, mode, at: .button(direction, task), rows: rows.on(await row(task, list, rows, nil)), did: did)
    case .overview(.button(let direction, let list)?, _, let arranging, let did):
      .overview(at: .button(direction, list), page: await card(list), arranging: arranging, did: did)
    case .home, .today, .overview, .list, .history, .task, .destinations, .search, .review, .tags, .trash, .settings,
      .activity, .export, .feeds, .server, .savedDraft, .follow, .importing:
      self
    }
  }
}

extension ListRows {
  /// The rows of the page that has a task; the same if that is not known.
  fileprivate func on(_ page: Int?) -> ListRows {
    var rows = self
    if let page { (rows.page, rows.part) = (page, 1) }
    return rows
  }
}
