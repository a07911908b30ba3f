import Foundation
import GRDB
import Tasks

/// The queries of sources. A source is visible to the account of its draft and to the owners of its list: to other members, it is hidden
/// behind the list.
enum SourceQuery {
  /// Whether the account `?1` may see the source.
  private static let isVisible = """
    (s.account = ?1 OR EXISTS (SELECT 1 FROM memberships m WHERE m.account = ?1 AND m.list = s.list
      AND \(ListPermission.follow.isGranted)))
    """

  /// Whether the account may see the source, and its list is not in the trash.
  private static let isReadable = """
    (s.account = ?1 OR EXISTS (SELECT 1 FROM memberships m CROSS JOIN lists l ON l.id = m.list
      WHERE m.account = ?1 AND m.list = s.list AND \(ListPermission.follow.isGranted) AND l.deleted IS NULL))
    """

  /// Whether an account may see the source that was neither removed nor disabled. The sources of removed accounts are deleted later,
  /// those of disabled ones rest.
  private static let isKept = """
    (EXISTS (SELECT 1 FROM accounts a WHERE a.id = s.account AND a.removed IS NULL AND a.disabled IS NULL) OR EXISTS (
      SELECT 1 FROM memberships m CROSS JOIN accounts a ON a.id = m.account
      WHERE m.list = s.list AND \(ListPermission.follow.isGranted) AND a.removed IS NULL AND a.disabled IS NULL))
    """

  static let plain = "SELECT \(SourceColumn.selection) FROM sources s WHERE s.id = ? AND \(isKept)"

  static let byID = """
    SELECT \(SourceColumn.selection), \(SourceListColumn.selection) FROM sources s LEFT JOIN lists l ON l.id = s.list
    WHERE s.id = ?2 AND \(isVisible)
    """

  static let ofList = """
    SELECT \(SourceColumn.selection), \(ListPermission.follow.isGranted), l.name
    FROM memberships m CROSS JOIN lists l ON l.id = m.list CROSS JOIN sources s ON s.list = m.list
    WHERE m.account = ?1 AND m.list = ?2
    """

  static let followedAt = """
    SELECT l.id FROM memberships m CROSS JOIN lists l ON l.id = m.list CROSS JOIN sources s ON s.list = l.id
    WHERE m.account = ? AND \(ListPermission.follow.isGranted) AND l.deleted IS NULL AND s.url = ? AND s.id IS NOT ? ORDER BY m.position, m.list LIMIT 1
    """

  static let draftAt = "SELECT id FROM sources WHERE account = ? AND url = ? ORDER BY created LIMIT 1"

  /// The account that a source is read for: that of its draft, or the first of its list's owners.
  private static let reader = """
    coalesce(s.account, (SELECT m.account FROM memberships m CROSS JOIN accounts a ON a.id = m.account
      WHERE m.list = s.list AND \(ListPermission.follow.isGranted) AND a.removed IS NULL AND a.disabled IS NULL
      ORDER BY m.account LIMIT 1))
    """

  static let readerOf = "SELECT \(reader) FROM sources s WHERE s.id = ? AND \(isKept)"

  static let due = """
    SELECT s.id, \(reader), (SELECT a.time_zone FROM accounts a WHERE a.id = \(reader))
    FROM sources s CROSS JOIN lists l ON l.id = s.list
    WHERE s.account IS NULL AND s.list IS NOT NULL AND s.next <= ?1 AND (s.not_before IS NULL OR s.not_before <= ?1) AND l.deleted IS NULL
      AND \(isKept)
    ORDER BY s.next LIMIT ?2
    """

  /// The list with the tasks of a source that the account may read, one of a draft included.
  static let listOf = "SELECT s.list FROM sources s WHERE s.id = ?2 AND \(isReadable)"

  /// The name of the section that a task of a followed list is in. Its subtasks stand directly below it.
  static let section = """
    (SELECT c.name FROM sections c WHERE c.list = t.list AND c.deleted IS NULL AND c.position < t.position
      ORDER BY c.position DESC LIMIT 1)
    """

  static let sections = """
    SELECT t.id, \(section) FROM json_each(?3) j CROSS JOIN tasks t ON t.id = j.value
    WHERE \(ListQuery.isReadable) AND t.list = ?2
    """

  /// The first tasks of a source in its order, and the sections that have them.
  static let tasks = """
    SELECT \(TaskRowColumn.selection), \(section)
    FROM sources s CROSS JOIN tasks t ON t.list = s.list
    WHERE s.id = ?2 AND \(isReadable) AND t.parent IS NULL AND t.deleted IS NULL ORDER BY t.position LIMIT ?3
    """

  static let events = """
    SELECT \(SourceEventColumn.selection)
    FROM source_events e WHERE EXISTS (SELECT 1 FROM sources s WHERE s.id = ?2 AND \(isReadable)) AND e.source = ?2
    ORDER BY e.id DESC LIMIT ?3
    """
}

extension SourceQuery {
  /// The source of a list, as a member sees it.
  @Sendable static func sourceOfList(_ row: Row) -> Source {
    let source = source(row)
    return row[SourceColumn.count] ? source : source.hidden(behind: row[SourceColumn.count + 1])
  }

  @Sendable static func source(_ row: Row) -> Source {
    Source(
      id: row.id(SourceColumn.id), list: row.idIfPresent(SourceColumn.list),
      address: SourceAddress(url: row[SourceColumn.url], host: row[SourceColumn.host]), copy: copy(row),
      validators: Validators(
        etag: row[SourceColumn.etag], lastModified: row[SourceColumn.modified], collection: row[SourceColumn.ctag]),
      asked: row.moment(SourceColumn.asked)?.date,
      ongoingFailure: ongoingFailure(row), notBefore: row.moment(SourceColumn.notBefore)?.date,
      wanted: row.moment(SourceColumn.wanted)?.date, revision: row[SourceColumn.revision])
  }

  private static func copy(_ row: Row) -> SourceCopy? {
    // A copy of an unknown format is fetched again.
    guard let format = (row[SourceColumn.format] as String?).flatMap(PortableFormat.init(rawValue:)) else { return nil }
    return SourceCopy(
      format: format, title: row[SourceColumn.title], open: row[SourceColumn.open], closed: row[SourceColumn.closed],
      skipped: row[SourceColumn.skipped], omitted: row[SourceColumn.omitted],
      appointments: row[SourceColumn.appointments], fetched: row.date(SourceColumn.fetched),
      checked: row.date(SourceColumn.checked), isFormer: row[SourceColumn.isFormer])
  }

  private static func ongoingFailure(_ row: Row) -> OngoingFailure? {
    guard let failure = row.failure(SourceColumn.failure, SourceColumn.failureDetail) else { return nil }
    return OngoingFailure(
      failure: failure, since: row.date(SourceColumn.failingSince), times: row[SourceColumn.failedTimes])
  }

  @Sendable static func event(_ row: Row) -> SourceEvent {
    let state: SourceEvent.State =
      if let failure = row.failure(SourceEventColumn.failure, SourceEventColumn.failureDetail) {
        .failed(failure)
      } else {
        SourceEvent.State(
          open: row[SourceEventColumn.open], closed: row[SourceEventColumn.closed],
          skipped: row[SourceEventColumn.skipped])
      }
    let changes = row[SourceEventColumn.changes] as String?
    return SourceEvent(
      state: state, host: row[SourceEventColumn.host], at: row.date(SourceEventColumn.at),
      last: row.date(SourceEventColumn.last), times: row[SourceEventColumn.times],
      changes: changes?.decoded(as: SourceChanges.self))
  }
}

extension SourceEvent.State {
  /// The state of a copy. A copy without tasks counts as content if something in it could not be read.
  init(open: Int, closed: Int, skipped: Int) {
    self =
      open + closed + skipped == 0 ? .empty : .content(open: open, closed: closed, skipped: skipped)
  }
}

extension Row {
  /// A failure from its code and the detail in another column. An unknown code counts as an unreachable host.
  fileprivate func failure<Column: SelectedColumn>(_ code: Column, _ detail: Column) -> SourceFailure? {
    (self[code] as String?).map { SourceFailure(code: $0, detail: self[detail]) ?? .unreachable }
  }
}

/// The columns of a source `s`.
enum SourceColumn: Int, SelectedColumn {
  case id, list, url, host, revision, asked, wanted, notBefore, failure, failureDetail, failingSince, failedTimes,
    format, title, open, closed, skipped, fetched, checked, etag, modified, isFormer, ctag, omitted, appointments

  static let table = "s"
  static let expressions: [Self: String] = [
    // The list of a draft is no list yet.
    .list: "CASE WHEN s.account IS NULL THEN s.list END", .isFormer: "s.origin <> s.url",
    .open: "(SELECT c.open FROM lists c WHERE c.id = s.list)",
    .closed: "(SELECT c.completed FROM lists c WHERE c.id = s.list)",
  ]
}

/// The columns of a source's list `l` after ``SourceColumn``.
enum SourceListColumn: Int, SelectedColumn {
  case deleted, name

  static let offset = SourceColumn.count

  static let table = "l"
}

/// The columns of an event `e` in a source's log.
enum SourceEventColumn: Int, SelectedColumn {
  case at, last, times, failure, failureDetail, open, closed, skipped, host, id, changes

  static let table = "e"
}
