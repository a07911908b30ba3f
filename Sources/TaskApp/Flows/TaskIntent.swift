import StatePages
import StateViews
import Tasks

typealias TaskStep = TaskFlow.Step
typealias TaskEvent = TaskFlow.Event
typealias TaskForm = TaskFlow.Form

/// What a link or a button of a screen means. A view says no more than that; ``TaskFlow/address(of:)-(TaskIntent)`` decides where it leads.
enum TaskIntent: Intent {
  case openToday
  case openUpcoming
  case openOverview(page: Int = 1)
  case startList
  case openList(ListID, section: SectionID? = nil)
  /// What happened in a list, or to one of its tasks.
  case openHistory(ListID, of: TaskID? = nil)
  case openTask(TaskID)
  case startSubtask(to: TaskID)
  /// The page of a task of a followed list, by its key.
  case openFollowedTask(String, of: ListID)
  /// A task of a followed list, in the list: its number, and the rows that show it.
  case openRemoteTask(ListID, number: Int, rows: ListRows)
  case openSearch
  case search(SearchParameters)
  case openAdd
  case openReview
  case openTags
  /// The page of a tag, with the field for its name.
  case renameTag(TagID)
  case openTrash
  case openSettings(at: TaskStep.Place? = nil)
  case openActivity
  case openFeeds(of: ListID?)
  /// The formats to export a list or a search in.
  indirect case startExport(at: TaskStep)
  indirect case export(as: ExportFormat, at: TaskStep)
  case openServer
  case openSavedDraft(SavedDraftID)
  /// Another page of a paged list.
  indirect case turn(to: PageQuery, at: TaskStep)
  /// Another page of a section of Today.
  indirect case turnSection(DueSection, to: Int, at: TaskStep)
  /// Another page of a list's completed tasks.
  indirect case turnCompleted(to: PageQuery, at: TaskStep)
  /// As many rows on one page as it can have, at the place where the reader is.
  indirect case showAll(from: TaskStep.Place?, at: TaskStep)
  indirect case goToOlder(than: ChangeID, at: TaskStep)
  case goToOlderEvents(than: AccountEventID)
  indirect case arrange(at: TaskStep)
  indirect case select(at: TaskStep)
  indirect case rename(at: TaskStep)
  indirect case startAgain(at: TaskStep)
  indirect case addSection(at: TaskStep)
  indirect case addSeveral(at: TaskStep)
  indirect case addOne(at: TaskStep)
  indirect case choose(at: TaskStep)
  /// Choosing tasks to copy from a remote list, with one of them selected: its key, its number, and the rows that show it.
  case chooseToCopy(String, number: Int, of: ListID, rows: ListRows)
  /// Leaves the mode of a page.
  indirect case finish(at: TaskStep)
  case follow
  case importLists
  case openSource(SourceID)
  case openSourceLists(SourceID)
  case changeAddress(of: SourceID)
  case signOut
  indirect case show(TaskStep)
  case form(TaskForm)
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
