/// The columns of a list `l`, its membership `m` and its source `s`.
enum ListColumn: Int, SelectedColumn {
  case id, name, role, position, open, completed, revision, version, created, lastCompleted, source, filter, isKnown
  case isFailing, adds, order, folds

  var sql: String {
    switch self {
    case .id: "l.id"
    case .name: "l.name"
    case .role: "m.role"
    case .position: "m.position"
    case .open: "coalesce(s.open, l.open)"
    case .completed: "coalesce(s.closed, l.completed)"
    case .revision: "l.revision"
    case .version: "l.version"
    case .created: "l.created"
    case .lastCompleted:
      "(SELECT max(t.done) FROM tasks t WHERE t.list = l.id AND t.done IS NOT NULL AND t.deleted IS NULL)"
    case .source: "s.id"
    case .filter: "(SELECT f.query FROM filters f WHERE f.list = l.id)"
    case .isKnown: "s.id IS NULL OR s.format IS NOT NULL"
    case .isFailing: "s.failure IS NOT NULL"
    case .adds: "m.adds"
    case .order: "m.shown_order"
    case .folds: "l.folds"
    }
  }
}

/// The columns of a list's page header after ``ListColumn``: the numbers of open tasks due before `?3` and before `?4` in
/// the time zone `?5`, and of completed steps.
enum ListHeaderColumn: Int, SelectedColumn {
  case late, due, completedSubtasks

  static let offset = ListColumn.count

  private static let isOpen = "t.list = l.id AND t.done IS NULL AND t.deleted IS NULL"

  var sql: String {
    switch self {
    case .late: "(SELECT count(*) FROM tasks t WHERE \(DueKey.isBefore("?3", "t", in: "?5")) AND \(Self.isOpen))"
    case .due: "(SELECT count(*) FROM tasks t WHERE \(DueKey.isBefore("?4", "t", in: "?5")) AND \(Self.isOpen))"
    case .completedSubtasks:
      """
      (SELECT count(*) FROM tasks t WHERE t.list = l.id AND t.parent IS NOT NULL AND t.done IS NOT NULL
        AND t.deleted IS NULL)
      """
    }
  }
}

/// The columns of ``ListsRevision`` for the account `a`.
enum ListsRevisionColumn: Int, SelectedColumn {
  case changes, fetches

  var sql: String {
    switch self {
    case .changes: "a.revision"
    case .fetches:
      """
      (SELECT coalesce(sum(f.revision), 0)
        FROM memberships n CROSS JOIN sources f ON f.list = n.list WHERE n.account = a.id)
      """
    }
  }
}
