import GRDB
package import Tasks

extension AccountStore {
  /// A source of the account: a draft, or the source of one of its lists.
  ///
  /// - Throws: ``StoreError/gone(_:)`` while that list is in the trash.
  package func source(_ id: SourceID) async throws(Problem) -> Source {
    try await readShortly { db in try db.source(id, for: account) }
  }

  /// The first tasks of a source's last good copy, each with its section, without subtasks.
  package func previewTasks(of source: SourceID, limit: Int) async throws(Problem) -> [PreviewTask] {
    try await readShortly { db in
      let tasks = try db.rows(SourceQuery.tasks, [account.value, source.value, limit]) { row in
        PreviewTask(row: try TaskQuery.row(row), section: row[TaskRowColumn.count])
      }
      if tasks.isEmpty { try db.source(source, for: account) }
      return tasks
    }
  }

  /// A page of the open tasks of a followed list with their subtasks, and one of the completed ones, or the nearest existing pages.
  package func followedRows(
    open: Int, closed: Int, of size: Int, in list: ListID
  ) async throws(Problem) -> FollowedRows {
    try await readShortly { db in
      var rows = FollowedRows()
      rows.open = try db.outlinePage(open, of: size, in: list, for: account, zone, subtasks: .all)
      rows.closed = try db.completedPage(closed, of: size, in: list, for: account)
      let names = try db.rows(SourceQuery.sections, [account.value, list.value, rows.open.rows.map(\.id).json]) { row in
        (task: row.id(0) as TaskID, section: row[1] as String?)
      }
      rows.sections = Dictionary(names.compactMap { name in name.section.map { (name.task, $0) } }) { first, _ in first
      }
      return rows
    }
  }

  /// The events of a source, the newest first; at most ``Limits/sourceEvents``.
  package func events(of source: SourceID) async throws(Problem) -> [SourceEvent] {
    try await read { db in
      let events = try db.rows(
        SourceQuery.events, [account.value, source.value, Limits.sourceEvents], SourceQuery.event)
      if events.isEmpty { try db.source(source, for: account) }
      return events
    }
  }
}

extension Database {
  /// The sources of the remote lists among `lists`.
  func sources(of lists: [ListSummary], for account: AccountID) throws -> [ListID: Source] {
    try lists.filter { $0.source != nil }.reduce(into: [:]) { byList, list in
      byList[list.id] = try row(SourceQuery.ofList, [account.value, list.id.value], SourceQuery.sourceOfList)
    }
  }

  /// The source. Throws `notFound` if the account may not see it, and `gone` while its list is in the trash.
  @discardableResult func source(_ id: SourceID, for account: AccountID) throws -> Source {
    let found = try row(SourceQuery.byID, [account.value, id.value]) { row in
      (
        source: SourceQuery.source(row), deleted: row.moment(SourceListColumn.deleted),
        name: row[SourceListColumn.name] as String?
      )
    }
    guard let (source, deleted, name) = found else { throw StoreError.notFound }
    if let list = source.list, let deleted { throw StoreError.gone(.list(list, name: name ?? "", since: deleted.date)) }
    return source
  }
}

/// The tasks that the page of a followed list shows.
package struct FollowedRows: Hashable, Sendable {
  package var open = TaskRowPage([], number: 1, paging: Paging(0, of: 1))
  package var closed = TaskRowPage([], number: 1, paging: Paging(0, of: 1))
  /// The names of the sections of open tasks; none for those outside of any.
  package var sections: [TaskID: String] = [:]

  package init() {}
}

/// A task of a source, as a preview shows it.
package struct PreviewTask: Hashable, Sendable {
  package let row: TaskRow
  /// The name of the section that it is in; nil outside of any.
  package let section: String?

  package init(row: TaskRow, section: String?) { (self.row, self.section) = (row, section) }
}
