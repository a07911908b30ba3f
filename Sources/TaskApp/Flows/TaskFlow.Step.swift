import TaskFormats
import Tasks

extension TaskFlow {
  /// A page, the element that it scrolls to, and the recent change that it reports; on a page with rows also those before it.
  struct Step: Hashable, Sendable {
    var page: Page
    var place: ElementID?
    var did: RecentChanges?

    init(_ page: Page, at place: ElementID? = nil, did: RecentChanges? = nil) {
      (self.page, self.place, self.did) = (page, place, did)
    }
  }
}

extension TaskFlow.Step {
  /// A page, with the values that it shows. The functions below make the step of each, at the top of the page.
  enum Page: Hashable, Sendable {
    case home
    case today(TodayView)
    case upcoming(UpcomingView)
    case overview(page: Int, OverviewMode)
    case list(ListID, ListPageView)
    /// The file with which a list is taken along.
    case takeAlong(ListID)
    case history(ListID, of: TaskID?, before: ChangeID?)
    case task(TaskID, page: Int, comments: Int = 1)
    case comment(CommentID)
    /// The list of a task, as it is shown beside the task.
    case listOf(TaskID)
    case search(SearchParameters, selecting: Bool)
    case add(SharedText)
    case review(ReviewView)
    case tags(page: Int)
    /// A tag whose name is being changed. Its page is a search for it; see ``TaskFlow/Step/tagged(_:did:)``.
    case tag(TagID)
    case trash(page: Int)
    /// The index of the settings.
    case settings
    case settingsTopic(SettingsTopic, did: CompletedAction?, new: AppPasswordID?)
    /// When and where the account is reminded; the channel is the one that was made or tested last.
    case reminders(did: CompletedAction?, of: ReminderChannelID?)
    case activity(before: AccountEventID?)
    case export(ExportSubject, as: ExportFormat?)
    case feeds(of: ListID?, new: FeedID?)
    case sharing(of: ListID)
    /// The page of a link that invites to a list.
    case invitation(LinkSecret)
    case server(page: Int)
    case savedDraft(SavedDraftID)
    case follow(FollowFlow.Step)
    case importing(ImportFlow.Step)
    /// The form of a command. The forms of mounted flows are their steps.
    case form(TaskCommand)
  }

  /// The address without a path. It leads to Today once a task has a due day, and to the overview until then.
  static let home = Self(.home)
  static let settings = Self(.settings)

  static func review(_ view: ReviewView = ReviewView(), at place: ElementID? = nil, did: RecentChanges? = nil) -> Self {
    Self(.review(view), at: place, did: did)
  }

  static func today(
    at place: ElementID? = nil, pages: TodayPages = TodayPages(), selecting: Bool = false, did: RecentChanges? = nil
  ) -> Self {
    Self(.today(TodayView(pages: pages, isSelecting: selecting)), at: place, did: did)
  }

  static func upcoming(
    _ view: UpcomingView = UpcomingView(), at place: ElementID? = nil, did: RecentChanges? = nil
  ) -> Self {
    Self(.upcoming(view), at: place, did: did)
  }

  static func overview(
    _ mode: OverviewMode = .using, at place: ElementID? = nil, page: Int = 1, did: ChangeID? = nil
  ) -> Self {
    Self(.overview(page: page, mode), at: place, did: RecentChanges(did))
  }

  static func list(
    _ list: ListID, _ mode: ListMode = .using, at place: ElementID? = nil, rows: ListRows = ListRows(),
    since: ChangeID? = nil, taken: TakenBoxes? = nil, asOf: LocalMinute? = nil, did: RecentChanges? = nil
  ) -> Self {
    let view = ListPageView(mode: mode, rows: rows, since: since, taken: taken, asOf: asOf)
    return Self(.list(list, view), at: place, did: did)
  }

  static func takeAlong(_ list: ListID) -> Self { Self(.takeAlong(list)) }

  static func history(_ list: ListID, of task: TaskID? = nil, before: ChangeID? = nil) -> Self {
    Self(.history(list, of: task, before: before))
  }

  /// The page numbers are those of its subtasks, and of its comments.
  static func task(
    _ task: TaskID, at place: ElementID? = nil, page: Int = 1, comments: Int = 1, did: RecentChanges? = nil
  ) -> Self {
    Self(.task(task, page: page, comments: comments), at: place, did: did)
  }

  static func comment(_ comment: CommentID) -> Self { Self(.comment(comment)) }

  static func listOf(_ task: TaskID, at place: ElementID? = nil, did: RecentChanges? = nil) -> Self {
    Self(.listOf(task), at: place, did: did)
  }

  static func search(
    _ asked: SearchParameters, selecting: Bool = false, at place: ElementID? = nil, did: RecentChanges? = nil
  ) -> Self {
    Self(.search(asked, selecting: selecting), at: place, did: did)
  }

  /// The page that adds a task, with the text that another app has shared.
  static func add(_ shared: SharedText = SharedText()) -> Self { Self(.add(shared)) }

  /// The page of a tag: the search for its tasks.
  static func tagged(_ tag: Tag, did: ChangeID? = nil) -> Self {
    .search(SearchParameters(tag: tag), did: RecentChanges(did))
  }

  static func tag(_ tag: TagID) -> Self { Self(.tag(tag)) }

  static func tags(page: Int = 1, did: ChangeID? = nil) -> Self { Self(.tags(page: page), did: RecentChanges(did)) }

  static func trash(at place: ElementID? = nil, page: Int = 1, did: ChangeID? = nil) -> Self {
    Self(.trash(page: page), at: place, did: RecentChanges(did))
  }

  /// A page of the settings; `new` is an app password that has just got its secret.
  static func settings(
    _ topic: SettingsTopic, at place: ElementID? = nil, did: CompletedAction? = nil, new: AppPasswordID? = nil
  ) -> Self {
    Self(.settingsTopic(topic, did: did, new: new), at: place)
  }

  static func reminders(did: CompletedAction? = nil) -> Self { Self(.reminders(did: did, of: nil)) }

  static func activity(before: AccountEventID? = nil) -> Self { Self(.activity(before: before)) }

  /// The formats of an export; with a format, the file itself.
  static func export(_ subject: ExportSubject, as format: ExportFormat? = nil) -> Self {
    Self(.export(subject, as: format))
  }

  /// The calendar feeds of a list, or all; `new` has just got its address.
  static func feeds(of list: ListID? = nil, new: FeedID? = nil, at place: ElementID? = nil) -> Self {
    Self(.feeds(of: list, new: new), at: place)
  }

  static func sharing(of list: ListID, did: ChangeID? = nil) -> Self {
    Self(.sharing(of: list), did: RecentChanges(did))
  }

  static func invitation(_ secret: LinkSecret) -> Self { Self(.invitation(secret)) }

  /// The operator's page. The page number is that of the accounts.
  static func server(page: Int = 1) -> Self { Self(.server(page: page)) }

  static func savedDraft(_ draft: SavedDraftID) -> Self { Self(.savedDraft(draft)) }

  static func follow(_ step: FollowFlow.Step) -> Self { Self(.follow(step)) }

  /// A step of the flow of moving in from another app.
  static func importing(_ step: ImportFlow.Step) -> Self { Self(.importing(step)) }

  /// A form, of this flow or of one that is mounted in it.
  static func form(_ form: TaskFlow.Form) -> Self {
    switch form {
    case .command(let command): .form(command)
    case .follow(let form): .follow(.form(form))
    case .importing(let form): .importing(.form(form))
    }
  }

  static func form(_ command: TaskCommand) -> Self { Self(.form(command)) }

  /// The form that the step is; nil for a page.
  var form: TaskFlow.Form? {
    switch page {
    case .form(let command): .command(command)
    case .follow(.form(let form)): .follow(form)
    case .importing(.form(let form)): .importing(form)
    case _: nil
    }
  }
}

struct TodayView: Hashable, Sendable {
  var pages = TodayPages()
  var isSelecting = false
}

/// What Today shows: whose tasks, and the page of each section, from 1.
struct TodayPages: Hashable, Sendable {
  var whose = DueOwner.mine
  var late = 1
  var today = 1
  var soon = 1

  subscript(section: DueSection) -> Int {
    get { self[keyPath: Self.page(of: section)] }
    set { self[keyPath: Self.page(of: section)] = newValue }
  }

  private static func page(of section: DueSection) -> WritableKeyPath<Self, Int> {
    switch section {
    case .late: \.late
    case .today: \.today
    case .soon: \.soon
    }
  }
}

struct ListPageView: Hashable, Sendable {
  var mode = ListMode.using
  var rows = ListRows()
  /// The revision of the list since which changes are reported, beside the one that the page reports.
  var since: ChangeID?
  /// The boxes that a file has sent back; nil on any other page.
  var taken: TakenBoxes?
  /// When the page shows the list as it was; nil for now.
  var asOf: LocalMinute?
}

/// The mode of a page on which lists are put in order, or tasks on days.
enum ArrangingMode<ID: Hashable & Sendable>: Hashable, Sendable {
  case using
  /// The value is the picked one.
  case arranging(ID? = nil)
}

typealias OverviewMode = ArrangingMode<ListID>

enum ListMode: Hashable, Sendable {
  case using
  case addingSeveral
  case renaming
  case addingSection
  /// Choosing the dates with which its completed tasks open again.
  case startingAgain
  /// Putting tasks in order. The value is the picked one.
  case arranging(TaskID? = nil)
  /// Putting a section with its tasks elsewhere.
  case movingSection(SectionID)
  case selecting
  /// Choosing tasks of a followed list to copy. The value is one that is selected already, if any.
  case choosing(TaskID? = nil)
}

/// The rows of a list that its page shows.
struct ListRows: Hashable, Sendable {
  /// The section whose tasks are shown alone; nil for the whole list.
  var section: SectionID?
  /// The page of the open tasks; of a whole list with sections, that of the tasks before them.
  var page = 1
  /// The page of the completed tasks; nil while their section is collapsed.
  var completed: Int?
  /// Whether a page has the largest possible number of rows.
  var showsAll = false
  /// Whether they are kept up to date: what anybody changes arrives in the open page.
  var isLive = false
}

/// The pages of the settings, in the order of their index.
enum SettingsTopic: String, CaseIterable, Hashable, Sendable {
  /// Password, devices, and the end of the account.
  case account
  /// Language, time zone, theme, rows, keyboard.
  case display
  /// App passwords.
  case apps
  /// Import, export, and the space in use.
  case data
}

enum ExportSubject: Hashable, Sendable {
  /// A list, or the matches of a saved filter.
  case list(ListID)
  case search(SearchParameters)
}
