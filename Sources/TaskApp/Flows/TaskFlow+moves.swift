import StatePages
import StateViews
import Tasks

/// What comes next where that depends on the step.
extension TaskFlow {
  /// The end of its order that something has reached: its button in that direction is of no more use.
  enum End: Hashable, Sendable {
    case first, last
  }

  /// What happened while a list was being followed; the end of that flow is an event of this one.
  func following(_ event: FollowFlow.Event, at step: Step) -> Step {
    guard case .follow(let inner) = step else { return step }
    switch follow.after(event, at: inner) {
    case .show(let next): return .follow(next)
    case .finish(.list(let list, let change)): return .list(list, did: change)
    }
  }

  func turned(to page: PageQuery, at step: Step) -> Step {
    switch step {
    case .overview(_, _, let arranging, _): .overview(page: page.page, arranging: arranging)
    case .list(let list, let mode, _, let rows, _):
      .list(list, mode, at: .openTasks, rows: ListRows(page: page.page, part: page.part, showsAll: rows.showsAll))
    case .trash: .trash(at: .rows, page: page)
    case .history, .task, .search, .settings, .activity, .savedDraft, .follow: step
    }
  }

  func turnedCompleted(to page: PageQuery, at step: Step) -> Step {
    guard case .list(let list, let mode, _, let shown, _) = step else { return step }
    let rows = ListRows(completed: page.page, part: page.part, showsAll: shown.showsAll)
    return .list(list, mode, at: .completedTasks, rows: rows)
  }

  func older(than change: ChangeID, at step: Step) -> Step {
    guard case .history(let list, _) = step else { return step }
    return .history(list, before: change)
  }

  func using(_ step: Step, at place: ListPlace?, _ rows: ListRows) -> Step {
    guard case .list(let list, _, _, _, _) = step else { return step }
    return .list(list, at: place, rows: rows)
  }

  func inMode(_ mode: ListMode, _ step: Step, at place: ListPlace? = nil) -> Step {
    guard case .list(let list, _, _, _, _) = step else { return step }
    return .list(list, mode, at: place)
  }

  func arranging(_ step: Step) -> Step {
    switch step {
    case .overview: .overview(arranging: true)
    case .list(let list, _, _, _, _): .list(list, .arranging)
    case .history, .task, .search, .trash, .settings, .activity, .savedDraft, .follow: step
    }
  }

  func finished(_ step: Step) -> Step {
    switch step {
    case .overview: .overview()
    case .list(let list, _, _, _, _): .list(list)
    case .history, .task, .search, .trash, .settings, .activity, .savedDraft, .follow: step
    }
  }

  func refreshed(_ list: ListID, at step: Step) -> Step {
    switch step {
    case .overview: .overview()
    case .list, .history, .task, .search, .trash, .settings, .activity, .savedDraft, .follow: .list(list)
    }
  }

  /// The eye and the focus stay on the button that was used, unless it can do no more.
  func button(_ direction: Direction, reaching end: End?) -> Direction {
    switch end {
    case .first: .down
    case .last: .up
    case nil: direction
    }
  }

  func shown(_ place: Place, _ change: ChangeID?) -> Step {
    switch place {
    case .overview: .overview(did: change)
    case .list(let list): .list(list, did: change)
    case .row(let task, let list): .list(list, at: .row(task), did: change)
    case .task(let task): .task(task, did: change)
    case .trash: .trash(did: change)
    }
  }
}

extension TaskFlow.End {
  /// The end at which a place is; nil for one between.
  init?(_ place: RowPosition) {
    switch place.before {
    case 0: self = .first
    case place.total - 1: self = .last
    default: return nil
    }
  }
}

extension TaskFlow.Step {
  /// The same step on the page where its row or its card is, by what tells that.
  func onPage(of row: (TaskID, ListID) async -> Int, orOf card: (ListID) async -> Int) async -> Self {
    switch self {
    case .list(let list, let mode, .row(let task)?, _, let did):
      .list(list, mode, at: .row(task), rows: ListRows(page: await row(task, list)), did: did)
    case .list(let list, let mode, .button(let direction, let task)?, _, let did):
      .list(list, mode, at: .button(direction, task), rows: ListRows(page: await row(task, list)), did: did)
    case .overview(.button(let direction, let list)?, _, let arranging, let did):
      .overview(at: .button(direction, list), page: await card(list), arranging: arranging, did: did)
    case .overview, .list, .history, .task, .search, .trash, .settings, .activity, .savedDraft, .follow: self
    }
  }
}
