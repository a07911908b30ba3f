import GRDB
package import Tasks

enum PersonQuery {
  /// A person `a` as one value, for queries that select it in a subquery.
  static let stored = "a.id || char(10) || a.shown_name"

  static let name = "SELECT shown_name FROM accounts WHERE id = ? AND removed IS NULL"

  /// Who is to do a task `t`, as one value; nothing in a list of the account `account` alone.
  static func assigned(in account: String) -> String {
    """
    CASE WHEN t.assignee IS NOT NULL AND EXISTS (SELECT 1 FROM memberships o WHERE o.list = t.list AND o.account <> \(account)) THEN (
      SELECT \(stored) FROM memberships z CROSS JOIN accounts a ON a.id = z.account
      WHERE z.account = t.assignee AND z.list = t.list AND a.removed IS NULL) END
    """
  }

  /// Whether a member of its list is to do a task `t`: any other account counts as none.
  static let isAssigned = "EXISTS (SELECT 1 FROM memberships z WHERE z.account = t.assignee AND z.list = t.list)"

  /// The members of the lists of the account `?1`, itself first.
  static let others = """
    SELECT DISTINCT a.id, a.shown_name, a.id <> ?1 FROM memberships m CROSS JOIN memberships o ON o.list = m.list
      CROSS JOIN accounts a ON a.id = o.account
    WHERE m.account = ?1 AND a.removed IS NULL ORDER BY 3, 2, 1 LIMIT ?2
    """
}

extension AccountStore {
  /// The account and those that share lists with it, up to some; none where no other account does.
  package func people() async throws(Problem) -> [Person] {
    try await readShortly { db in
      let people = try db.rows(PersonQuery.others, [account.value, Limits.peopleToChoose]) { Person($0.id(0), $0[1]) }
      return people.count > 1 ? people : []
    }
  }
}

extension Person {
  /// Reads the value of ``PersonQuery/stored``; nil if it is none.
  init?(stored: some StringProtocol) {
    let parts = stored.split(separator: "\n", maxSplits: 1)
    guard parts.count == 2, let account = AccountID(String(parts[0])) else { return nil }
    self.init(account, String(parts[1]))
  }
}
