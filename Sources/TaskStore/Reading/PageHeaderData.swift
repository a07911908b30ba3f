public import Tasks

/// The data of a list's page beside its tasks, read in one transaction.
public struct ListHeaderData: Hashable, Sendable {
  /// The list.
  public let list: ListSummary
  /// The source that the list follows; nil for an own list.
  public let source: Source?
  /// The revision of the account's lists.
  public let lists: ListsRevision
  /// The number of open tasks that were due before now.
  public let late: Int
  /// The number of open tasks that are due within seven days from today on.
  public let dueSoon: Int
  /// The sections, in order.
  public let sections: [ListSection]
  /// The number of open tasks before the first section, without steps; 0 in a list without sections.
  public let unsectioned: Int
}

/// The data of a page of the overview beside the lists' tasks, read in one transaction.
public struct ListsHeaderData: Hashable, Sendable {
  /// The account's lists on the page, except lists in the trash.
  public let lists: ListsPage
  /// The revision of the account's lists.
  public let revision: ListsRevision
  /// The sources of the remote lists on the page.
  public let sources: [ListID: Source]
  /// The newest saved draft of the account, from any session; nil if there is none.
  public var kept: SavedDraftID? { newestDraft?.id }

  var newestDraft: NewestDraft?
}

/// The data of a task's page beside the other tasks of its list, read in one transaction.
public struct TaskHeaderData: Hashable, Sendable {
  /// The task.
  public let task: TaskDetail
  /// Where its list shows it.
  public let place: TaskPlace
  /// The lists that the task can move to, its own included.
  public let choices: [ListChoice]
  /// The open tasks before and after it, or after and before the task that it is a step of.
  public let neighbours: Neighbours
  /// The revision of the account's lists, which covers the task too.
  public let revision: ListsRevision

  /// Its list.
  public var list: ListSummary { place.list }
}

/// Where a list shows a task, read in one transaction.
public struct TaskPlace: Hashable, Sendable {
  /// The list.
  public let list: ListSummary
  /// The sections, in order.
  public let sections: [ListSection]
  /// The number of open tasks before the first section, without steps; 0 in a list without sections.
  public let unsectioned: Int
  /// The section that has the task, or the one that contains it; nil before the first one.
  public let section: SectionID?
  /// The task's position among the open tasks of that section, or the position it would have if it were open.
  public let position: RowPosition
}

/// The tasks beside a task in the order of its list.
public struct Neighbours: Hashable, Sendable {
  /// The one before; nil for the first.
  public var previous: ParentTask?
  /// The one after; nil for the last.
  public var next: ParentTask?

  /// None.
  public init() {}
}

/// The data of Today beside the tasks, read in one transaction.
public struct TodayHeaderData: Hashable, Sendable {
  /// The maximum number of followed lists on the page.
  public static let mostFollowed = 20

  /// The numbers of tasks that are late, and that are due today.
  public let counts: DueCounts
  /// The number of tasks that are due within the seven days after today, at most ``DueCounts/most``.
  public let soon: Int
  /// The first task that is due after those days.
  public let next: NextDueTask?
  /// Whether the account has any open task.
  public let hasTasks: Bool
  /// The first followed lists in the account's order.
  public let followed: [FollowedList]
  /// The revision of the account's lists.
  public let revision: ListsRevision
}

/// The next task that is due.
public struct NextDueTask: Hashable, Sendable {
  /// The task.
  public let id: TaskID
  /// Its title.
  public let title: String
  /// Its due day.
  public let due: Day
}

/// A followed list with its source.
public struct FollowedList: Hashable, Sendable {
  /// The list.
  public let list: ListSummary
  /// Its source.
  public let source: Source
}

/// The revision of everything shown about an account's lists side by side. While it is unchanged, so are the overview and the
/// lists beside each page.
public struct ListsRevision: Hashable, Sendable, CustomStringConvertible {
  /// The last change in any of the lists, lists in the trash included; 0 before the first.
  let changes: Int64
  /// The sum of the revisions of the lists' sources.
  let fetches: Int64

  /// The last change in any of the lists; nil before the first.
  public var newest: ChangeID? { changes == 0 ? nil : ChangeID(changes) }

  /// Both numbers, for a cache key.
  public var description: String { "\(changes) \(fetches)" }
}
