import GRDB
import Tasks

extension Database {
  /// The tasks that others gave to an account, or changed, in the lists that it shares: at most ``Limits/dayChanges`` of them, those that
  /// were given to it first, then the newest.
  ///
  /// Of each list, its last ``DeliveryQuery/mostChanges`` changes are looked at.
  func changesByOthers(than account: AccountID, since moment: Milliseconds) throws -> (changes: [DayChange], count: Int)
  {
    var found: [(id: Int64, change: DayChange)] = []
    for list in try rows(DayChangeQuery.shared, [account.value], { $0[0] as Int64 }) {
      let arguments: StatementArguments = [account.value, list, moment.value, DeliveryQuery.mostChanges]
      found += try rows(DayChangeQuery.byOthers, arguments) { row in
        let kind = ChangeKind(rawValue: row[1])
        return (
          row[0],
          DayChange(
            task: row.id(2), title: row[3], listName: row[4], who: row[5],
            effect: (row[6] as Bool) ? .assigned : DayChange.Effect(of: kind))
        )
      }
    }
    func isBefore(_ left: (id: Int64, change: DayChange), _ right: (id: Int64, change: DayChange)) -> Bool {
      let (first, second) = (left.change.effect == .assigned, right.change.effect == .assigned)
      return first == second ? left.id > right.id : first
    }
    return (found.sorted(by: isBefore).prefix(Limits.dayChanges).map(\.change), found.count)
  }
}

extension DayChange.Effect {
  fileprivate init(of kind: ChangeKind?) {
    self =
      switch kind {
      case .taskAdded: .added
      case .taskCompleted: .completed
      case .taskReopened: .reopened
      case .taskDeleted: .deleted
      case .commentAdded: .commented
      case _: .changed
      }
  }
}

private enum DayChangeQuery {
  /// The lists that the account shares with others.
  static let shared = """
    SELECT m.list FROM memberships m CROSS JOIN lists l ON l.id = m.list
    WHERE m.account = ?1 AND l.deleted IS NULL
      AND EXISTS (SELECT 1 FROM memberships o WHERE o.list = m.list AND o.account <> ?1)
    """

  /// The tasks that others have changed since a moment, by the newest of their changes, and whether one of these has given the task to the
  /// account. Nothing is read of long inverses.
  static let byOthers = """
    SELECT max(h.id), h.kind, h.task, coalesce(t.title, h.name), l.name, a.shown_name,
      total(t.assignee IS ?1 AND (h.kind = 'task-added' OR length(h.inverse) <= 65536 AND EXISTS (
        SELECT 1 FROM json_each(h.inverse) p WHERE p.value -> '$.now.assignee' IS NOT NULL))) > 0
    FROM (SELECT id, account, task, kind, name, at, inverse FROM changes WHERE list = ?2 ORDER BY id DESC LIMIT ?4) h
      CROSS JOIN accounts a ON a.id = h.account AND a.removed IS NULL CROSS JOIN lists l ON l.id = ?2
      LEFT JOIN tasks t ON t.id = h.task AND t.list = ?2
    WHERE h.at >= ?3 AND h.account <> ?1 AND h.task IS NOT NULL
    GROUP BY h.task
    """
}
