import Foundation
import TaskStore
import Tasks

/// Reading lists, tasks and followed lists.
extension AccountStore {
  func list(named name: String) async throws(Problem) -> ListID? {
    try await ask { store, account throws(StoreError) in try await store.list(named: name, for: account) }
  }

  func list(_ id: ListID) async throws(Problem) -> ListSummary {
    try await ask { store, account throws(StoreError) in try await store.list(id, for: account) }
  }

  func listsPage(_ number: Int = 1, of size: Int, around list: ListID? = nil) async throws(Problem) -> ListsPage {
    try await ask { store, account throws(StoreError) in
      try await store.listsPage(number, of: size, around: list, for: account)
    }
  }

  func listHeader(_ id: ListID, now: ZonedTime) async throws(Problem) -> ListHeaderData {
    try await ask { store, account throws(StoreError) in try await store.listHeader(id, for: account, now: now) }
  }

  func listsHeader(page number: Int = 1, of size: Int) async throws(Problem) -> ListsHeaderData {
    try await ask { store, account throws(StoreError) in
      try await store.listsHeader(page: number, of: size, for: account)
    }
  }

  func listChoices(page number: Int = 1, including others: [ListID] = []) async throws(Problem) -> ListChoices {
    try await ask { store, account throws(StoreError) in
      try await store.listChoices(page: number, including: others, for: account)
    }
  }

  func tags(_ number: Int, of size: Int) async throws(Problem) -> TagPage {
    try await ask { store, account throws(StoreError) in try await store.tags(number, of: size, for: account) }
  }

  /// The tags that forms suggest.
  func firstKnown(of tags: [Tag]) async throws(Problem) -> Tag? {
    try await ask { store, account throws(StoreError) in try await store.firstKnown(of: tags, for: account) }
  }

  func tagNames() async throws(Problem) -> [Tag] {
    try await ask { store, account throws(StoreError) in
      try await store.tagNames(limit: Limits.suggestedTags, for: account)
    }
  }

  func listCount() async throws(Problem) -> Int {
    try await ask { store, account throws(StoreError) in try await store.listCount(for: account) }
  }

  func place(of list: ListID) async throws(Problem) -> RowPosition? {
    try await ask { store, account throws(StoreError) in try await store.place(of: list, for: account) }
  }

  func openTasks(in list: ListID, limit: Int? = nil) async throws(Problem) -> [TaskRow] {
    try await ask { store, account throws(StoreError) in
      try await store.openTasks(in: list, for: account, limit: limit)
    }
  }

  func cardTasks(in list: ListID, now: ZonedTime, limit: Int) async throws(Problem) -> CardTasks {
    try await ask { store, account throws(StoreError) in
      try await store.cardTasks(in: list, for: account, now: now, limit: limit)
    }
  }

  func openPage(
    _ number: Int, of size: Int?, in list: ListID, including changed: [ChangedRow] = [],
    steps: ShownSubtasks = .unfolded
  ) async throws(Problem) -> TaskRowPage {
    try await ask { store, account throws(StoreError) in
      try await store.openPage(number, of: size, in: list, for: account, including: changed, steps: steps, zone: zone)
    }
  }

  func subtasksPage(
    _ number: Int, of size: Int, of task: TaskID, including changed: [ChangedRow] = []
  ) async throws(Problem) -> TaskRowPage {
    try await ask { store, account throws(StoreError) in
      try await store.subtasksPage(number, of: size, of: task, for: account, including: changed)
    }
  }

  func isSubtask(_ step: TaskID, in task: TaskID) async throws(Problem) -> Bool {
    try await ask { store, account throws(StoreError) in try await store.isSubtask(step, in: task, for: account) }
  }

  func changedRows(from first: ChangeID, to last: ChangeID) async throws(Problem) -> [ChangedRow] {
    try await ask { store, account throws(StoreError) in
      try await store.changedRows(from: first, to: last, for: account, in: zone)
    }
  }

  func todayHeader(now: ZonedTime) async throws(Problem) -> TodayHeaderData {
    try await ask { store, account throws(StoreError) in try await store.todayHeader(for: account, now: now) }
  }

  func duePage(
    _ section: DueSection, _ number: Int, of size: Int, now: ZonedTime, including changed: [ChangedRow] = []
  ) async throws(Problem) -> DueTaskPage {
    try await ask { store, account throws(StoreError) in
      try await store.duePage(section, number, of: size, for: account, now: now, including: changed)
    }
  }

  func dueRemoteTasks(of source: SourceID, before day: Day, in zone: TimeZone, limit: Int) async throws(Problem)
    -> RemoteTaskPage
  {
    try await ask { store, account throws(StoreError) in
      try await store.dueRemoteTasks(of: source, before: day, in: zone, limit: limit, for: account)
    }
  }

  func openPlace(
    of task: TaskID, in list: ListID, including changed: [ChangedRow] = []
  ) async throws(Problem) -> RowPosition? {
    try await ask { store, account throws(StoreError) in
      try await store.openPlace(of: task, in: list, for: account, including: changed, zone: zone)
    }
  }

  func completedPage(_ number: Int, of size: Int, in list: ListID) async throws(Problem) -> TaskRowPage {
    try await ask { store, account throws(StoreError) in
      try await store.completedPage(number, of: size, in: list, for: account)
    }
  }

  func task(_ id: TaskID) async throws(Problem) -> TaskDetail {
    try await ask { store, account throws(StoreError) in try await store.task(id, for: account) }
  }

  func text(of task: TaskID, at version: ChangeID) async throws(Problem) -> TaskDraft? {
    try await ask { store, account throws(StoreError) in
      try await store.text(of: task, at: version, for: account)
    }
  }

  func taskHeader(_ id: TaskID) async throws(Problem) -> TaskHeaderData {
    try await ask { store, account throws(StoreError) in try await store.taskHeader(id, for: account, in: zone) }
  }

  func history(of list: ListID, limit: Int, before: ChangeID? = nil) async throws(Problem) -> [Change] {
    try await ask { store, account throws(StoreError) in
      try await store.history(of: list, for: account, limit: limit, before: before)
    }
  }

  func change(_ id: ChangeID) async throws(Problem) -> Change {
    try await ask { store, account throws(StoreError) in try await store.change(id, for: account) }
  }

  func trash(page number: Int, of size: Int) async throws(Problem) -> TrashItemPage {
    try await ask { store, account throws(StoreError) in try await store.trash(page: number, of: size, for: account) }
  }

  func isEmptyingTrash() async throws(Problem) -> Bool {
    try await ask { store, account throws(StoreError) in try await store.isEmptyingTrash(for: account) }
  }

  func revision() async throws(Problem) -> ChangeID? {
    try await ask { store, account throws(StoreError) in try await store.revision(of: account) }
  }

  func listsRevision() async throws(Problem) -> ListsRevision {
    try await ask { store, account throws(StoreError) in try await store.listsRevision(of: account) }
  }

  func search(
    _ text: String?, in filter: TaskFilter, by order: SearchOrder, before: TaskID? = nil, page: Int, of size: Int,
    including changed: [ChangedRow] = []
  ) async throws(Problem) -> SearchAnswer {
    try await ask { store, account throws(StoreError) in
      try await store.search(
        text, in: filter, by: order, before: before, page: page, of: size, including: changed, for: account)
    }
  }

  func list(matching name: String) async throws(Problem) -> ListID? {
    try await ask { store, account throws(StoreError) in try await store.list(matching: name, for: account) }
  }

  func selectableMatches(of text: String?, in filter: TaskFilter) async throws(Problem) -> Int? {
    try await ask { store, account throws(StoreError) in
      try await store.selectableMatches(of: text, in: filter, for: account)
    }
  }

  /// Counts up to ``Limits/countedMatches``; nil for a text that can't be searched.
  func matchCount(of text: String?, in filter: TaskFilter) async throws(Problem) -> Int? {
    try await ask { store, account throws(StoreError) in
      try await store.matchCount(of: text, in: filter, for: account)
    }
  }

  func review(days: [Date], now: ZonedTime) async throws(Problem) -> Review {
    try await ask { store, account throws(StoreError) in try await store.review(days: days, now: now, for: account)
    }
  }

  func collections(of source: SourceID) async throws(Problem) -> [RemoteCollection] {
    try await ask { store, account throws(StoreError) in try await store.collections(of: source, for: account) }
  }

  func source(_ id: SourceID) async throws(Problem) -> Source {
    try await ask { store, account throws(StoreError) in try await store.source(id, for: account) }
  }

  func remoteCardTasks(of source: SourceID, today: Day, in zone: TimeZone, limit: Int) async throws(Problem)
    -> RemoteCardTasks
  {
    try await ask { store, account throws(StoreError) in
      try await store.remoteCardTasks(of: source, today: today, in: zone, limit: limit, for: account)
    }
  }

  func remotePages(open: Int = 1, closed: Int = 1, of size: Int, of source: SourceID) async throws(Problem)
    -> RemoteTaskPages
  {
    try await ask { store, account throws(StoreError) in
      try await store.remotePages(open: open, closed: closed, of: size, of: source, for: account)
    }
  }

  func events(of source: SourceID) async throws(Problem) -> [SourceEvent] {
    try await ask { store, account throws(StoreError) in try await store.events(of: source, for: account) }
  }
}
