package import Foundation
import GRDB
package import Tasks

extension TaskStore {
  /// Whether an account that can sign in exists.
  package func hasAccounts() async throws(StoreError) -> Bool { try await readShortly { db in try db.hasAccounts() } }

  /// The accounts that can sign in, the oldest first.
  package func accounts() async throws(StoreError) -> [AccountOverview] {
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

  package func account(_ id: AccountID) async throws(StoreError) -> Account {
    try await readShortly { db in try db.account(id) }
  }

  /// The credentials of the account with this name, in any spelling; nil if there is none.
  package func credentials(of name: Username) async throws(StoreError) -> Credentials? {
    try await read { db in
      try db.row(AccountQuery.credentials, [name.key]) { row in
        Credentials(account: row.id(0), record: row[1], isDisabled: row[2])
      }
    }
  }

  /// Whether an account has this name, in any spelling, or a confusable one.
  package func isTaken(_ name: Username) async throws(StoreError) -> Bool {
    try await read { db in try db.isTaken(name, name.skeleton) }
  }

  /// Creates an account. The first account takes over the lists of a database that was used without sign-in.
  ///
  /// - Parameters:
  ///   - name: its name. No other account may have it in any spelling, or a confusable name.
  ///   - record: the record that its password is verified against.
  ///   - inbox: the name of its Inbox, a list that it always has.
  ///   - timeZone: the IANA name of its time zone; nil for the server's.
  ///   - onlyFirst: whether to create it only if no account can sign in yet. It is then an operator.
  /// - Throws: ``StoreError/taken``, and ``Conflict/registered`` if `onlyFirst` is true and an account exists.
  @discardableResult package func addAccount(
    _ name: Username, password record: String, inbox: ListName = .inbox, timeZone: String? = nil,
    onlyFirst: Bool = false,
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
      try db.addInbox(inbox, for: id, now)
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

  /// Creates the account's Inbox, by a change that has no undo.
  fileprivate func addInbox(_ name: ListName, for account: AccountID, _ now: Milliseconds) throws {
    try run("INSERT INTO lists (name, created) VALUES (?, ?)", [name.text, now.value])
    let list = ListID(lastInsertedRowID)
    try run(
      "INSERT INTO memberships (account, list, role, position, inbox, adds) VALUES (?, ?, ?, ?, 1, ?)",
      [account.value, list.value, Role.owner.rawValue, Order.ofInbox, ListPreferences.ofNewList.adds.rawValue])
    let entry = ChangeEntry(kind: .listCreated, list: list, name: name.text)
    let change = try Write.record(entry, key: nil, account: account, now: now, self)
    try run("UPDATE lists SET version = ? WHERE id = ?", [change.value, list.value])
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
  package func account() async throws(Problem) -> Account { try await readShortly { db in try db.account(account) } }
}

package struct Credentials: Hashable, Sendable {
  package let account: AccountID
  /// The record that a password is verified against.
  package let record: String
  package let isDisabled: Bool
}

package struct AccountOverview: Hashable, Sendable {
  package let account: Account
  /// The number of its active sessions.
  package let sessions: Int
  /// When any of its sessions was last used; nil if no session is stored.
  package let lastSeen: Date?
  package let usage: Usage
}

package struct RemovedAccount: Hashable, Sendable {
  /// The number of its lists, the trash included.
  package let lists: Int
  /// The number of tasks in those lists, the trash included.
  package let tasks: Int
}

package struct FoundSession: Hashable, Sendable {
  /// The session; it may have ended.
  package internal(set) var session: Session
  package let account: Account
  /// The name of the database's contents, part of the version of every page. It changes with each start of a serving process, and so with each
  /// restore: that brings back change ids that were since used for other changes.
  package let epoch: String
  /// The version of what its account reads, at which this was read, valid within the process. While it is unchanged, nothing was written
  /// that concerns the account. Nil if it could not be read.
  package internal(set) var readerVersion: Int64?
  /// Whether a channel of the account is paused.
  package let hasPausedChannel: Bool
}

enum AccountQuery {
  /// The columns of ``account(_:from:)``; `a` is the account, `c` its credentials.
  static let columns =
    "a.id, a.name, a.created, a.time_zone, a.theme, a.page_rows, a.settings_changed, c.changed, a.disabled, a.operator, "
    + "a.date_order, a.hours, a.language, a.display_name"
  /// The number of ``columns``.
  static let columnCount = 14

  static let byID = """
    SELECT \(columns) FROM accounts a LEFT JOIN credentials c ON c.account = a.id WHERE a.id = ? AND a.removed IS NULL
    """

  static let credentials = """
    SELECT c.account, c.record, a.disabled IS NOT NULL FROM credentials c CROSS JOIN accounts a ON a.id = c.account
    WHERE c.key = ?
    """

  static func account(_ row: Row, from start: Int = 0) throws -> Account {
    let order: String? = row[start + 10]
    return Account(
      id: row.id(start), name: row[start + 1], created: row.date(start + 2),
      settings: AccountSettings(
        displayName: row[start + 13], language: row[start + 12], timeZone: row[start + 3],
        theme: try row.known(start + 4), rows: row[start + 5],
        dateOrder: order.flatMap(DateOrder.init(rawValue:)), hours: DayHours(row[start + 11]) ?? .standard),
      passwordChanged: row.moment(start + 7)?.date, settingsChanged: row.moment(start + 6)?.date,
      disabled: row.moment(start + 8)?.date, isOperator: row[start + 9])
  }
}

extension Database {
  /// The account. Throws `notFound` if it does not exist.
  func account(_ id: AccountID) throws -> Account {
    return try one(AccountQuery.byID, [id.value]) { row in try AccountQuery.account(row) }
  }

  /// Runs a cached statement. `changesCount` is the number of affected rows.
  func run(_ sql: String, _ arguments: StatementArguments) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }
}
