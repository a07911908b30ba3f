import StatePages
import StateViews
import Tasks

typealias TaskStep = TaskFlow.Step
typealias TaskEvent = TaskFlow.Event
typealias TaskForm = TaskFlow.Form

/// What a link or a button of a screen means. A view says no more than that, by its name: the flow says here to which step it leads, and
/// gives that an address.
enum TaskIntent: Intent {
  indirect case show(TaskStep)
  case form(TaskForm)
  case signOut
}

extension TaskFlow {
  /// Where intents lead, with this flow at the root of the app.
  static let intents = IntentAddresses { address(of: $0) }

  /// The address of the step or form that an intent leads to.
  static func address(of intent: TaskIntent) -> PageAddress {
    switch intent {
    case .show(let step): addresses.address(of: step)
    case .form(let form): forms.address(of: form)
    case .signOut: SignInFlow.forms.address(of: .signOut)
    }
  }

  /// The step after an intent; of a form, the one with the form on its page.
  static func step(after intent: TaskIntent) -> Step {
    switch intent {
    case .show(let step): step
    case .form(let form): form.step
    case .signOut: .overview()
    }
  }
}

extension TaskIntent {
  static let openToday = show(.today())
  static let openUpcoming = show(.upcoming())
  static func openOverview(page: Int = 1) -> Self { show(.overview(page: page)) }
  static let startList = show(.overview(at: .newList))
  static func openList(_ list: ListID, section: SectionID? = nil) -> Self {
    show(.list(list, rows: ListRows(section: section)))
  }
  /// What happened in a list, or to one of its tasks.
  static func openHistory(_ list: ListID, of task: TaskID? = nil) -> Self { show(.history(list, of: task)) }
  static func openTask(_ task: TaskID) -> Self { show(.task(task)) }
  static func startSubtask(to task: TaskID) -> Self { show(.task(task, at: .newSubtask)) }
  /// The page of a task of a followed list, by its key.
  static func openFollowedTask(_ key: String, of list: ListID) -> Self { show(.followedTask(key, of: list)) }
  /// A task of a followed list, in the list: its number, and the rows that show it.
  static func openRemoteTask(_ list: ListID, number: Int, rows: ListRows) -> Self {
    show(.list(list, at: .remote(number), rows: rows))
  }
  static let openSearch = search(SearchParameters())
  static func search(_ asked: SearchParameters) -> Self { show(.search(asked)) }
  static let openAdd = show(.add())
  static let openReview = show(.review)
  static let openTags = show(.tags())
  /// The page of a tag, with the field for its name.
  static func renameTag(_ tag: TagID) -> Self { show(.tag(tag)) }
  static let openTrash = show(.trash())
  static func openSettings(at place: TaskStep.Place? = nil) -> Self { show(.settings(at: place)) }
  static let openActivity = show(.activity())
  /// The calendar feeds of a list, or all.
  static func openFeeds(of list: ListID?) -> Self { show(.feeds(of: list)) }
  static let openServer = show(.server())
  static func openSavedDraft(_ draft: SavedDraftID) -> Self { show(.savedDraft(draft)) }
  static let follow = show(.follow(.address(nil)))
  static let importLists = show(.importing(.file))
  static func openSource(_ source: SourceID) -> Self { show(.follow(.preview(source))) }
  static func openSourceLists(_ source: SourceID) -> Self { show(.follow(.lists(source))) }
  static func changeAddress(of source: SourceID) -> Self { show(.follow(.address(source))) }

  /// The formats to export what a step shows in; all results of a search.
  static func startExport(at step: TaskStep) -> Self {
    switch step.page {
    case .list(let list, _): show(.export(.list(list)))
    case .search(let asked, _): show(.export(.search(asked.older(than: nil).changing(nil))))
    case _: show(step)
    }
  }

  static func export(as format: ExportFormat, at step: TaskStep) -> Self {
    if case .export(let subject, _) = step.page { show(.export(subject, as: format)) } else { show(step) }
  }

  /// Another page of a paged list.
  static func turn(to page: PageQuery, at step: TaskStep) -> Self {
    switch step.page {
    case .overview(_, let mode): show(.overview(mode, page: page.page))
    case .upcoming(let view): show(.upcoming(view.with { $0.page = page.page }, at: .results))
    case .list(let list, let view):
      show(
        .list(
          list, view.mode, at: .openTasks,
          rows: ListRows(
            section: view.rows.section, page: page.page, part: page.part, showsAll: view.rows.showsAll)))
    case .search(let asked, let selecting): show(.search(asked.turned(to: page), selecting: selecting, at: .results))
    case .trash: show(.trash(at: .rows, page: page))
    case .tags: show(.tags(page: page.page))
    case .server: show(.server(page: page.page))
    case _: show(step)
    }
  }

  /// Another page of a section of Today.
  static func turnSection(_ section: DueSection, to page: Int, at step: TaskStep) -> Self {
    guard case .today(var view) = step.page else { return show(step) }
    view.pages[section] = page
    return show(TaskStep(.today(view), at: .section(section)))
  }

  /// Another page of a list's completed tasks.
  static func turnCompleted(to page: PageQuery, at step: TaskStep) -> Self {
    guard case .list(let list, let view) = step.page else { return show(step) }
    let rows = ListRows(section: view.rows.section, completed: page.page, part: page.part, showsAll: view.rows.showsAll)
    return show(.list(list, view.mode, at: .completedTasks, rows: rows))
  }

  /// As many rows on one page as it can have, at the place where the reader is.
  static func showAll(from place: TaskStep.Place?, at step: TaskStep) -> Self {
    list(.using, step, at: place, showsAll: true)
  }

  static func goToOlder(than change: ChangeID, at step: TaskStep) -> Self {
    if case .history(let list, let task, _) = step.page {
      show(.history(list, of: task, before: change))
    } else {
      show(step)
    }
  }

  static func goToOlderEvents(than event: AccountEventID) -> Self { show(.activity(before: event)) }

  static func arrange(at step: TaskStep) -> Self {
    switch step.page {
    case .overview: show(.overview(.arranging()))
    case .upcoming(let view): show(.upcoming(view.with { $0.mode = .arranging() }))
    case _: list(.arranging(), step)
    }
  }

  static func select(at step: TaskStep) -> Self {
    switch step.page {
    case .today: show(.today(selecting: true))
    case .search(let asked, _): show(.search(asked.turned(to: PageQuery()), selecting: true))
    case _: list(.selecting, step)
    }
  }

  static func rename(at step: TaskStep) -> Self { list(.renaming, step) }
  static func startAgain(at step: TaskStep) -> Self { list(.startingAgain, step) }
  static func addSection(at step: TaskStep) -> Self { list(.addingSection, step) }
  static func addSeveral(at step: TaskStep) -> Self { list(.addingSeveral, step, at: .newTask) }
  static func addOne(at step: TaskStep) -> Self { list(.using, step, at: .newTask) }
  static func choose(at step: TaskStep) -> Self { list(.choosing(), step) }
  /// Choosing tasks to copy from a remote list, with one of them selected: its key, its number, and the rows that show it.
  static func chooseToCopy(_ key: String, number: Int, of list: ListID, rows: ListRows) -> Self {
    show(.list(list, .choosing(key), at: .remote(number), rows: rows))
  }

  private static func list(
    _ mode: ListMode, _ step: TaskStep, at place: TaskStep.Place? = nil, showsAll: Bool = false
  ) -> Self {
    guard case .list(let list, let view) = step.page else { return show(step) }
    return show(.list(list, mode, at: place, rows: ListRows(section: view.rows.section, showsAll: showsAll)))
  }

  /// Leaves the mode of a page.
  static func finish(at step: TaskStep) -> Self {
    switch step.page {
    case .today: show(.today())
    case .upcoming(let view): show(.upcoming(view.with { $0.mode = .using }))
    case .overview: show(.overview())
    case .list(let list, let view): show(.list(list, rows: ListRows(section: view.rows.section)))
    case .search(let asked, _): show(.search(asked.turned(to: PageQuery())))
    case .export(.list(let list), _): show(.list(list))
    case .export(.search(let asked), _): show(.search(asked))
    case .feeds(let list?, _): show(.list(list))
    case .feeds: show(.settings())
    case _: show(step)
    }
  }
}

extension Field {
  /// What a link means.
  static func link(_ get: @escaping @Sendable (View) -> TaskIntent) -> Self { intent(get) }
  static func optionalLink(_ get: @escaping @Sendable (View) -> TaskIntent?) -> Self { optionalIntent(get) }
  static func form(_ get: @escaping @Sendable (View) -> TaskForm) -> Self { intent { TaskIntent.form(get($0)) } }
}

extension Fact {
  /// What a link or a button beside the words means.
  static func link(_ intent: TaskIntent) -> Self { .intent(intent) }
}

extension Int {
  /// The number; nil for zero, where there is nothing to tell.
  var ifAny: Int? { self > 0 ? self : nil }
}
