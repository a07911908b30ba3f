import GRDB
public import Tasks

extension AccountStore {
  /// The data of a list's page beside its tasks, with due dates relative to `now`.
  ///
  /// - Throws: ``StoreError/notFound``, and ``StoreError/gone(_:)`` while the list is in the trash.
  public func listHeader(_ id: ListID, now: ZonedTime) async throws(Problem)
    -> ListHeaderData
  {
    try await readShortly { db in
      let days = [now.time.description, DueTime(startOf: now.day.adding(days: 7)).description]
      let found = try db.row(ListQuery.header, [account.value, id.value, days[0], days[1], now.zone]) { row in
        (
          list: try ListQuery.summary(row), late: row[ListHeaderColumn.late] as Int,
          due: row[ListHeaderColumn.due] as Int, lists: ListQuery.revision(row, after: ListHeaderColumn.count)
        )
      }
      guard let (list, late, due, lists) = found else {
        try db.requireReadable(id, for: account)
        throw StoreError.notFound
      }
      let source =
        try list.source == nil ? nil : db.row(SourceQuery.ofList, [account.value, id.value], SourceQuery.source)
      let (sections, unsectioned) = try db.sections(of: id, under: db.headings(of: id))
      return ListHeaderData(
        list: list, source: source, lists: lists, late: late, dueSoon: due - late, sections: sections,
        unsectioned: unsectioned)
    }
  }

  /// The data of a page of the overview beside the lists' tasks, or of the nearest existing page.
  ///
  /// - Parameters:
  ///   - number: the page number, from 1.
  ///   - size: the number of lists on a page.
  public func listsHeader(
    page number: Int = 1, of size: Int
  ) async throws(Problem) -> ListsHeaderData {
    let oldest = store.oldestKept
    return try await readShortly { db in
      let lists = try db.listsPage(number, of: size, around: nil, for: account)
      return ListsHeaderData(
        lists: lists, revision: try db.listsRevision(of: account),
        sources: try db.sources(of: lists.rows, for: account),
        newestDraft: try db.newestDraft(of: account, since: oldest))
    }
  }

  /// The data of a task's page beside the other tasks of its list. Throws like ``task(_:)``.
  public func taskHeader(
    _ id: TaskID
  ) async throws(Problem) -> TaskHeaderData {
    try await readShortly { db in
      let task = try db.task(id, for: account)
      guard let shown = try db.taskPlace(of: id, in: task.list, for: account, zone),
        let place = try db.openPlace(of: id, in: task.list, for: account, zone)
      else { throw StoreError.notFound }
      return TaskHeaderData(
        task: task, place: shown, choices: try db.listChoices(for: account),
        neighbours: try db.neighbours(of: id, at: place, in: task.list, for: account, zone),
        revision: try db.listsRevision(of: account))
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
