import GRDB
public import Tasks

extension AccountStore {
  /// Stores an address for preview before it is followed. Drafting the same address again returns the same source. The oldest
  /// drafts beyond ``Limits/sourceDrafts`` are deleted.
  public func draftSource(
    _ address: SourceAddress
  ) async throws(Problem) -> DraftedSource {
    try await write { write in
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
  /// Deletes drafts that were not drafted again within ``Limits/sourceDraftDays``.
  func sweepDrafts(_ now: Milliseconds) throws {
    try run(DraftQuery.sweep, [now.days(-Limits.sourceDraftDays).value])
  }
}

// Only drafts have a value in `account`.
enum DraftQuery {
  static let makeRoom = """
    DELETE FROM sources WHERE account = ?1 AND id NOT IN (
      SELECT id FROM sources WHERE account = ?1 ORDER BY created DESC, id DESC LIMIT ?2)
    """

  static let sweep = "DELETE FROM sources WHERE account IS NOT NULL AND created < ?"
}
