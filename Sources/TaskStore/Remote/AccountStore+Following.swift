import Foundation
import GRDB
package import TaskFormats
package import Tasks

extension AccountStore {
  /// Creates a list that follows a drafted source, after the account's other lists. If the source is followed already, returns
  /// its list without a change.
  ///
  /// - Throws: ``Conflict/followed(_:)`` if another of the account's lists follows the address by now, and
  ///   ``StoreError/limit(_:)``.
  @discardableResult package func follow(
    _ id: SourceID, as name: ListName, submission: SubmissionID
  ) async throws(Problem) -> Written {
    try await write { write in
      let source = try write.db.source(id, for: account)
      if let list = source.list {
        let earlier = try write.earlierEffect(of: submission)
        let change = try earlier.map(\.change) ?? write.standing(.listFollowed, in: list)
        return Written(change: change, isNew: false, list: list)
      }
      try write.requireNotFollowed(source.address, except: id)
      try write.requireQuota(for: Usage(sources: 1))
      let draft = try write.db.row(SourceQuery.listOf, [account.value, id.value]) { $0.id(0) as ListID }
      return try write.addList(name, .listFollowed, submission, from: draft) { list, _ in
        try write.run("UPDATE sources SET account = NULL, revision = revision + 1 WHERE id = ?", [id.value])
        try write.registerTags(of: list)
        return []
      }
    }
  }

  /// Changes the address of a source. A draft starts over; a followed list keeps its copy until the next fetch.
  ///
  /// - Returns: the change of the list; nil for a draft.
  /// - Throws: ``Conflict/followed(_:)`` if another of the account's lists follows that address.
  @discardableResult package func setAddress(
    _ address: SourceAddress, of id: SourceID
  ) async throws(Problem) -> Written? {
    try await write { write in
      let source = try write.db.source(id, for: account)
      let written = try write.setAddress(address, of: source)
      if source.address.url != address.url {
        try write.run("UPDATE sources SET collections = NULL WHERE id = ?", [id.value])
      }
      return written
    }
  }
}

extension Write {
  /// Changes the address of a source. Returns the change of its list; nil for a draft.
  func setAddress(_ address: SourceAddress, of source: Source) throws -> Written? {
    let list = try source.list.map { try self.list($0) }
    try requireNotFollowed(address, except: source.id)
    guard let list else {
      try replaceDraft(source, by: address)
      return nil
    }
    guard source.address.url != address.url else {
      return Written(change: try standing(.sourceChanged, in: list.id), isNew: false, list: list.id)
    }
    let patch = Patch(
      .sources, [source.id.value], was: [.url: .text(source.address.url), .host: .text(source.address.host)],
      now: [.url: .text(address.url), .host: .text(address.host)])
    return try change(ChangeEntry(kind: .sourceChanged, list: list.id, name: list.name), [patch])
  }

  /// The account's list that follows the address and is not in the trash; nil if there is none.
  func list(at address: SourceAddress, except source: SourceID?) throws -> ListID? {
    try db.row(SourceQuery.followedAt, [account.value, address.url, source?.value]) { $0.id(0) }
  }

  func requireNotFollowed(_ address: SourceAddress, except source: SourceID) throws {
    if let other = try list(at: address, except: source) { throw StoreError.conflict(.followed(other)) }
  }

  /// Changes the address of a draft and deletes everything fetched from the old one.
  fileprivate func replaceDraft(_ source: Source, by address: SourceAddress) throws {
    guard source.address.url != address.url else { return }
    let former = try db.row("SELECT list FROM sources WHERE id = ?", [source.id.value]) { $0[0] as Int64 }
    try run("UPDATE sources SET list = ? WHERE id = ?", [makeDraftList(address).value, source.id.value])
    if let former { try db.discard(former) }
    try run("DELETE FROM source_events WHERE source = ?", [source.id.value])
    try run(
      """
      UPDATE sources SET url = ?, host = ?, created = ?, revision = revision + 1, asked = NULL, wanted = NULL,
        not_before = NULL, failure = NULL, failure_detail = NULL, failing_since = NULL, failed_times = NULL,
        format = NULL, title = NULL, skipped = NULL, omitted = 0, appointments = 0,
        fetched = NULL, checked = NULL, origin = NULL, etag = NULL, modified = NULL, ctag = NULL
      WHERE id = ?
      """, [address.url, address.host, now.value, source.id.value])
  }
}

extension AccountStore {
  /// The task lists found at a source's address, in the server's order; empty if the address is a list itself.
  package func collections(of source: SourceID) async throws(Problem) -> [RemoteCollection] {
    try await readShortly { db in
      try db.source(source, for: account)
      return try db.collections(of: source)
    }
  }

  /// Makes a source fetch one of the lists found at its address, as ``setAddress(_:of:)`` does. The other lists remain
  /// available.
  ///
  /// - Parameter url: the list's address, one of ``collections(of:)``.
  /// - Returns: the change of the list that follows the source; nil for a draft.
  /// - Throws: ``StoreError/notFound`` for an address that is not one of the lists, ``Conflict/followed(_:)``.
  @discardableResult package func choose(_ url: String, of id: SourceID) async throws(Problem) -> Written? {
    try await write { write in
      let source = try write.db.source(id, for: account)
      guard try write.db.collections(of: id).contains(where: { $0.url == url }) else { throw StoreError.notFound }
      let address: SourceAddress
      do { address = try source.address.leading(to: url) } catch { throw StoreError.notFound }
      let written = try write.setAddress(address, of: source)
      // An empty ctag marks the source as a CalDAV collection before its first fetch.
      try write.run("UPDATE sources SET ctag = '' WHERE id = ?", [id.value])
      return written
    }
  }
}

extension Database {
  func collections(of source: SourceID) throws -> [RemoteCollection] {
    let stored = try row("SELECT collections FROM sources WHERE id = ?", [source.value]) { $0[0] as String? }
    return (stored ?? nil)?.decoded(as: [RemoteCollection].self) ?? []
  }

  /// Stores the lists found at an address, as many as fit into ``Limits/collectionBytes``.
  func keep(_ collections: [RemoteCollection], of source: SourceID) throws {
    var byteBudget = Limits.collectionBytes
    let kept = collections.prefix { collection in
      byteBudget -= collection.url.utf8.count + collection.name.utf8.count
      return byteBudget >= 0
    }
    let json = String(decoding: try JSONEncoder().encode(Array(kept)), as: UTF8.self)
    try run("UPDATE sources SET collections = ? WHERE id = ?", [json, source.value])
  }
}

extension AccountStore {
  /// Stores an address for preview before it is followed. Drafting the same address again returns the same source. The oldest
  /// drafts beyond ``Limits/sourceDrafts`` are deleted.
  package func draftSource(
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
      let list = try write.makeDraftList(address)
      try write.run(
        "INSERT INTO sources (account, list, created, next, url, host) VALUES (?, ?, ?, ?, ?, ?)",
        [account.value, list.value, write.now.value, write.now.value, address.url, address.host])
      let id = SourceID(write.db.lastInsertedRowID)
      try write.db.discardDrafts(DraftQuery.tooMany, [account.value, Limits.sourceDrafts])
      return .draft(id)
    }
  }
}

extension Write {
  /// Makes the list of a draft. Without members, no account sees it.
  fileprivate func makeDraftList(_ address: SourceAddress) throws -> ListID {
    try run("INSERT INTO lists (name, created) VALUES (?, ?)", [address.host, now.value])
    return ListID(db.lastInsertedRowID)
  }
}

extension Database {
  /// Deletes drafts that were not drafted again within ``Limits/sourceDraftDays``.
  func sweepDrafts(_ now: Milliseconds) throws {
    try discardDrafts(DraftQuery.old, [now.days(-Limits.sourceDraftDays).value])
  }

  /// Deletes drafts, and leaves the rows of their lists to ``deleteSome(_:)``.
  func discardDrafts(_ drafts: String, _ arguments: StatementArguments) throws {
    for draft in try rows(drafts, arguments, { (source: $0[0] as Int64, list: $0[1] as Int64) }) {
      try run("DELETE FROM sources WHERE id = ?", [draft.source])
      try discard(draft.list)
    }
  }
}

enum DraftQuery {
  static let tooMany = """
    SELECT id, list FROM sources WHERE account = ?1 AND id NOT IN (
      SELECT id FROM sources WHERE account = ?1 ORDER BY created DESC, id DESC LIMIT ?2)
    """

  static let old = "SELECT id, list FROM sources WHERE account IS NOT NULL AND created < ?"

  static let all = "SELECT id, list FROM sources WHERE account = ?"
}
