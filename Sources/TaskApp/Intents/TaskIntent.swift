import StatePages
import StateViews
import TaskFormats
import Tasks

/// What a reader wants by a link or a button, in words of the app. A screen says no more. The flow knows the step that the reader is at, and
/// answers with the step or the form that comes next; see ``TaskFlow/next(for:at:)``.
enum TaskIntent: Intent {
  /// Has something done.
  case command(TaskCommand)

  // Something to see.
  case openTask(TaskID)
  /// The form with the text of a comment.
  case editComment(CommentID)
  case openList(ListID)
  /// A section of a list alone; nil for the whole list.
  case openSection(SectionID?, of: ListID)
  /// The row of a task, among the rows of its list.
  case findTask(TaskID, in: ListID, ListRows)
  case openLists(page: Int = 1)
  case openToday
  case openUpcoming
  case openReview(ReviewView = ReviewView())
  /// The results of a search; without one, its form.
  case search(SearchParameters = SearchParameters())
  case openTag(Tag)
  case openTags
  /// The history of a list, or what it tells of a task.
  case openHistory(of: ListID, task: TaskID? = nil)
  case openFeeds(of: ListID? = nil)
  /// The members of a list.
  case openSharing(of: ListID)
  /// The formats of an export; with a format, the file.
  case export(ExportSubject, as: ExportFormat? = nil)
  /// A list as it was at a minute.
  case openEarlier(ListID, asOf: LocalMinute)
  /// The file with which a list is taken along.
  case takeAlong(ListID)
  case openTrash
  /// A page of the settings; without a topic, their index.
  case openSettings(SettingsTopic? = nil)
  /// When and where the account is reminded.
  case openReminders
  case openUsage
  case openActivity
  /// The operator's page.
  case openServer
  case openDraft(SavedDraftID)

  // Something to begin.
  /// The field for a new task of a list, or of a section of it.
  case addTask(to: ListID, SectionID?)
  /// The field for a new subtask of a task.
  case addSubtask(to: TaskID)
  case addList
  case renameTag(TagID)
  /// Chooses a task of a followed list, to copy it.
  case copyTask(TaskID, from: ListID, isDone: Bool)
  case followList
  case changeAddress(of: SourceID)
  case chooseList(of: SourceID)
  case previewSource(SourceID)
  case importLists

  // Something on the page where the reader is.
  case reload
  /// Another page of its rows, from 1.
  case turn(to: Int)
  case turnComments(to: Int)
  case turnSection(DueSection, to: Int)
  /// The due tasks, upcoming ones, or those of the review, with the tasks of others or without.
  case showDue(DueOwner)
  case turnCompleted(to: Int)
  /// All rows at once, at the last one that is shown so far.
  case showAll(to: TaskID?)
  case showOlder(than: ChangeID)
  case showOlderActivity(than: AccountEventID)
  case showNewest
  /// The rows of a list, as they change, or as they are.
  case keepUpToDate(Bool)
  case rename
  case addSeveral
  case addSection
  case startAgain
  case arrange
  /// A section, while its list is put in order.
  case arrangeSection(SectionID?)
  /// Leaves what was picked where it is.
  case putDown
  case select
  case chooseCopies
  /// Leaves the mode of the page.
  case finish
  case closeMenu
  case showDays(UpcomingView.Span)
  /// A day alone. A task that is being moved is left where it is.
  case showDay(Day)
  // Without a filter, on the same days.
  case anyList, anyTag, dropFilters
}

extension Field {
  /// Where a link leads. It takes nothing but what a reader wants: steps are the flow's.
  static func link(_ get: @escaping @Sendable (View) -> TaskIntent) -> Self { intent(get) }
  static func optionalLink(_ get: @escaping @Sendable (View) -> TaskIntent?) -> Self { optionalIntent(get) }
  /// What the button of a form has done.
  static func form(_ get: @escaping @Sendable (View) -> TaskCommand) -> Self { intent { TaskIntent.command(get($0)) } }
  static func optionalForm(_ get: @escaping @Sendable (View) -> TaskCommand?) -> Self {
    optionalIntent { get($0).map(TaskIntent.command) }
  }
}

extension Fact {
  /// Where a link beside the words leads.
  static func link(_ intent: TaskIntent) -> Self { .intent(intent) }
  /// What a button beside the words has done.
  static func form(_ command: TaskCommand) -> Self { .intent(TaskIntent.command(command)) }
}

extension Int {
  /// The number; nil for zero, where there is nothing to tell.
  var ifAny: Int? { self > 0 ? self : nil }
}
