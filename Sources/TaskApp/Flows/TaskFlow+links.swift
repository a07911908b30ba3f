import StatePages
import Tasks

/// The links of the app's pages.
extension TaskFlow {
  /// An event that changes nothing. A view sends it by a link.
  ///
  /// Links lead from step to step without an inner flow, so their addresses need no value of `TaskFlow`.
  enum Link: Hashable, Sendable {
    case openedToday
    case openedOverview(page: Int = 1)
    case startedNewList
    case openedList(ListID)
    /// Back from a task to its list, to the page of the list that has the task.
    case leftTask(TaskID?, ListID, page: Int)
    /// Back from the choice of a list to the step that it was opened from.
    case leftDestinations
    /// The open tasks of a list, at a page.
    case openedTasks(of: ListID, page: Int)
    case openedHistory(ListID)
    /// An open task has a row in the pane beside it.
    case openedTask(TaskID, isOpen: Bool)
    /// The field for a new step of a task.
    case startedAddingSubtasks(to: TaskID)
    /// A task of a followed list: its number, and the rows that show it.
    case openedRemoteTask(ListID, number: Int, rows: ListRows)
    /// The lists that a task can be moved to, from a step that shows the task.
    case openedDestinations(TaskID)
    case openedSearch
    case searched(SearchParameters)
    case openedReview
    case openedTags
    case openedTrash
    case openedSettings(at: Step.Place? = nil)
    case openedActivity
    /// The calendar feeds of a list, or all.
    case openedFeeds(of: ListID?)
    /// The formats to export a list or a search in.
    case startedExporting
    /// The exported file.
    case exported(as: ExportFormat)
    case openedServer
    case openedSavedDraft(SavedDraftID)
    /// Another page of a paged list.
    case turned(to: PageQuery)
    /// Another page of a section of Today.
    case turnedSection(DueSection, to: Int)
    /// Another page of a list's completed tasks.
    case turnedCompleted(to: PageQuery)
    /// As many rows on one page as it can have, at the place where the reader is.
    case wantedAll(at: Step.Place?)
    case wentToOlder(than: ChangeID)
    case wentToOlderEvents(than: AccountEventID)
    case startedArranging
    case startedSelecting
    case startedRenaming
    case startedAddingSeveral
    case startedAdding
    case startedChoosing
    /// Choosing tasks to copy from a remote list, with one of them selected: its key, its number, and the rows that show it.
    case startedCopying(String, number: Int, of: ListID, rows: ListRows)
    /// Leaves the mode of a page.
    case finished
    /// Leaves the full menu of a row.
    case closedMenu
    case startedFollowing
    case startedImporting
    /// The preview of a source.
    case openedSource(SourceID)
    /// The task lists of a source, to choose one.
    case openedSourceLists(SourceID)
    case startedChangingAddress(of: SourceID)
  }

  /// The step after a link.
  static func step(after link: Link, at step: Step) -> Step {
    switch link {
    case .openedToday: .today()
    case .openedOverview(let page): .overview(page: page)
    case .startedNewList: .overview(at: .newList)
    case .openedList(let list): .list(list)
    case .leftTask(let task, let list, let page): .list(list, at: task.map { .row($0) }, rows: ListRows(page: page))
    case .leftDestinations: if case .destinations(_, let from?, _, _) = step.page { from } else { step }
    case .openedTasks(let list, let page): .list(list, at: .openTasks, rows: ListRows(page: page))
    case .openedHistory(let list): .history(list)
    case .openedTask(let task, let isOpen): .task(task, at: isOpen ? .row(task) : nil)
    case .startedAddingSubtasks(let task): .task(task, at: .newSubtask)
    case .openedRemoteTask(let list, let number, let rows): .list(list, at: .remote(number), rows: rows)
    case .openedDestinations(let task): .destinations(task, from: origin(step))
    case .openedSearch: .search(SearchParameters())
    case .searched(let asked): .search(asked)
    case .openedReview: .review
    case .openedTags: .tags()
    case .openedTrash: .trash()
    case .openedSettings(let place): .settings(at: place)
    case .openedActivity: .activity()
    case .openedFeeds(let list): .feeds(of: list)
    case .startedExporting: exporting(step)
    case .exported(let format):
      if case .export(let subject, _) = step.page { .export(subject, as: format) } else { step }
    case .openedServer: .server()
    case .openedSavedDraft(let kept): .savedDraft(kept)
    case .turned(let page): turned(to: page, at: step)
    case .turnedSection(let section, let page): turned(section, to: page, at: step)
    case .turnedCompleted(let page): turnedCompleted(to: page, at: step)
    case .wantedAll(let place): list(.using, step, at: place, rows: ListRows(showsAll: true))
    case .wentToOlder(let change): older(than: change, at: step)
    case .wentToOlderEvents(let event): .activity(before: event)
    case .startedArranging:
      if case .overview = step.page { .overview(arranging: true) } else { list(.arranging, step) }
    case .startedSelecting: selecting(step)
    case .startedRenaming: list(.renaming, step)
    case .startedAddingSeveral: list(.addingSeveral, step, at: .newTask)
    case .startedAdding: list(.using, step, at: .newTask)
    case .startedChoosing: list(.choosing(), step)
    case .startedCopying(let key, let number, let list, let rows):
      .list(list, .choosing(key), at: .remote(number), rows: rows)
    case .finished: finished(step)
    case .closedMenu: step.closingMenu
    case .startedFollowing: .follow(.address(nil))
    case .startedImporting: .importing(.file)
    case .openedSource(let source): .follow(.preview(source))
    case .openedSourceLists(let source): .follow(.lists(source))
    case .startedChangingAddress(let source): .follow(.address(source))
    }
  }

  /// The address of the step after a link.
  static func address(after link: Link, at step: Step = .overview()) -> String {
    addresses.address(of: self.step(after: link, at: step)).text
  }

  private static func turned(to page: PageQuery, at step: Step) -> Step {
    switch step.page {
    case .overview(_, let arranging): .overview(page: page.page, arranging: arranging)
    case .list(let list, let view):
      .list(
        list, view.mode, at: .openTasks,
        rows: ListRows(page: page.page, part: page.part, showsAll: view.rows.showsAll))
    case .search(let asked, let selecting): .search(asked.turned(to: page), selecting: selecting, at: .results)
    case .trash: .trash(at: .rows, page: page)
    case .tags: .tags(page: page.page)
    case .server: .server(page: page.page)
    case .destinations(let task, let from, _, let top): .destinations(task, from: from, page: page.page, rowTop: top)
    case _: step
    }
  }

  private static func turned(_ section: DueSection, to page: Int, at step: Step) -> Step {
    guard case .today(var view) = step.page else { return step }
    view.pages[section] = page
    return Step(.today(view), at: .section(section))
  }

  /// The step that a form is sent from, without place and notice; nil if its effect is shown in the task's list.
  static func origin(_ step: Step) -> Step? {
    switch step.page {
    case .today(let view): .today(pages: view.pages)
    case .search(let asked, _): .search(asked)
    case .list(let list, let view): .list(list, rows: view.rows)
    case _: nil
    }
  }

  private static func turnedCompleted(to page: PageQuery, at step: Step) -> Step {
    guard case .list(let list, let view) = step.page else { return step }
    let rows = ListRows(completed: page.page, part: page.part, showsAll: view.rows.showsAll)
    return .list(list, view.mode, at: .completedTasks, rows: rows)
  }

  private static func older(than change: ChangeID, at step: Step) -> Step {
    if case .history(let list, _) = step.page { .history(list, before: change) } else { step }
  }

  private static func list(
    _ mode: ListMode, _ step: Step, at place: Step.Place? = nil, rows: ListRows = ListRows()
  ) -> Step {
    if case .list(let list, _) = step.page { .list(list, mode, at: place, rows: rows) } else { step }
  }

  private static func selecting(_ step: Step) -> Step {
    switch step.page {
    case .today: .today(selecting: true)
    case .search(let asked, _): .search(asked.turned(to: PageQuery()), selecting: true)
    case _: list(.selecting, step)
    }
  }

  private static func finished(_ step: Step) -> Step {
    switch step.page {
    case .today: .today()
    case .overview: .overview()
    case .list(let list, _): .list(list)
    case .search(let asked, _): .search(asked.turned(to: PageQuery()))
    case .export(.list(let list), _): .list(list)
    case .export(.search(let asked), _): .search(asked)
    case .feeds(let list?, _): .list(list)
    case .feeds: .settings()
    case _: step
    }
  }

  /// The export of what a step shows; all results of a search.
  private static func exporting(_ step: Step) -> Step {
    switch step.page {
    case .list(let list, _): .export(.list(list))
    case .search(let asked, _): .export(.search(asked.older(than: nil).changing(nil)))
    case _: step
    }
  }
}
