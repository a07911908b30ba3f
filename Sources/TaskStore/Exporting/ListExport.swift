package import Foundation
import GRDB
package import TaskFormats
package import Tasks

struct ListExport: Sendable {
  let id: Int64
  /// The list without its tasks.
  var head: PortableList
  let role: Role
  /// Only these tasks; nil for all.
  var chosen: Set<Int64>?

  /// A followed list with its tasks instead of its address; any other list as it is.
  fileprivate var ofTasks: ListExport {
    guard case .source = head.kind else { return self }
    var list = self
    list.head.kind = .tasks
    return list
  }
}

extension Database {
  func exportedLists(of account: AccountID, _ request: ExportRequest) throws -> [ListExport] {
    let isComplete = request.format.isComplete && request.joined == nil
    switch request.scope {
    case .everything:
      return try exportedHeads(of: account, request, list: nil).compactMap { list in
        switch list.head.kind {
        case .tasks where list.head.deleted == nil || isComplete, .filter where isComplete: return list
        case .source where isComplete:
          // The tasks are those of its source.
          var list = list
          list.chosen = []
          return list
        case .tasks, .filter, .source: return nil
        }
      }
    case .list(let id):
      try requireReadable(id, for: account)
      return try exportedHeads(of: account, request, list: id).map(\.ofTasks)
    case .matches(let text, let filter):
      let matches = try exportedMatches(of: text, in: filter, for: account)
      return try exportedHeads(of: account, request, list: nil).compactMap { list in
        guard let chosen = matches[list.id] else { return nil }
        var list = list.ofTasks
        (list.chosen, list.head.headings) = (chosen, [])
        return list
      }
    }
  }

  /// - Parameter list: the only list; nil for all.
  private func exportedHeads(of account: AccountID, _ request: ExportRequest, list: ListID?) throws -> [ListExport] {
    try rows(ExportQuery.lists, [account.value, list?.value]) { row in
      var head = PortableList(number: row[0], name: row[1], created: row.date(3), deleted: row.moment(4)?.date)
      if let url = row[5] as String? {
        let address = SourceAddress(url: url, host: "")
        head.kind = .source(request.secrets == .included ? address.url : address.withoutSecrets)
      } else if let query = row[6] as String? {
        head.kind = .filter(query)
      } else {
        head.preferences = try ListPreferences(
          adds: row.known(7), order: row.known(8), layout: row.known(9),
          color: (row[11] as String?).flatMap { ListColor(hex: $0) })
      }
      head.isInbox = row[10]
      head.headings = try headings(of: ListID(row[0])).map(\.name)
      head.tagColors = try tagColors(of: account, in: ListID(row[0]))
      return ListExport(id: row[0], head: head, role: try row.known(2))
    }
  }
}

enum ExportQuery {
  static let lists = """
    SELECT l.id, l.name, m.role, l.created, l.deleted, iif(\(ListPermission.follow.isGranted), s.url, NULL),
      (SELECT f.query FROM filters f WHERE f.list = l.id), m.adds, m.shown_order, m.layout, m.inbox IS NOT NULL, m.color
    FROM memberships m CROSS JOIN lists l ON l.id = m.list LEFT JOIN sources s ON s.list = l.id
    WHERE m.account = ?1 AND (?2 IS NULL OR m.list = ?2) ORDER BY l.deleted IS NOT NULL, m.position, m.list
    """

  /// The tasks of a list, each before its subtasks: of those that are known, the deepest comes next.
  static let order = """
    WITH RECURSIVE walk (id, depth, position) AS (
      SELECT id, 0, position FROM tasks WHERE list = ?1 AND parent IS NULL AND (deleted IS NULL OR ?2 AND withdrawn IS NULL)
      UNION ALL
      SELECT s.id, walk.depth + 1, s.position
      FROM walk CROSS JOIN tasks s INDEXED BY tasks_steps ON s.list = ?1 AND s.parent = walk.id
      WHERE (s.deleted IS NULL OR ?2 AND s.withdrawn IS NULL) AND walk.depth + 1 < ?3
      ORDER BY 2 DESC, 3, 1)
    SELECT id, depth FROM walk
    """

  static let comments = """
    SELECT c.author, coalesce(c.author_name, iif(a.removed IS NULL, a.shown_name, NULL)), c.text, c.written, c.edited
    FROM comments c LEFT JOIN accounts a ON a.id = c.author WHERE c.task = ? AND c.deleted IS NULL ORDER BY c.id
    """

  static let task = """
    SELECT \(ExportedColumn.selection), \(TaskField.columns(of: "tasks")) FROM tasks WHERE list = ? AND id = ?
    """
}

package struct ExportRequest: Sendable {
  package enum Scope: Hashable, Sendable {
    /// All lists with their tasks. A complete format also gets the trash, saved filters and the addresses of followed lists.
    case everything
    case list(ListID)
    /// The tasks that a search finds, in their lists. Without a text, those that the filter covers.
    case matches(text: String?, in: TaskFilter)
  }

  /// Whether addresses of sources have user names, passwords and queries.
  package enum Secrets: Hashable, Sendable {
    case included
    /// The addresses are exported without them.
    case leftOut
  }

  package var scope: Scope
  package var format: ExportFormat
  /// Whether addresses of sources have secrets.
  package var secrets: Secrets
  /// The time zone of days of creation and completion, in formats that have only days.
  package var zone: TimeZone
  /// The name of one list that stands for all, without the trash; nil to export each list.
  package var joined: String?

  package init(
    _ scope: Scope = .everything, as format: ExportFormat = .json, secrets: Secrets = .leftOut,
    in zone: TimeZone = .gmt, joinedAs joined: String? = nil
  ) {
    (self.scope, self.format, self.secrets, self.zone, self.joined) = (scope, format, secrets, zone, joined)
  }
}
