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
  /// Throws `limit` if an owner of the list would exceed its quotas.
  /// - Parameters:
  ///   - list: the list, whose tasks and changes count to its owners; nil for what counts to the account itself.
  ///   - overdraft: the percentage by which the byte quota may be exceeded, for undos.
  func requireQuota(for more: Usage, in list: ListID? = nil, overdraft: Int = 0) throws {
    let owners = try list.map { try db.rows(UsageQuery.owners, [$0.value]) { $0.id(0) as AccountID } } ?? [account]
    for owner in owners {
      let own = quotas.replaced(by: try db.ownQuotas(of: owner))
      var limits = own
      limits.bytes += limits.bytes / 100 * overdraft
      guard let passed = try db.usage(of: owner).passed(limits, adding: more) else { continue }
      throw StoreError.limit(owner == account ? .quota(passed, own[passed]) : .quotaOfOwner(passed))
    }
  }
}

extension Write {
  /// Throws `limit` if tasks that are moved would exceed the quotas of the owners of the list that they are moved to. Within the lists that
  /// the account owns, no more is used than before.
  func requireQuota(moving tasks: [StoredTask], to list: WritableList) throws {
    if list.role == .owner, tasks.allSatisfy({ $0.role == .owner }) { return }
    try requireQuota(for: Usage(adding: tasks.map(\.text)), in: list.id)
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
  static let owners = "SELECT account FROM memberships WHERE list = ? AND role = 'owner'"

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
