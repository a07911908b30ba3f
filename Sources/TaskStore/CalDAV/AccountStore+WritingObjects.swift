import GRDB
package import Tasks

/// What a client knows of a resource (RFC 9110, section 13.1): the entity tags of `If-Match` and `If-None-Match`, with their quotes and
/// without `W/`, or `*`; nil for none. Proxies make weak tags of strong ones.
package struct ObjectCondition: Sendable {
  package var match, noneMatch: [String]?

  package init(match: [String]? = nil, noneMatch: [String]? = nil) { (self.match, self.noneMatch) = (match, noneMatch) }
}

/// The result of storing or deleting a resource.
package enum ObjectOutcome: Sendable {
  /// It is there, with the text that was sent or another one.
  case stored(StoredObject, isNew: Bool, isAsSent: Bool)
  /// It is in the trash.
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
  /// - Parameter values: what the object says, see `CalendarObject.values()`.
  package func putObject(
    _ object: CalendarObject, _ values: TodoValues, at href: String, in list: ListID, if condition: ObjectCondition
  ) async throws(Problem) -> ObjectOutcome {
    try await write { write in
      let own = try write.ownList(list)
      let put = try ObjectPut(object, values, href, own, zone, write)
      return try put.outcome(condition)
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
      return deleted.acted ? .deleted : .notFound
    }
  }
}

extension ObjectCondition {
  /// What a condition says about a resource that is there.
  enum Answer {
    /// The client has not told what it knows.
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
