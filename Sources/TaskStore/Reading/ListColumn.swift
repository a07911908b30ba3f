/// The columns of a list `l`, its membership `m` and its source `s`.
enum ListColumn: Int, SelectedColumn {
  case id, name, role, position, open, completed, revision, version, created, lastCompleted, source, filter, isKnown
  case isFailing, adds, order, folds, layout

  static let table = "l"
  static let expressions: [Self: String] = [
    .role: "m.role", .position: "m.position", .open: "coalesce(s.open, l.open)",
    .completed: "coalesce(s.closed, l.completed)",
    .lastCompleted:
      "(SELECT max(t.done) FROM tasks t WHERE t.list = l.id AND t.done IS NOT NULL AND t.deleted IS NULL)",
    .source: "s.id", .filter: "(SELECT f.query FROM filters f WHERE f.list = l.id)",
    .isKnown: "s.id IS NULL OR s.format IS NOT NULL", .isFailing: "s.failure IS NOT NULL", .adds: "m.adds",
    .order: "m.shown_order", .layout: "m.layout",
  ]
}

/// The columns of a list's page header after ``ListColumn``: the numbers of open tasks due before `?3` and before `?4` in
/// the time zone `?5`.
enum ListHeaderColumn: Int, SelectedColumn {
  case late, due

  static let offset = ListColumn.count

  private static let isOpen = "t.list = l.id AND t.done IS NULL AND t.deleted IS NULL"

  static let table = "l"
  static let expressions: [Self: String] = [
    .late: "(SELECT count(*) FROM tasks t WHERE \(DueKey.isBefore("?3", "t", in: "?5")) AND \(isOpen))",
    .due: "(SELECT count(*) FROM tasks t WHERE \(DueKey.isBefore("?4", "t", in: "?5")) AND \(isOpen))",
  ]
}

/// The columns of ``ListsRevision`` for the account `a`.
enum ListsRevisionColumn: Int, SelectedColumn {
  case changes, fetches

  static let table = "a"
  static let expressions: [Self: String] = [
    .changes: "a.revision",
    .fetches: """
    (SELECT coalesce(sum(f.revision), 0)
      FROM memberships n CROSS JOIN sources f ON f.list = n.list WHERE n.account = a.id)
    """,
  ]
}
