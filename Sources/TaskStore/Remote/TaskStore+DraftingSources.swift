import GRDB
public import Tasks

extension TaskStore {
  /// Keeps an address that somebody wants to look at before following it. An address that was drafted before has the same
  /// source again, and the oldest of more than ``Limits/sourceDrafts`` makes room.
  public func draftSource(
    _ address: SourceAddress, for account: AccountID
  ) async throws(StoreError) -> DraftedSource {
    try await write(for: account) { write in
      let account = try write.db.account(account).id
      if let list = try write.list(at: address, except: nil) { return .followed(list) }
      let earlier = try write.db.row(SourceQuery.draftAt, [account.value, address.url]) { $0.id(0) as SourceID }
      if let earlier {
        try write.run("UPDATE sources SET created = ? WHERE id = ?", [write.now.value, earlier.value])
        return .draft(earlier)
      }
      try write.run(
        "INSERT INTO sources (account, created, next, url, host) VALUES (?, ?, ?, ?, ?)",
        [account.value, write.now.value, write.now.value, address.url, address.host])
      let id = SourceID(write.db.lastInsertedRowID)
      try write.run(DraftQuery.makeRoom, [account.value, Limits.sourceDrafts])
      return .draft(id)
    }
  }
}

extension Database {
  /// Forgets the drafts that were not looked at again for so long.
  func sweepDrafts(_ now: Milliseconds) throws {
    try run(DraftQuery.sweep, [now.days(-Limits.sourceDraftDays).value])
  }
}

// Only drafts have an account.
enum DraftQuery {
  static let makeRoom = """
    DELETE FROM sources WHERE account = ?1 AND id NOT IN (
      SELECT id FROM sources WHERE account = ?1 ORDER BY created DESC, id DESC LIMIT ?2)
    """

  static let sweep = "DELETE FROM sources WHERE account IS NOT NULL AND created < ?"
}
