package import Foundation
import GRDB
package import Tasks

extension AccountStore {
  /// Marks what the account put into its trash up to `moment` for deletion by ``deleteRemoved(within:)``.
  package func emptyTrash(until moment: Date) async throws(Problem) {
    try await write { db, _ in
      let id = try db.account(account).id
      try db.run(
        """
        INSERT INTO emptied_trashes (account, until) VALUES (?, ?)
        ON CONFLICT DO UPDATE SET until = max(until, excluded.until)
        """, [id.value, Milliseconds(moment).value])
    }
  }

  /// Whether the account's trash is still being emptied.
  package func isEmptyingTrash() async throws(Problem) -> Bool {
    try await read { db in
      try db.exists("SELECT 1 FROM emptied_trashes WHERE account = ?", [account.value])
    }
  }
}

extension TaskStore {
  /// Deletes the rows of removed accounts, discarded lists, unfinished imports and emptied trashes, in short transactions that alternate with other
  /// writes. The next process continues an unfinished deletion.
  /// - Parameter patience: the maximum duration; nil for no limit.
  package func deleteRemoved(within patience: Duration? = nil) async throws(StoreError) {
    let end = patience.map { ContinuousClock.now + $0 }
    try await runInChunks { () async throws(StoreError) in
      guard try await deleteSome() else { return false }
      return end.map { ContinuousClock.now < $0 } ?? true
    }
  }

  /// Deletes some rows. Returns whether there may be more.
  private func deleteSome() async throws(StoreError) -> Bool {
    // A write takes the lock and invalidates the query cache, so it is skipped if there is nothing to do.
    let now = Milliseconds(now())
    guard try await read({ db in try db.hasRowsToDelete(at: now) }) else { return false }
    return try await write { db, now in try db.deleteSome(now) }
  }
}

extension Database {
  fileprivate func hasRowsToDelete(at now: Milliseconds) throws -> Bool {
    if try hasUnfinishedImports(at: now) || hasForgottenWords() { return true }
    return try row(
      """
      SELECT EXISTS (SELECT 1 FROM discarded_lists) OR EXISTS (SELECT 1 FROM removed_accounts)
        OR EXISTS (SELECT 1 FROM emptied_trashes)
      """, []
    ) { $0[0] } ?? false
  }
}

extension TaskStore {
  /// Deletes for good what went to the trash before `moment`, in short transactions that alternate with other writes. The texts
  /// are removed from the changes too; titles stay in the history of lists that remain. Returns the number of lists and tasks.
  @discardableResult package func purge(deletedBefore moment: Date) async throws(StoreError) -> Int {
    let limit = Milliseconds(moment).value - 1
    let lists = try await read { db in
      try db.rows(PurgeQuery.touched, [limit]) { (id: $0[0] as Int64, isOver: $0[1] as Bool? ?? false) }
    }
    var rest = lists[...]
    var count = 0
    try await runInChunks { () async throws(StoreError) in
      guard let list = rest.first else { return false }
      let (purged, isMore) = try await write { db, now in
        // The list may have been restored in the meantime.
        guard try db.exists(PurgeQuery.isOver, [list.id, limit]) else {
          let purged = try db.purgeTasks(of: list.id, until: limit, now)
          return (purged, purged > 0)
        }
        try db.purge(list.id, now)
        return (1, false)
      }
      count += purged
      if !isMore { rest.removeFirst() }
      return true
    }
    try await write { db, _ in
      try db.execute(sql: SectionQuery.purge, arguments: [limit])
      try db.execute(sql: InvitationQuery.purge, arguments: [limit])
      try db.execute(sql: SharedPageQuery.purge, arguments: [limit])
    }
    try await runInChunks { () async throws(StoreError) in
      try await write(concerning: []) { db, _ in
        try db.run(ReadTextQuery.forget, [DeletionChunk.texts])
        return db.changesCount > 0
      }
    }
    // No reader sees them, so no cached page expires.
    try await runInChunks { () async throws(StoreError) in
      try await write(concerning: []) { db, _ in
        try db.run(DeliveryQuery.forget, [limit, DeletionChunk.tasks])
        return db.changesCount > 0
      }
    }
    try await runInChunks { () async throws(StoreError) in
      try await write(concerning: []) { db, now in
        try db.run(PushQuery.forget, [now.value, DeletionChunk.tasks])
        return db.changesCount > 0
      }
    }
    try await runInChunks { () async throws(StoreError) in
      try await write(concerning: []) { db, _ in
        try db.run(IncomingMailQuery.forget, [limit, DeletionChunk.tasks])
        return db.changesCount > 0
      }
    }
    try await runInChunks { () async throws(StoreError) in
      try await write(concerning: []) { db, _ in
        try db.run(CommentQuery.purge, [limit, DeletionChunk.tasks])
        return db.changesCount > 0
      }
    }
    try await deleteRemoved()
    return count
  }
}

enum PurgeQuery {
  static let touched = """
    SELECT l.id, l.deleted <= ?1 FROM lists l WHERE NOT EXISTS (SELECT 1 FROM discarded_lists d WHERE d.list = l.id)
      AND (l.deleted <= ?1 OR EXISTS (SELECT 1 FROM tasks t WHERE t.list = l.id AND t.deleted <= ?1)) ORDER BY l.id
    """

  static let isOver = """
    SELECT 1 FROM lists WHERE id = ?1 AND deleted <= ?2
      AND NOT EXISTS (SELECT 1 FROM discarded_lists d WHERE d.list = ?1)
    """
}

extension TaskStore {
  /// Deletes the inverses of changes made before `moment`, in short transactions that alternate with other writes. The history
  /// keeps the changes themselves. Returns the number of changes.
  @discardableResult package func forgetChanges(before moment: Date) async throws(StoreError) -> Int {
    let limit = Milliseconds(moment)
    var count = 0
    try await runInChunks { () async throws(StoreError) in
      let forgotten = try await write { db, _ in
        try db.run(RetentionQuery.forget, [limit.value, DeletionChunk.changes])
        return db.changesCount
      }
      count += forgotten
      return forgotten > 0
    }
    // Tokens that are older than that are refused.
    try await write { db, now in
      try db.run(RetentionQuery.forgetDepartures, [db.firstChange(since: now - .seconds(SyncToken.days * 86_400))])
    }
    return count
  }
}

extension Write {
  /// Deletes the inverses of a task's changes except the newest. Each recorded change exceeds the limit by one at most.
  func forgetTooMany(of task: TaskID) throws {
    try run(RetentionQuery.forgetOne, [task.value, Limits.undoableChangesPerTask])
  }
}

enum RetentionQuery {
  static let forgetOne = """
    UPDATE changes SET inverse = NULL
    WHERE id = (SELECT id FROM changes WHERE task = ? ORDER BY id DESC LIMIT 1 OFFSET ?) AND inverse IS NOT NULL
    """

  static let forgetDepartures = "DELETE FROM departures WHERE revision < ?"

  static let forget = """
    UPDATE changes SET inverse = NULL
    WHERE id IN (SELECT id FROM changes WHERE inverse IS NOT NULL AND at < ? ORDER BY at LIMIT ?)
    """
}

extension TaskStore {
  /// Removes an account. Its name is free at once, signing in fails, and nothing of it is shown.
  ///
  /// ``deleteRemoved(within:)`` deletes the lists without other members. A shared list without another owner gets a new one: the
  /// first member who may write, or else the first member.
  @discardableResult package func removeAccount(_ id: AccountID) async throws(StoreError) -> RemovedAccount {
    // Counted in advance: counting may take long and needs no write lock.
    let removed = try await read { db in
      try db.row(RemovalQuery.count, [id.value]) { RemovedAccount(lists: $0[0], tasks: $0[1]) }
    }
    try await write { db, now in
      try db.run(RemovalQuery.remove, [now.value, id.value])
      guard db.changesCount == 1 else { throw StoreError.notFound }
      for table in [
        "saved_drafts", "sessions", "credentials", "account_events", "tags", "tag_colors", "feeds",
        "push_subscriptions", "app_passwords", "channels",
        "task_folds", "section_folds", "incoming_addresses", "incoming_mails",
      ] {
        try db.run("DELETE FROM \(table) WHERE account = ?", [id.value])
      }
      try db.run("DELETE FROM invitations WHERE account = ?1 OR giver = ?1", [id.value])
      try db.run("DELETE FROM shared_pages WHERE giver = ?", [id.value])
      try db.run("INSERT INTO removed_accounts (account) VALUES (?)", [id.value])
    }
    return removed ?? RemovedAccount(lists: 0, tasks: 0)
  }
}

private enum RemovalQuery {
  /// The lists without other members, and the tasks in them.
  static let count = """
    SELECT count(*), coalesce(sum((SELECT count(*) FROM tasks t WHERE t.list = m.list AND t.source IS NULL)), 0)
    FROM memberships m
    WHERE m.account = ? AND NOT EXISTS (SELECT 1 FROM memberships o WHERE o.list = m.list AND o.account <> m.account)
    """

  /// The new name begins with a line break, which no valid username does.
  static let remove = """
    UPDATE accounts SET removed = ?, name = char(10) || id, display_name = NULL, language = NULL, time_zone = NULL, theme = 'system', page_rows = 100,
      date_order = NULL, hours = '09:00 15:00 18:00 21:00', settings_changed = NULL, properties = NULL
    WHERE id = ? AND removed IS NULL
    """
}
