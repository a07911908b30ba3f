import Foundation
import GRDB
public import Tasks

extension AccountStore {
  /// The lists that the account can add tasks to, in its order. Remote lists, saved filters and lists in the trash are excluded.
  public func listChoices() async throws(Problem) -> [ListChoice] {
    try await readShortly { db in try db.listChoices(for: account) }
  }

  /// The first list with this name that the account can add tasks to; nil if there is none.
  public func list(named name: String) async throws(Problem) -> ListID? {
    try await readShortly { db in try db.row(ChoiceQuery.named, [account.value, name]) { $0.id(0) } }
  }

  /// The list with this name among those that the account can add tasks to, or the only one with a name that begins with it; nil
  /// otherwise. Ignores case, accents and width, but of two lists that differ only in accents it takes the one with those of the name. A
  /// hyphen matches a space.
  public func list(matching name: String) async throws(Problem) -> ListID? {
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
  public func listCount() async throws(Problem) -> Int {
    try await readShortly { db in try db.row(ListQuery.count, [account.value]) { $0[0] as Int } ?? 0 }
  }
}

extension AccountStore {
  private static func folded(_ name: String, accents: Bool = false) -> String {
    let options: String.CompareOptions = [.caseInsensitive, .widthInsensitive]
    return name.folding(options: accents ? options : options.union(.diacriticInsensitive), locale: nil)
      .replacing("-", with: " ")
  }
}

extension Database {
  func listChoices(for account: AccountID) throws -> [ListChoice] {
    try rows(ChoiceQuery.all, [account.value, Limits.listsPerAccount]) {
      ListChoice(id: $0.id(0), name: $0[1], open: $0[2])
    }
  }
}

enum ChoiceQuery {
  private static let own = """
    FROM memberships m CROSS JOIN lists l ON l.id = m.list
    WHERE m.account = ?1 AND l.deleted IS NULL AND NOT EXISTS (SELECT 1 FROM sources s WHERE s.list = l.id)
      AND NOT EXISTS (SELECT 1 FROM filters f WHERE f.list = l.id)
    """
  static let all = "SELECT l.id, l.name, l.open \(own) ORDER BY m.position, m.list LIMIT ?2"
  static let named = "SELECT l.id \(own) AND l.name = ?2 ORDER BY m.position, m.list LIMIT 1"
}
