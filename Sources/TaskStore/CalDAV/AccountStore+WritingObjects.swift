import GRDB
import Scheduling
package import TaskFormats
package import Tasks

/// What a client knows of a resource (RFC 9110, section 13.1): the entity tags of `If-Match` and `If-None-Match`, with their quotes and
/// without `W/`, or `*`; nil for none. Proxies make weak tags of strong ones.
package struct ObjectCondition: Sendable {
  package var match, noneMatch: [String]?

  package init(match: [String]? = nil, noneMatch: [String]? = nil) { (self.match, self.noneMatch) = (match, noneMatch) }
}

/// The result of storing, moving or deleting a resource.
package enum ObjectOutcome: Sendable {
  /// The object is there, with the text that was sent or another one.
  case stored(StoredObject, isNew: Bool, isAsSent: Bool)
  /// The resource has the name that was asked for; a new one, unless another resource had it.
  case moved(isNew: Bool)
  /// The object is in the trash.
  case deleted
  case notFound
  case preconditionFailed
  /// Another resource of the collection, with this name, has the UID that was sent; or this resource has another UID.
  case conflict(href: String)
}

extension AccountStore {
  /// Stores what a client has sent as a resource of a list's collection, as one change or a batch of two.
  ///
  /// What was changed here since the client has read the task stays as it is, property by property, unless the client changed it, too; see
  /// `CalendarObject.merged(since:with:keepsStatus:)`. What the client's text replaced is brought back by an undo. A text that says nothing new
  /// has no effect.
  ///
  /// The texts are merged before the transaction, since other writes would wait for a long one, and again if the task was changed meanwhile.
  package func putObject(
    _ sent: ReadObject, at href: String, in list: ListID, if condition: ObjectCondition
  ) async throws(Problem) -> ObjectOutcome {
    guard await store.mergeQueue.begin(account) else { throw problem(.cancelled) }
    defer { store.mergeQueue.end(account) }
    let (now, quotas) = (now, store.quotas)
    for _ in 1...2 {
      let prepared = try await read { db in
        let write = Write(db: db, account: account, app: app, now: now, quotas: quotas)
        return try ObjectPut(sent, href, write.ownList(list), zone, write).prepare(condition)
      }
      let outcome = try await write { write in
        try ObjectPut(sent, href, write.ownList(list), zone, write).outcome(condition, prepared)
      }
      if let outcome { return outcome }
    }
    return try await write { write in
      let put = try ObjectPut(sent, href, write.ownList(list), zone, write)
      guard let outcome = try put.outcome(condition, put.prepare(condition)) else {
        throw StoreError.internal("an object that changes within a transaction")
      }
      return outcome
    }
  }

  /// Moves the task of a resource to the trash.
  package func deleteObject(
    _ href: String, in list: ListID, if condition: ObjectCondition
  ) async throws(Problem) -> ObjectOutcome {
    try await write { write in
      try write.ownList(list)
      guard let row = try write.db.object(href, in: list) else {
        return condition.match == nil ? .notFound : .preconditionFailed
      }
      guard condition.allowsRemoving(row) else { return .preconditionFailed }
      let task = try write.task(row.id)
      let deleted = try write.set(.deleted, of: task, from: .null, to: .integer(write.now.value), .taskDeleted)
      return deleted.isNew ? .deleted : .notFound
    }
  }
}

extension ObjectCondition {
  /// What a condition says about a resource that is there.
  enum Answer {
    /// The client names no text that it knows.
    case unknown
    /// The client knows the resource as it is.
    case current
    /// The client knows its text at an earlier moment.
    case earlier(ObjectMoment)
    case failed
  }

  /// Whether a client that knows this much may delete or move a resource.
  func allowsRemoving(_ row: ObjectRow) -> Bool {
    switch holds(for: row) {
    case .unknown, .current: true
    // Other tasks may have moved this one, which changes nothing of it.
    case .earlier(let moment): moment.isThat(of: row)
    case .failed: false
    }
  }

  func holds(for row: ObjectRow) -> Answer {
    let tag = row.tag.text
    if let noneMatch, noneMatch.contains("*") || noneMatch.contains(tag) { return .failed }
    guard let match, !match.contains("*") else { return .unknown }
    if match.contains(tag) { return .current }
    let earlier = match.compactMap(ObjectTag.moment).filter { $0.revision.value <= row.revision }
      .max { $0.revision < $1.revision }
    return earlier.map(Answer.earlier) ?? .failed
  }
}
