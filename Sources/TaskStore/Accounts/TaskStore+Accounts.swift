import GRDB
public import Tasks

extension TaskStore {
  /// Whether an account that can sign in exists.
  public func hasAccounts() async throws(StoreError) -> Bool {
    try await readShortly { db in try db.hasAccounts() }
  }

  /// The accounts that can sign in, the oldest first.
  public func accounts() async throws(StoreError) -> [AccountOverview] {
    let now = Milliseconds(now())
    return try await read { db in
      let accounts = try db.rows(OverviewQuery.all, []) { row in
        (try AccountQuery.account(row), lastSeen: row.moment(AccountQuery.columnCount))
      }
      return try accounts.map { account, lastSeen in
        AccountOverview(
          account: account, sessions: try db.sessions(of: account.id, now).count, lastSeen: lastSeen?.date,
          usage: try db.usage(of: account.id))
      }
    }
  }

  /// One account.
  public func account(_ id: AccountID) async throws(StoreError) -> Account {
    try await readShortly { db in try db.account(id) }
  }

  /// The credentials of the account with this name, in any spelling; nil if there is none.
  public func credentials(of name: Username) async throws(StoreError) -> Credentials? {
    try await read { db in
      try db.row(AccountQuery.credentials, [name.key]) { row in
        Credentials(account: row.id(0), record: row[1], isDisabled: row[2])
      }
    }
  }

  /// Whether an account has this name, in any spelling, or a confusable one.
  public func isTaken(_ name: Username) async throws(StoreError) -> Bool {
    try await read { db in try db.isTaken(name, name.skeleton) }
  }

  /// Creates an account. The first account takes over the lists of a database that was used without sign-in.
  ///
  /// - Parameters:
  ///   - name: its name. No other account may have it in any spelling, or a confusable name.
  ///   - record: the record that its password is verified against.
  ///   - timeZone: the IANA name of its time zone; nil for the server's.
  ///   - onlyFirst: whether to create it only if no account can sign in yet. It is then an operator.
  ///   - entry: the entry for its audit trail.
  /// - Throws: ``StoreError/taken``, and ``Conflict/registered`` if `onlyFirst` is true and an account exists.
  @discardableResult
  public func addAccount(
    _ name: Username, password record: String, timeZone: String? = nil, onlyFirst: Bool = false,
    recording entry: AccountEventEntry? = nil
  ) async throws(StoreError) -> Account {
    try await write { db, now in
      if onlyFirst, try db.hasAccounts() { throw StoreError.conflict(.registered) }
      let skeleton = name.skeleton
      if try db.isTaken(name, skeleton) { throw StoreError.taken }
      let id = try Self.claim(name, db) ?? Self.insert(name, now, db)
      try db.run(
        "INSERT INTO credentials (account, key, skeleton, record, changed) VALUES (?, ?, ?, ?, ?)",
        [id.value, name.key, skeleton.isEmpty ? nil : skeleton, record, now.value])
      if let timeZone { try db.run("UPDATE accounts SET time_zone = ? WHERE id = ?", [timeZone, id.value]) }
      // The person who runs the server makes the account of the set-up page.
      if onlyFirst { try db.run("UPDATE accounts SET operator = 1 WHERE id = ?", [id.value]) }
      if let entry { try db.addAccountEvent(entry, of: id, now) }
      return try db.account(id)
    }
  }

  private static func claim(_ name: Username, _ db: Database) throws -> AccountID? {
    let local = try Meta.localAccount(db)
    try db.run(
      """
      UPDATE accounts SET name = ? WHERE id = ? AND removed IS NULL
        AND NOT EXISTS (SELECT 1 FROM credentials WHERE account = accounts.id)
      """,
      [name.text, local.value])
    return db.changesCount == 0 ? nil : local
  }

  private static func insert(_ name: Username, _ now: Milliseconds, _ db: Database) throws -> AccountID {
    try db.run("INSERT INTO accounts (name, created) VALUES (?, ?)", [name.text, now.value])
    return AccountID(db.lastInsertedRowID)
  }
}

extension Database {
  fileprivate func isTaken(_ name: Username, _ skeleton: String) throws -> Bool {
    try row(
      """
      SELECT EXISTS (SELECT 1 FROM credentials WHERE key = ?)
        OR EXISTS (SELECT 1 FROM credentials WHERE skeleton = ?)
      """, [name.key, skeleton]
    ) { $0[0] } ?? false
  }

  fileprivate func hasAccounts() throws -> Bool {
    try row("SELECT EXISTS (SELECT 1 FROM credentials)", []) { $0[0] } ?? false
  }
}

private enum OverviewQuery {
  static let all = """
    SELECT \(AccountQuery.columns), (SELECT max(s.seen) FROM sessions s WHERE s.account = a.id)
    FROM credentials c JOIN accounts a ON a.id = c.account ORDER BY a.id
    """
}

extension AccountStore {
  /// The account itself.
  public func account() async throws(Problem) -> Account {
    try await readShortly { db in try db.account(account) }
  }
}
