import StatePages
import Tasks

extension TaskFlow {
  /// Where intents lead, with this flow at the root of the app.
  static let intents = IntentAddresses { address(of: $0) }

  /// The address of the step or form that an intent leads to.
  static func address(of intent: TaskIntent) -> PageAddress {
    switch intent {
    case .form(let form): forms.address(of: form)
    case .signOut: SignInFlow.forms.address(of: .signOut)
    case _: addresses.address(of: step(after: intent))
    }
  }

  /// The step after an intent; of a form, the one with the form on its page.
  static func step(after intent: TaskIntent) -> Step {
    switch intent {
    case .openToday: .today()
    case .openUpcoming: .upcoming()
    case .openOverview(let page): .overview(page: page)
    case .startList: .overview(at: .newList)
    case .openList(let list, let section): .list(list, rows: ListRows(section: section))
    case .openHistory(let list, let task): .history(list, of: task)
    case .openTask(let task): .task(task)
    case .startSubtask(let task): .task(task, at: .newSubtask)
    case .openFollowedTask(let key, let list): .followedTask(key, of: list)
    case .openRemoteTask(let list, let number, let rows): .list(list, at: .remote(number), rows: rows)
    case .openSearch: .search(SearchParameters())
    case .search(let asked): .search(asked)
    case .openAdd: .add()
    case .openReview: .review
    case .openTags: .tags()
    case .renameTag(let tag): .tag(tag)
    case .openTrash: .trash()
    case .openSettings(let place): .settings(at: place)
    case .openActivity: .activity()
    case .openFeeds(let list): .feeds(of: list)
    case .startExport(let step): exporting(step)
    case .export(let format, let step):
      if case .export(let subject, _) = step.page { .export(subject, as: format) } else { step }
    case .openServer: .server()
    case .openSavedDraft(let kept): .savedDraft(kept)
    case .turn(let page, let step): turned(to: page, at: step)
    case .turnSection(let section, let page, let step): turned(section, to: page, at: step)
    case .turnCompleted(let page, let step): turnedCompleted(to: page, at: step)
    case .showAll(let place, let step): list(.using, step, at: place, showsAll: true)
    case .goToOlder(let change, let step): older(than: change, at: step)
    case .goToOlderEvents(let event): .activity(before: event)
    case .arrange(let step):
      switch step.page {
      case .overview: .overview(.arranging())
      case .upcoming(let view): .upcoming(view.with { $0.mode = .arranging() })
      case _: list(.arranging(), step)
      }
    case .select(let step): selecting(step)
    case .rename(let step): list(.renaming, step)
    case .startAgain(let step): list(.startingAgain, step)
    case .addSection(let step): list(.addingSection, step)
    case .addSeveral(let step): list(.addingSeveral, step, at: .newTask)
    case .addOne(let step): list(.using, step, at: .newTask)
    case .choose(let step): list(.choosing(), step)
    case .chooseToCopy(let key, let number, let list, let rows):
      .list(list, .choosing(key), at: .remote(number), rows: rows)
    case .finish(let step): finished(step)
    case .follow: .follow(.address(nil))
    case .importLists: .importing(.file)
    case .openSource(let source): .follow(.preview(source))
    case .openSourceLists(let source): .follow(.lists(source))
    case .changeAddress(let source): .follow(.address(source))
    case .show(let step): step
    case .form(let form): form.step
    case .signOut: .overview()
    }
  }

  private static func turned(to page: PageQuery, at step: Step) -> Step {
    switch step.page {
    case .overview(_, let mode): .overview(mode, page: page.page)
    case .upcoming(let view): .upcoming(view.with { $0.page = page.page }, at: .results)
    case .list(let list, let view):
      .list(
        list, view.mode, at: .openTasks,
        rows: ListRows(
          section: view.rows.section, page: page.page, part: page.part, showsAll: view.rows.showsAll))
    case .search(let asked, let selecting): .search(asked.turned(to: page), selecting: selecting, at: .results)
    case .trash: .trash(at: .rows, page: page)
    case .tags: .tags(page: page.page)
    case .server: .server(page: page.page)
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
    case .upcoming(let view): .upcoming(view)
    case .search(let asked, _): .search(asked)
    case .list(let list, let view): .list(list, rows: view.rows)
    case _: nil
    }
  }

  private static func turnedCompleted(to page: PageQuery, at step: Step) -> Step {
    guard case .list(let list, let view) = step.page else { return step }
    let rows = ListRows(
      section: view.rows.section, completed: page.page, part: page.part, showsAll: view.rows.showsAll)
    return .list(list, view.mode, at: .completedTasks, rows: rows)
  }

  private static func older(than change: ChangeID, at step: Step) -> Step {
    if case .history(let list, let task, _) = step.page { .history(list, of: task, before: change) } else { step }
  }

  private static func list(
    _ mode: ListMode, _ step: Step, at place: Step.Place? = nil, showsAll: Bool = false
  ) -> Step {
    guard case .list(let list, let view) = step.page else { return step }
    return .list(list, mode, at: place, rows: ListRows(section: view.rows.section, showsAll: showsAll))
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
    case .upcoming(let view): .upcoming(view.with { $0.mode = .using })
    case .overview: .overview()
    case .list(let list, let view): .list(list, rows: ListRows(section: view.rows.section))
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
