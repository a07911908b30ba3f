import GRDB
package import Tasks

extension AccountStore {
  /// The data of a list's page beside its tasks, with due dates relative to `now`.
  ///
  /// - Throws: ``StoreError/notFound``, and ``StoreError/gone(_:)`` while the list is in the trash.
  package func listHeader(_ id: ListID, now: ZonedTime) async throws(Problem)
    -> ListHeaderData
  {
    try await readShortly { db in
      let days = [now.time.description, DueTime(startOf: now.day.adding(days: 7)).description]
      let found = try db.row(ListQuery.header, [account.value, id.value, days[0], days[1], now.zone]) { row in
        (
          list: try ListQuery.summary(row), late: row[ListHeaderColumn.late] as Int,
          due: row[ListHeaderColumn.due] as Int, subtasks: row[ListHeaderColumn.subtasks] as Int,
          revision: ListQuery.revision(row[ListHeaderColumn.revision])
        )
      }
      guard let (list, late, due, subtasks, revision) = found else {
        try db.requireReadable(id, for: account)
        throw StoreError.notFound
      }
      let source =
        try list.source == nil
        ? nil : db.row(SourceQuery.ofList, [account.value, id.value], SourceQuery.sourceOfList)
      let (sections, unsectioned) = try db.sections(of: id, under: db.headings(of: id), for: account)
      return ListHeaderData(
        list: list, source: source, revision: revision, late: late, dueSoon: due - late, subtasks: subtasks,
        sections: sections,
        unsectioned: unsectioned)
    }
  }

  /// The data of a page of the overview beside the lists' tasks, or of the nearest existing page.
  package func listsHeader(
    page number: Int = 1, of size: Int
  ) async throws(Problem) -> ListsHeaderData {
    let oldest = store.oldestKept
    return try await readShortly { db in
      let lists = try db.listsPage(number, of: size, around: nil, for: account)
      return ListsHeaderData(
        lists: lists, revision: try db.revision(of: account),
        sources: try db.sources(of: lists.rows, for: account),
        newestDraft: try db.newestDraft(of: account, since: oldest))
    }
  }

  /// The data of a task's page beside the other tasks of its list. Throws like ``task(_:)``.
  package func taskHeader(
    _ id: TaskID
  ) async throws(Problem) -> TaskHeaderData {
    try await readShortly { db in
      let task = try db.task(id, for: account)
      guard let shown = try db.taskPlace(of: id, in: task.list, for: account, zone),
        let place = try db.openPlace(of: id, in: task.list, for: account, zone)
      else { throw StoreError.notFound }
      let comments = try db.row(CommentQuery.newest, [id.value]) {
        (count: $0[0] as Int, newest: $0.idIfPresent(1) as CommentID?)
      }
      return TaskHeaderData(
        task: task, source: try db.sources(of: [shown.list], for: account)[task.list], place: shown,
        choices: try db.listChoices(for: account),
        members: shown.list.members > 1 ? try db.members(of: task.list, for: account) : [],
        neighbours: try db.neighbours(of: id, at: place, in: task.list, for: account, zone),
        comments: comments?.count ?? 0, newestComment: comments?.newest)
    }
  }
}

extension Database {
  /// The open tasks before and after a position in a list.
  fileprivate func neighbours(
    of task: TaskID, at place: RowPosition, in list: ListID, for account: AccountID, _ zone: String
  ) throws -> Neighbours {
    let order = ShownOrder(try order(of: list, for: account), in: zone)
    let start = max(place.before - 1, 0)
    let rows = try openRows(of: list, in: order, for: account, from: start, place.before - start + 2).map(\.row)
    func link(_ row: TaskRow) -> ParentTask { ParentTask(id: row.id, title: row.title) }
    let outermost = try outermost(of: task)
    var neighbours = Neighbours()
    neighbours.previous = place.before > 0 ? rows.first.map(link) : nil
    let after = rows.dropFirst(place.before - start)
    // A completed task is not among them: at its place is the one after it.
    neighbours.next = after.first { $0.id != outermost }.map(link)
    return neighbours
  }
}

/// The data of a list's page beside its tasks, read in one transaction.
package struct ListHeaderData: Hashable, Sendable {
  package let list: ListSummary
  /// The source that the list follows; nil for an own list.
  package let source: Source?
  /// The last change in any of the account's lists; nil before the first.
  package let revision: ChangeID?
  /// The number of open tasks that were due before now.
  package let late: Int
  /// The number of open tasks that are due within seven days from today on.
  package let dueSoon: Int
  /// The number of open subtasks.
  package let subtasks: Int
  package let sections: [ListSection]
  /// The number of open tasks before the first section, without subtasks; 0 in a list without sections.
  package let unsectioned: Int
}

/// The data of a page of the overview beside the lists' tasks, read in one transaction.
package struct ListsHeaderData: Hashable, Sendable {
  package let lists: ListsPage
  package let revision: ChangeID?
  package let sources: [ListID: Source]
  /// The newest saved draft of the account, from any session; nil if there is none.
  package var savedDraft: SavedDraftID? { newestDraft?.id }

  var newestDraft: NewestDraft?
}

/// The data of a task's page beside the other tasks of its list, read in one transaction.
package struct TaskHeaderData: Hashable, Sendable {
  package let task: TaskDetail
  /// The source that its list follows; nil in an own list.
  package let source: Source?
  package let place: TaskPlace
  /// The lists that the task can move to, its own included.
  package let choices: [ListChoice]
  /// To whom it can be assigned: the members of its list; none in a list of one member.
  package let members: [Member]
  /// The open tasks before and after it, or after and before the task that it is a subtask of.
  package let neighbours: Neighbours
  /// The number of comments on it, and the newest one.
  package let comments: Int
  package let newestComment: CommentID?
  package var list: ListSummary { place.list }
  /// Whether the reader may comment on it: its list is not followed.
  package var takesComments: Bool { list.source == nil && list.role.may(.comment) }
}

/// Where a list shows a task, read in one transaction.
package struct TaskPlace: Hashable, Sendable {
  package let list: ListSummary
  package let sections: [ListSection]
  /// The number of open tasks before the first section, without subtasks; 0 in a list without sections.
  package let unsectioned: Int
  /// The section that has the task, or the one that contains it; nil before the first one.
  package let section: SectionID?
  /// The task's position among the open tasks of that section, or the position it would have if it were open.
  package let position: RowPosition
}

/// The tasks beside a task in the order of its list.
package struct Neighbours: Hashable, Sendable {
  /// The one before; nil for the first.
  package var previous: ParentTask?
  /// The one after; nil for the last.
  package var next: ParentTask?

  package init() {}
}

/// The data of Today beside the tasks, read in one transaction.
package struct TodayHeaderData: Hashable, Sendable {
  /// The maximum number of followed lists on the page.
  package static let mostFollowed = 20

  package let counts: DueCounts
  /// The number of tasks that are due within the seven days after today, at most ``DueCounts/most``.
  package let soon: Int
  package let next: NextDueTask?
  package let hasTasks: Bool
  /// Whether any task with a due day is another's to do.
  package let hasOthers: Bool
  package let followed: [FollowedList]
  package let revision: ChangeID?
}

package struct NextDueTask: Hashable, Sendable {
  package let id: TaskID
  package let title: String
  package let due: Day
}

/// A followed list and its source, as they were after the last fetch.
package struct FollowedList: Hashable, Sendable {
  package let list: ListSummary
  package let source: Source
}
