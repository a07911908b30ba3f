import StateViews
import Tasks

/// Which page, and which place on it, comes after what a person did. It knows no address and no template.
struct TaskFlow: Flow {
  /// A page, the place on it where the eye is, and the change that it tells of.
  enum Step: Hashable, Sendable {
    case overview(at: OverviewPlace? = nil, page: Int = 1, arranging: Bool = false, did: ChangeID? = nil)
    case list(ListID, at: ListPlace? = nil, page: Int = 1, arranging: Bool = false, did: ChangeID? = nil)
    case task(TaskID, did: ChangeID? = nil)
    case trash(did: ChangeID? = nil)
  }

  enum OverviewPlace: Hashable, Sendable {
    case button(Direction, ListID)
  }

  enum ListPlace: Hashable, Sendable {
    case newTask
    case row(TaskID)
    case button(Direction, TaskID)
  }

  /// What a person did, and what it came to; `change` is nil where there was nothing left to do.
  enum Event: Hashable, Sendable {
    case createdList(ListID, ChangeID?)
    case renamedList(ListID, ChangeID?)
    case movedList(ListID, Direction, reaching: End?, ChangeID?)
    case deletedList(ChangeID?)
    case restoredList(ListID, ChangeID?)
    case addedTasks(to: ListID, ChangeID?)
    case editedTask(TaskID, in: ListID, ChangeID?)
    case toggledTask(TaskID, in: ListID, ChangeID?)
    /// The direction is nil where a place was named instead.
    case movedTask(TaskID, in: ListID, Direction?, reaching: End?, ChangeID?)
    /// While tasks are put in order, that goes on.
    case deletedTask(in: ListID, beside: TaskID?, arranging: Bool, ChangeID?)
    case restoredTask(TaskID, in: ListID, ChangeID?)
    case clearedCompleted(in: ListID, ChangeID?)
    case refreshedList(ListID)
    case copiedTasks(to: ListID, ChangeID?)
    case undid(Place, ChangeID?)
    case emptiedTrash
  }

  /// The end of its order that something has reached: its button in that direction is of no more use.
  enum End: Hashable, Sendable {
    case first, last
  }

  /// Where the effect of an undo can be seen.
  enum Place: Hashable, Sendable {
    case overview
    case list(ListID)
    case row(TaskID, in: ListID)
    case task(TaskID)
    case trash
  }

  /// An event has one effect and one place where that is seen, wherever it was sent from; what comes from elsewhere is waited
  /// for where that was asked for.
  func after(_ event: Event, at step: Step) -> Outcome<Step, Never> {
    .show(next(after: event, at: step))
  }

  private func next(after event: Event, at step: Step) -> Step {
    switch event {
    case .createdList(let list, let change): .list(list, at: .newTask, did: change)
    case .renamedList(let list, let change): .list(list, did: change)
    case .movedList(let list, let direction, let end, let change):
      .overview(at: .button(button(direction, reaching: end), list), arranging: true, did: change)
    case .deletedList(let change): .overview(did: change)
    case .restoredList(let list, let change): .list(list, did: change)
    case .addedTasks(let list, let change): .list(list, at: .newTask, did: change)
    case .editedTask(let task, let list, let change), .toggledTask(let task, let list, let change),
      .restoredTask(let task, let list, let change):
      .list(list, at: .row(task), did: change)
    case .movedTask(let task, let list, let direction, let end, let change):
      .list(
        list, at: direction.map { .button(button($0, reaching: end), task) } ?? .row(task), arranging: true,
        did: change)
    case .deletedTask(let list, let beside, let arranging, let change):
      .list(list, at: beside.map(ListPlace.row), arranging: arranging, did: change)
    case .clearedCompleted(let list, let change), .copiedTasks(let list, let change): .list(list, did: change)
    case .refreshedList(let list): refreshed(list, at: step)
    case .undid(let place, let change): shown(place, change)
    case .emptiedTrash: .trash()
    }
  }

  private func refreshed(_ list: ListID, at step: Step) -> Step {
    switch step {
    case .overview: .overview()
    case .list, .task, .trash: .list(list)
    }
  }

  /// The eye and the focus stay on the button that was used, unless it can do no more.
  private func button(_ direction: Direction, reaching end: End?) -> Direction {
    switch end {
    case .first: .down
    case .last: .up
    case nil: direction
    }
  }

  private func shown(_ place: Place, _ change: ChangeID?) -> Step {
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
  init?(_ place: OpenPlace) {
    switch place.before {
    case 0: self = .first
    case place.total - 1: self = .last
    default: return nil
    }
  }
}
