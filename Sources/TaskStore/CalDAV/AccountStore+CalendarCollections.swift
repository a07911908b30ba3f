import Foundation
import GRDB
package import Tasks

/// A list as a calendar collection (RFC 4791, section 4.2).
package struct CalendarCollection: Sendable {
  package let list: ListID
  /// The name of the collection in the calendar home.
  package let segment: String
  package let name: String
  package let role: Role
  /// Whether its tasks are those of a source, which can only be read.
  package let isFollowed: Bool
  /// The place of the list among the account's lists, from 1.
  package let order: Int
  package let color: ListColor?
  package let properties: [StoredProperty]
  package let token: SyncToken
}

/// A property that a client has stored with a collection or a principal (RFC 4918, section 4), for the account alone.
package struct StoredProperty: Hashable, Codable, Sendable {
  package let namespace, name: String
  /// The element, as XML that needs no declaration of a namespace from elsewhere.
  package let xml: String

  package init(namespace: String, name: String, xml: String) {
    (self.namespace, self.name, self.xml) = (namespace, name, xml)
  }

  /// The maximum size of the properties of a collection or a principal, in UTF-8 bytes.
  package static let mostBytes = 16 << 10
}

extension AccountStore {
  /// The names of the collections: the account's own lists, those that others share with it, and followed ones, in their order. Saved
  /// filters are none: their tasks are in the collections of their lists, and apps know a task by its identifier.
  package func calendarSegments() async throws(Problem) -> [String] {
    try await read { db in try db.rows(CollectionQuery.segments, [account.value]) { $0[0] } }
  }

  /// One of these collections; nil if there is none of that name.
  package func calendarCollection(_ segment: String) async throws(Problem) -> CalendarCollection? {
    try await read { db in try db.row(CollectionQuery.bySegment, [account.value, segment], CalendarCollection.init) }
  }

  /// Makes a list as a collection (RFC 4791, section 5.3.1).
  package func makeCollection(
    _ segment: String, _ name: ListName, color: ListColor? = nil, _ properties: [StoredProperty]
  ) async throws(Problem) -> MadeCollection {
    try await write { write in
      if try write.db.exists(CollectionQuery.bySegment, [account.value, segment]) { return .isThere }
      if CollectionQuery.isReserved(segment) { return .isReserved }
      // A list in the trash goes by its id from now on.
      try write.run(CollectionQuery.forgetSegment, [account.value, segment])
      let id = try write.addList(name, .listCreated, nil).list
      try write.run(CollectionQuery.name, [segment, account.value, id.value])
      try write.setProperties(properties, of: id)
      try write.run(CollectionQuery.setColor, [color?.hex, account.value, id.value])
      return .made
    }
  }

  /// Stores what clients keep with a collection, renames its list, and sets its color, or nothing of it.
  /// - Parameter color: nil to keep it; nil within for none.
  /// - Throws: ``StoreError/limit(_:)`` if it is more than ``StoredProperty/mostBytes``.
  package func setProperties(
    _ properties: [StoredProperty]?, name: ListName?, color: ListColor?? = nil, of list: ListID
  ) async throws(Problem) {
    try await write { write in
      try write.anyList(list).requireThere()
      if let name, try write.anyList(list).name != name.text {
        try write.rename(list, to: name, version: nil)
      }
      if let properties { try write.setProperties(properties, of: list) }
      if let color { try write.run(CollectionQuery.setColor, [color?.hex, account.value, list.value]) }
    }
  }

  /// What clients have stored with the account's principal.
  package func principalProperties() async throws(Problem) -> [StoredProperty] {
    try await read { db in
      StoredProperty.stored(try db.row(CollectionQuery.ofPrincipal, [account.value]) { $0[0] as String? } ?? nil)
    }
  }

  /// Stores what clients keep with the account's principal.
  /// - Throws: ``StoreError/limit(_:)`` if it is more than ``StoredProperty/mostBytes``.
  package func setPrincipalProperties(_ properties: [StoredProperty]) async throws(Problem) {
    try await write { write in
      try write.run(CollectionQuery.setOfPrincipal, [try StoredProperty.json(properties), account.value])
    }
  }
}

/// The result of making a collection.
package enum MadeCollection: Sendable {
  case made
  /// There is one of that name.
  case isThere
  /// The name is of the form that lists have whose id is another one's name.
  case isReserved
}

extension Write {
  fileprivate func setProperties(_ properties: [StoredProperty], of list: ListID) throws {
    try run(CollectionQuery.setProperties, [try StoredProperty.json(properties), account.value, list.value])
  }
}

extension StoredProperty {
  fileprivate static func json(_ properties: [StoredProperty]) throws -> String? {
    if properties.isEmpty { return nil }
    let json = String(decoding: try JSONEncoder().encode(properties), as: UTF8.self)
    guard json.utf8.count <= mostBytes else { throw StoreError.limit(.quota(.bytes, mostBytes)) }
    return json
  }

  fileprivate static func stored(_ json: String?) -> [StoredProperty] { json?.decoded(as: [StoredProperty].self) ?? [] }
}

extension CalendarCollection {
  fileprivate init(_ row: Row) throws {
    self.init(
      list: row.id(0), segment: row[3], name: row[1], role: try row.known(2), isFollowed: row[8], order: row[6],
      color: (row[9] as String?).flatMap { ListColor(hex: $0) }, properties: StoredProperty.stored(row[4]),
      token: SyncToken(row.id(0), row[5], at: row[7], .max))
  }
}

enum CollectionQuery {
  /// The name of a collection: as a client has given it, or the list's id. If that is the name of another one, a `_` is before it.
  private static let segment = """
    coalesce(m.segment, iif(EXISTS (
      SELECT 1 FROM memberships o WHERE o.account = ?1 AND o.segment = CAST(m.list AS TEXT)), '_', '') || m.list)
    """

  private static let collections = """
    FROM (SELECT *, row_number() OVER (ORDER BY position, list) AS number FROM memberships WHERE account = ?1) m
      CROSS JOIN lists l ON l.id = m.list
      LEFT JOIN sources s ON s.list = l.id
    WHERE l.deleted IS NULL AND NOT EXISTS (SELECT 1 FROM filters f WHERE f.list = l.id)
    """

  /// When the change of a list's revision was made, or its source fetched.
  static let moment = "coalesce(s.fetched, (SELECT at FROM changes c WHERE c.id = l.revision), 0)"

  private static let columns = """
    SELECT l.id, l.name, m.role, \(segment), m.properties, \(ObjectQuery.revision), m.number,
      \(moment), s.id IS NOT NULL, m.color
    """

  static let segments = "SELECT \(segment) \(collections) ORDER BY m.position, m.list"
  static let bySegment = "\(columns) \(collections) AND \(segment) = ?2 LIMIT 1"

  /// Whether a name may become that of another list.
  static func isReserved(_ name: String) -> Bool {
    name.hasPrefix("_") && Int64(name.dropFirst()) != nil
  }

  static let forgetSegment = "UPDATE memberships SET segment = NULL WHERE account = ? AND segment = ?"
  static let name = "UPDATE memberships SET segment = ? WHERE account = ? AND list = ?"
  static let setColor = "UPDATE memberships SET color = ? WHERE account = ? AND list = ?"
  static let setProperties = "UPDATE memberships SET properties = ? WHERE account = ? AND list = ?"

  static let ofPrincipal = "SELECT properties FROM accounts WHERE id = ?"
  static let setOfPrincipal = "UPDATE accounts SET properties = ? WHERE id = ?"
}
