import GRDB
package import Tasks

extension AccountStore {
  /// One resource of a list's collection; nil if there is none.
  package func object(_ href: String, in list: ListID) async throws(Problem) -> StoredObject? {
    try await read { db in
      try db.requireReadable(list, for: account)
      return try db.object(href, in: list)?.stored
    }
  }

  /// Resources of a list's collection, by their tasks; those that are there no more are left out.
  /// - Parameter bytes: the size of the texts from which on no more are read.
  /// - Returns: the resources, and the number of tasks up to which they were read.
  package func objects(
    _ tasks: [TaskID], in list: ListID, upTo bytes: Int
  ) async throws(Problem) -> (objects: [StoredObject], count: Int) {
    try await read { db in
      try db.requireReadable(list, for: account)
      var (found, size): ([StoredObject], Int) = ([], 0)
      for (index, task) in tasks.enumerated() {
        guard let object = try db.row(ObjectQuery.byID, [task.value, list.value], ObjectRow.init)?.stored else {
          continue
        }
        found.append(object)
        size += object.text.utf8.count
        if size >= bytes { return (found, index + 1) }
      }
      return (found, tasks.count)
    }
  }

  /// The resources of a list's collection that have one of these names.
  /// - Parameter bytes: the size of the texts from which on no more are read.
  /// - Returns: the resources by their names, and the number of names up to which they were read.
  package func objects(
    named hrefs: [String], in list: ListID, upTo bytes: Int
  ) async throws(Problem) -> (objects: [String: StoredObject], count: Int) {
    try await read { db in
      try db.requireReadable(list, for: account)
      var (found, size): ([String: StoredObject], Int) = ([:], 0)
      for (index, href) in hrefs.enumerated() {
        guard let object = try db.object(href, in: list)?.stored else { continue }
        found[href] = object
        size += object.text.utf8.count
        if size >= bytes { return (found, index + 1) }
      }
      return (found, hrefs.count)
    }
  }

  /// What has changed in a list's collection since a token (RFC 6578).
  /// - Parameters:
  ///   - since: a token of this collection; nil for everything that it has.
  ///   - most: the maximum number of entries.
  /// - Returns: nil if the token is of another database, of another copy of a followed list, or too old, so that deletions may be
  ///   missing.
  package func objectChanges(
    in list: ListID, since: SyncToken?, most: Int
  ) async throws(Problem) -> ObjectChanges? {
    let oldest = now - .seconds(SyncToken.days * 86_400)
    return try await read { db -> ObjectChanges? in
      try db.requireReadable(list, for: account)
      let state = try db.one(ObjectQuery.state, [list.value]) { CollectionState(list: list, $0) }
      if let since, try !db.isKnown(since, in: state, since: oldest) { return nil }
      let found = try db.objectEntries(in: state, since: since, most: min(most, Int(Int32.max)) + 1)
      let part = found.prefix(most)
      var gone: Set<String> = []
      // A lost name may be another task's by now, or be lost twice.
      let entries = try part.filter { entry in
        try entry.tag != nil || gone.insert(entry.href).inserted && db.object(entry.href, in: list) == nil
      }
      guard found.count > most, let last = part.last else {
        let token = try db.token(max(state.revision, found.last?.revision ?? 0), .max, in: state)
        return ObjectChanges(entries: entries, token: token, isPart: false)
      }
      let token = try db.token(last.revision, last.task.value, in: state)
      return ObjectChanges(entries: entries, token: token, isPart: true)
    }
  }
}

/// What decides which token of a list's collection is the current one.
private struct CollectionState {
  let list: ListID
  let revision: Int64
  /// When the copy of a followed list was last another one than before; nil for other lists, and before the first copy.
  let fetched: Int64?
  let isFollowed: Bool

  init(list: ListID, _ row: Row) {
    self.list = list
    (revision, fetched, isFollowed) = (row[0], row[1], row[2])
  }
}

/// What has changed in a collection since a token.
package struct ObjectChanges: Sendable {
  package let entries: [ObjectEntry]
  /// The state that the client has then.
  package let token: SyncToken
  /// Whether there is more.
  package let isPart: Bool
}

/// The state of a collection at a moment (RFC 6578, section 4): everything up to a task at a revision.
package struct SyncToken: Hashable, Sendable {
  let list: ListID
  let revision: Int64
  /// When the change of that number was made; 0 if the history has it no more. After a restore, another change may have the number.
  let at: Int64
  let task: Int64

  /// For how many days the resources that a collection has lost are remembered.
  static let days = 90

  init(_ list: ListID, _ revision: Int64, at: Int64, _ task: Int64) {
    (self.list, self.revision, self.at, self.task) = (list, revision, at, task)
  }
}

extension SyncToken: LosslessStringConvertible {
  private static let scheme = "data:,"

  /// Nil for a text that is no token of any collection.
  package init?(_ text: String) {
    guard text.hasPrefix(Self.scheme) else { return nil }
    let parts = text.dropFirst(Self.scheme.count).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 4, let list = Int64(parts[0]), let revision = Int64(parts[1]),
      revision >= 0, let at = Int64(parts[2]),
      let task = parts.count == 4 ? Int64(parts[3]) : .max
    else { return nil }
    self.init(ListID(list), revision, at: at, task)
  }

  /// A URI.
  package var description: String { "\(Self.scheme)\(list).\(revision).\(at)" + (task == .max ? "" : ".\(task)") }
}

extension Database {
  /// The task of a resource, not in the trash.
  func object(_ href: String, in list: ListID) throws -> ObjectRow? {
    let uid = href.hasSuffix(".ics") ? String(href.dropLast(4)) : ""
    return try row(ObjectQuery.byHref, [list.value, href, uid], ObjectRow.init)
  }

  /// The token of a collection up to a task at a revision.
  fileprivate func token(_ revision: Int64, _ task: Int64, in state: CollectionState) throws -> SyncToken {
    let at =
      state.isFollowed ? state.fetched : try row(ObjectQuery.change, [revision]) { $0[0] as Int64 }
    return SyncToken(state.list, revision, at: at ?? 0, task)
  }

  /// Whether what has changed since a token is known.
  /// - Parameter oldest: the time since when deletions are known.
  fileprivate func isKnown(
    _ token: SyncToken, in state: CollectionState, since oldest: Milliseconds
  ) throws -> Bool {
    guard try token == self.token(token.revision, token.task, in: state), token.revision <= state.revision else {
      return false
    }
    // A client goes on at once with the token of a part, which may be that of an old change.
    let isOld = try token.task == .max && token.revision < firstChange(since: oldest)
    return token.revision == state.revision || !isOld
  }

  /// What has changed, in the order of the changes; deletions only since a token.
  fileprivate func objectEntries(in state: CollectionState, since token: SyncToken?, most: Int) throws -> [ObjectEntry]
  {
    let arguments: StatementArguments = [state.list.value, token?.revision ?? -1, token?.task ?? 0, most]
    let query =
      state.isFollowed
      ? ObjectQuery.entriesOfSource : token == nil ? ObjectQuery.entriesThere : ObjectQuery.entries
    let entries = try rows(query, arguments) { row in
      let tag: String? = row[4] ? nil : ObjectTag(Milliseconds(value: row[5]), row[2], row[3], row.id(0)).text
      return ObjectEntry(href: row[1], tag: tag, task: row.id(0), revision: row[2])
    }
    if token == nil || state.isFollowed { return entries }
    let departed = try rows(ObjectQuery.departures, arguments) {
      ObjectEntry(href: $0[1], tag: nil, task: $0.id(0), revision: $0[2])
    }
    return (entries + departed).sorted { ($0.revision, $0.task.value) < ($1.revision, $1.task.value) }
  }
}
