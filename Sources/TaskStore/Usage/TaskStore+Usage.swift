import GRDB
package import Tasks

extension AccountStore {
  package func usage() async throws(Problem) -> Usage { try await read { db in try db.usage(of: account) } }

  /// The account's quotas: its own, or else those of every account.
  package func quotas() async throws(Problem) -> Quotas {
    let own = try await readShortly { db in try db.ownQuotas(of: account) }
    return store.quotas.replaced(by: own)
  }
}

extension TaskStore {
  /// The quotas of every account that has none of its own.
  package var quotas: Quotas { settings.quotas }
}

extension Database {
  /// What the account uses in lists that it owns, drafts and saved drafts.
  func usage(of account: AccountID) throws -> Usage {
    let lists = try row(UsageQuery.lists, [account.value]) { row in
      Usage(bytes: row[0], tasks: row[1], lists: row[2], sources: row[3])
    }
    let rest = try row(UsageQuery.rest, [account.value]) { Usage(bytes: $0[0]) }
    return (lists ?? Usage()) + (rest ?? Usage())
  }
}

extension Write {
  /// Throws `limit` if the account would exceed its quotas.
  /// - Parameter overdraft: the percentage by which the byte quota may be exceeded, for undos.
  func requireQuota(for more: Usage, overdraft: Int = 0) throws {
    let own = quotas.replaced(by: try db.ownQuotas(of: account))
    var limits = own
    limits.bytes += limits.bytes / 100 * overdraft
    if let passed = try db.usage(of: account).passed(limits, adding: more) {
      throw StoreError.limit(.quota(passed, own[passed]))
    }
  }
}

extension Usage {
  /// The bytes counted for a task beside its text, and for a change beside its name and inverse. The triggers count the same.
  static var rowBytes: Int { 100 }

  init(adding drafts: [TaskDraft]) {
    let texts = drafts.map { $0.bytes + 2 * Self.rowBytes }.reduce(0, +)
    self.init(bytes: texts, tasks: drafts.count)
  }

  /// The usage of a change with text of the given size.
  init(changing texts: Int) { self.init(bytes: texts + Self.rowBytes) }
}

enum UsageQuery {
  /// The tasks of followed lists are no tasks of the account, but take room.
  static let lists = """
    SELECT coalesce(sum(l.stored_bytes), 0), coalesce(sum(l.stored_tasks) FILTER (WHERE s.id IS NULL), 0), count(*), count(s.id)
    FROM memberships m CROSS JOIN lists l ON l.id = m.list LEFT JOIN sources s ON s.list = l.id
    WHERE m.account = ? AND m.role = 'owner'
    """

  /// The bytes of the lists of drafted sources, of saved drafts, and of the names of tags.
  static let rest = """
    SELECT (SELECT coalesce(sum(l.stored_bytes), 0) FROM sources d CROSS JOIN lists l ON l.id = d.list WHERE d.account = ?1)
      + (SELECT coalesce(sum(length(CAST(fields AS BLOB))), 0) FROM saved_drafts WHERE account = ?1)
      + (SELECT coalesce(sum(100 + length(CAST(key AS BLOB)) + length(CAST(name AS BLOB))), 0)
        FROM tags WHERE account = ?1)
    """
}
