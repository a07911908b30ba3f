import Foundation
import GRDB
package import Tasks

extension AccountStore {
  /// One page of the account's lists in its order, except lists in the trash, or the nearest existing page.
  ///
  /// - Parameter list: if given and visible, the page that contains this list is returned.
  package func listsPage(
    _ number: Int = 1, of size: Int, around list: ListID? = nil
  ) async throws(Problem) -> ListsPage {
    try await readShortly { db in try db.listsPage(number, of: size, around: list, for: account) }
  }

  /// The position of a list in the account's order, except lists in the trash; nil if the list is not in that order.
  package func place(of list: ListID) async throws(Problem) -> RowPosition? {
    try await readShortly { db in try db.place(of: list, for: account) }
  }

  /// One list.
  ///
  /// - Throws: ``StoreError/notFound``, and ``StoreError/gone(_:)`` while the list is in the trash.
  package func list(_ id: ListID) async throws(Problem) -> ListSummary {
    try await readShortly { db in
      guard let list = try db.row(ListQuery.byID, [account.value, id.value], ListQuery.summary) else {
        try db.requireReadable(id, for: account)
        throw StoreError.notFound
      }
      return list
    }
  }

  /// The last change in any of the account's lists, lists in the trash included. Nil before the first change.
  package func revision() async throws(Problem) -> ChangeID? {
    try await readShortly { db in try db.revision(of: account) }
  }
}

extension Database {
  func listsPage(_ number: Int, of size: Int, around list: ListID?, for account: AccountID) throws -> ListsPage {
    let place = try list.flatMap { try self.place(of: $0, for: account) }
    let count = try row(ListQuery.count, [account.value]) { row in row[0] as Int } ?? 0
    return try ListsPage(nearest: place?.page(of: size) ?? number, of: size, total: count) { shown in
      try rows(ListQuery.page, [account.value, shown.count, shown.lowerBound], ListQuery.summary)
    }
  }

  func place(of list: ListID, for account: AccountID) throws -> RowPosition? {
    try row(ListQuery.place, [account.value, list.value]) { RowPosition(before: $0[0], total: $0[1]) }
  }

  /// Throws `notFound` if the account does not exist.
  func revision(of account: AccountID) throws -> ChangeID? {
    try one(ListQuery.revision, [account.value]) { ListQuery.revision($0[0]) }
  }
}

enum ListQuery {
  /// Whether the account `?1` may read the list `?2`.
  static let isReadable = """
    EXISTS (SELECT 1 FROM memberships m CROSS JOIN lists l ON l.id = m.list
      WHERE m.account = ?1 AND m.list = ?2 AND l.deleted IS NULL)
    """

  /// Whether the account `?1` is a member of the list `?2`, which may be in the trash.
  static let isMember = "SELECT 1 FROM memberships WHERE account = ?1 AND list = ?2"

  static let revision = "SELECT revision FROM accounts WHERE id = ?"

  static let page = """
    SELECT \(ListColumn.selection)
    FROM memberships m CROSS JOIN lists l ON l.id = m.list LEFT JOIN sources s ON s.list = l.id
    WHERE m.account = ? AND l.deleted IS NULL ORDER BY m.position, m.list LIMIT ? OFFSET ?
    """

  private static let visible = """
    FROM memberships m CROSS JOIN lists l ON l.id = m.list WHERE m.account = ?1 AND l.deleted IS NULL
    """

  static let count = "SELECT count(*) \(visible)"

  static let place = """
    SELECT (SELECT count(*) \(visible) AND (m.position, m.list) < (p.position, p.list)), (SELECT count(*) \(visible))
    FROM memberships p CROSS JOIN lists o ON o.id = p.list WHERE p.account = ?1 AND p.list = ?2 AND o.deleted IS NULL
    """

  /// The list's own columns, the numbers of open tasks due before `?3` and before `?4`, then the account's revision.
  static let header = """
    SELECT \(ListColumn.selection), \(ListHeaderColumn.selection)
    FROM memberships m CROSS JOIN lists l ON l.id = m.list CROSS JOIN accounts a ON a.id = m.account
      LEFT JOIN sources s ON s.list = l.id
    WHERE m.account = ?1 AND m.list = ?2 AND l.deleted IS NULL
    """

  static let byID = """
    SELECT \(ListColumn.selection)
    FROM memberships m CROSS JOIN lists l ON l.id = m.list LEFT JOIN sources s ON s.list = l.id
    WHERE m.account = ? AND m.list = ? AND l.deleted IS NULL
    """

  @Sendable static func summary(_ row: Row) throws -> ListSummary {
    ListSummary(
      id: row.id(ListColumn.id), name: row[ListColumn.name], role: try row.known(ListColumn.role),
      source: row.idIfPresent(ListColumn.source),
      filter: row[ListColumn.filter], isKnown: row[ListColumn.isKnown], isFailing: row[ListColumn.isFailing],
      isInbox: row[ListColumn.isInbox], members: row[ListColumn.members], position: row[ListColumn.position],
      open: row[ListColumn.open],
      completed: row[ListColumn.completed], lastCompleted: row.moment(ListColumn.lastCompleted)?.date,
      revision: row.id(ListColumn.revision), version: row.id(ListColumn.version), created: row.date(ListColumn.created),
      preferences: try ListPreferences(
        adds: row.known(ListColumn.adds), order: row.known(ListColumn.order), layout: row.known(ListColumn.layout),
        color: (row[ListColumn.color] as String?).flatMap { ListColor(hex: $0) }))
  }

  /// Nil before the first change.
  static func revision(_ stored: Int64) -> ChangeID? { stored == 0 ? nil : ChangeID(stored) }
}

extension AccountStore {
  /// The lists that the account can add tasks to, in its order. Remote lists, saved filters and lists in the trash are excluded.
  package func listChoices() async throws(Problem) -> [ListChoice] {
    try await readShortly { db in try db.listChoices(for: account) }
  }

  /// The lists whose tasks a search can be for: the account's own, and those that it follows.
  package func searchChoices() async throws(Problem) -> [ListChoice] {
    try await readShortly { db in
      try db.rows(ChoiceQuery.searched, [account.value, Limits.listsPerAccount]) {
        ChoiceQuery.choice($0)
      }
    }
  }

  /// The lists that the account can add tasks to, and the one to which it added last; nil before the first addition, and where
  /// that list is none of them any more.
  package func addChoices() async throws(Problem) -> (lists: [ListChoice], last: ListID?) {
    try await readShortly { db in
      let lists = try db.listChoices(for: account)
      let last: ListID? = try db.row(ChoiceQuery.lastAdded, [account.value]) { $0.id(0) }
      return (lists, lists.contains { $0.id == last } ? last : nil)
    }
  }

  /// The first list with this name that the account can add tasks to; nil if there is none.
  package func list(named name: String) async throws(Problem) -> ListID? {
    try await readShortly { db in try db.row(ChoiceQuery.named, [account.value, name]) { $0.id(0) } }
  }

  /// The list with this name among those that the account can add tasks to, or the only one with a name that begins with it; nil
  /// otherwise. Ignores case, accents and width, but of two lists that differ only in accents it takes the one with those of the name. A
  /// hyphen matches a space.
  package func list(matching name: String) async throws(Problem) -> ListID? {
    let (wanted, accented) = (Self.folded(name), Self.folded(name, accents: true))
    return try await readShortly { db in
      let lists = try db.listChoices(for: account)
      let folded = lists.map { (id: $0.id, name: Self.folded($0.name)) }
      if let same = lists.first(where: { Self.folded($0.name, accents: true) == accented }) { return same.id }
      if let same = folded.first(where: { $0.name == wanted }) { return same.id }
      let beginning = folded.filter { $0.name.hasPrefix(wanted) }
      return beginning.count == 1 ? beginning[0].id : nil
    }
  }

  /// The number of the account's lists, except lists in the trash.
  package func listCount() async throws(Problem) -> Int {
    try await readShortly { db in try db.count(ListQuery.count, [account.value]) }
  }

  private static func folded(_ name: String, accents: Bool = false) -> String {
    let options: String.CompareOptions = [.caseInsensitive, .widthInsensitive]
    return name.folding(options: accents ? options : options.union(.diacriticInsensitive), locale: nil)
      .replacing("-", with: " ")
  }
}

extension Database {
  func listChoices(for account: AccountID) throws -> [ListChoice] {
    try rows(ChoiceQuery.all, [account.value, Limits.listsPerAccount]) {
      ChoiceQuery.choice($0)
    }
  }
}

enum ChoiceQuery {
  static func choice(_ row: Row) -> ListChoice {
    ListChoice(
      id: row.id(0), name: row[1], open: row[2], color: (row[3] as String?).flatMap { ListColor(hex: $0) }?.name)
  }

  private static let own = """
    FROM memberships m CROSS JOIN lists l ON l.id = m.list
    WHERE m.account = ?1 AND \(ListPermission.write.isGranted) AND l.deleted IS NULL
      AND NOT EXISTS (SELECT 1 FROM sources s WHERE s.list = l.id)
      AND NOT EXISTS (SELECT 1 FROM filters f WHERE f.list = l.id)
    """
  static let searched = """
    SELECT l.id, l.name, l.open, m.color FROM memberships m CROSS JOIN lists l ON l.id = m.list
    WHERE m.account = ?1 AND l.deleted IS NULL AND NOT EXISTS (SELECT 1 FROM filters f WHERE f.list = l.id)
    ORDER BY m.position, m.list LIMIT ?2
    """
  static let all = "SELECT l.id, l.name, l.open, m.color \(own) ORDER BY m.position, m.list LIMIT ?2"
  static let lastAdded = """
    SELECT list FROM changes WHERE account = ? AND kind IN ('task-added', 'tasks-added') ORDER BY id DESC LIMIT 1
    """
  static let named = "SELECT l.id \(own) AND l.name = ?2 ORDER BY m.position, m.list LIMIT 1"
}
