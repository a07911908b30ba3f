import StatePages
import StateViews
import Tasks

/// The app's flow: which page, and which place on it, comes after what a reader did. Its addresses and pages stand beside it; it knows
/// no template.
struct TaskFlow: PageFlow {
  /// A page, the place on it where the eye is, and the change that it tells of.
  enum Step: Hashable, Sendable {
    case overview(at: OverviewPlace? = nil, page: Int = 1, arranging: Bool = false, did: ChangeID? = nil)
    case list(ListID, ListMode = .using, at: ListPlace? = nil, rows: ListRows = ListRows(), did: ChangeID? = nil)
    case history(ListID, before: ChangeID? = nil)
    case task(TaskID, at: TaskPlace? = nil, did: ChangeID? = nil)
    case search(SearchParameters)
    case trash(at: TrashPlace? = nil, page: PageQuery = PageQuery(), did: ChangeID? = nil)
    case settings(at: SettingsPlace? = nil, did: CompletedAction? = nil)
    case activity(before: AccountEventID? = nil)
    case savedDraft(SavedDraftID)
    /// A list from elsewhere is being followed: a flow of its own.
    case follow(FollowFlow.Step)
  }

  /// What a reader did. Those of the first kind change nothing, and are links; those of the second tell what came of a form: their
  /// `change` is nil where there was nothing left to do.
  enum Event: Hashable, Sendable {
    case openedOverview(page: Int = 1)
    case startedNewList
    case openedList(ListID)
    /// Back from a task, which is on that page of its list.
    case leftTask(TaskID?, ListID, page: Int)
    /// The open tasks of a list, from that page on.
    case openedTasks(of: ListID, page: Int)
    case openedHistory(ListID)
    /// An open task has a row in the pane beside it.
    case openedTask(TaskID, isOpen: Bool)
    case openedSearch
    case searched(SearchParameters)
    case openedTrash
    case openedSettings(at: SettingsPlace? = nil)
    case openedActivity
    case openedSavedDraft(SavedDraftID)
    /// Another page of something long.
    case turned(to: PageQuery)
    /// Another page of the completed tasks of a list.
    case turnedCompleted(to: PageQuery)
    /// As many rows on one page as it can have; the eye stays at the place.
    case wantedAll(at: ListPlace?)
    case wentToOlder(than: ChangeID)
    case wentToOlderEvents(than: AccountEventID)
    case startedArranging
    case startedRenaming
    case startedAddingSeveral
    case startedAdding
    case startedChoosing
    /// A task of a list from elsewhere, by key and number, and where it stands among those that can be copied.
    case startedCopying(String, number: Int, of: ListID, rows: ListRows)
    /// What the page was used for beside reading is done.
    case finished
    case startedFollowing
    /// A list from elsewhere as it is there, and which of several it may be.
    case openedSource(SourceID)
    case openedSourceLists(SourceID)
    case startedChangingAddress(of: SourceID)
    /// What happened while a list is being followed.
    case following(FollowFlow.Event)

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
    case changedAccount(CompletedAction?)
    case discardedDraft
    case signedIn(going: Step?)
    case signedOut
  }

  /// Where the effect of an undo can be seen.
  enum Place: Hashable, Sendable {
    case overview
    case list(ListID)
    case row(TaskID, in: ListID)
    case task(TaskID)
    case trash
  }

  /// How a list from elsewhere is followed: a flow that this one holds. With its steps in another order, only this is another.
  var follow: any Flow<FollowFlow.Step, FollowFlow.Event, FollowFlow.Finish> = FollowFlow()

  /// An event has one effect and one place where that is seen, wherever it was sent from; what comes from elsewhere is waited
  /// for where that was asked for. An event that means nothing at a step shows it again.
  func after(_ event: Event, at step: Step) -> Outcome<Step, Never> {
    .show(next(after: event, at: step))
  }

  private func next(after event: Event, at step: Step) -> Step {
    switch event {
    case .openedOverview(let page): .overview(page: page)
    case .startedNewList: .overview(at: .newList)
    case .openedList(let list): .list(list)
    case .leftTask(let task, let list, let page): .list(list, at: task.map(ListPlace.row), rows: ListRows(page: page))
    case .openedTasks(let list, let page): .list(list, at: .openTasks, rows: ListRows(page: page))
    case .openedHistory(let list): .history(list)
    case .openedTask(let task, let isOpen): .task(task, at: isOpen ? .row(task) : nil)
    case .openedSearch: .search(SearchParameters())
    case .searched(let asked): .search(asked)
    case .openedTrash: .trash()
    case .openedSettings(let place): .settings(at: place)
    case .openedActivity: .activity()
    case .openedSavedDraft(let kept): .savedDraft(kept)
    case .turned(let page): turned(to: page, at: step)
    case .turnedCompleted(let page): turnedCompleted(to: page, at: step)
    case .wantedAll(let place): using(step, at: place, ListRows(showsAll: true))
    case .wentToOlder(let change): older(than: change, at: step)
    case .wentToOlderEvents(let event): .activity(before: event)
    case .startedArranging: arranging(step)
    case .startedRenaming: inMode(.renaming, step)
    case .startedAddingSeveral: inMode(.addingSeveral, step, at: .newTask)
    case .startedAdding: inMode(.using, step, at: .newTask)
    case .startedChoosing: inMode(.choosing(), step)
    case .startedCopying(let key, let number, let list, let rows):
      .list(list, .choosing(key), at: .remote(number), rows: rows)
    case .finished: finished(step)
    case .startedFollowing: .follow(.address(nil))
    case .openedSource(let source): .follow(.preview(source))
    case .openedSourceLists(let source): .follow(.lists(source))
    case .startedChangingAddress(let source): .follow(.address(source))
    case .following(let event): following(event, at: step)
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
        list, .arranging, at: direction.map { .button(button($0, reaching: end), task) } ?? .row(task), did: change)
    case .deletedTask(let list, let beside, let arranging, let change):
      .list(list, arranging ? .arranging : .using, at: beside.map(ListPlace.row), did: change)
    case .clearedCompleted(let list, let change), .copiedTasks(let list, let change): .list(list, did: change)
    case .refreshedList(let list): refreshed(list, at: step)
    case .undid(let place, let change): shown(place, change)
    case .emptiedTrash: .trash()
    case .changedAccount(let deed): .settings(did: deed)
    case .signedIn(let next): next ?? .overview()
    case .discardedDraft, .signedOut: .overview()
    }
  }
}
