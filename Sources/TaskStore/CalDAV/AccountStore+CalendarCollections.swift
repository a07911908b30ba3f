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
  /// The place of the list among the account's lists, from 1.
  package let order: Int
  package let properties: [StoredProperty]
  package let token: SyncToken
}

/// A property that a client has stored with a collection (RFC 4918, section 4), for the account alone.
package struct StoredProperty: Hashable, Codable, Sendable {
  package let namespace, name: String
  /// The element, as XML that needs no declaration of a namespace from elsewhere.
  package let xml: String

  package init(namespace: String, name: String, xml: String) {
    (self.namespace, self.name, self.xml) = (namespace, name, xml)
  }

  /// The maximum size of the properties of a collection, in UTF-8 bytes.
  package static let mostBytes = 16 << 10
}

extension AccountStore {
  /// The account's own lists and those that others share with it, as collections. Followed lists and saved filters are none.
  package func calendarCollections() async throws(Problem) -> [CalendarCollection] {
    try await read { db in try db.rows(CollectionQuery.all, [account.value], CalendarCollection.init) }
  }

  /// One of these collections; nil if there is none of that name.
  package func calendarCollection(_ segment: String) async throws(Problem) -> CalendarCollection? {
    try await read { db in
      try db.row(CollectionQuery.one, [account.value, segment, Int64(segment)], CalendarCollection.init)
    }
  }

  /// Makes a list as a collection (RFC 4791, section 5.3.1).
  /// - Returns: false if there is one already.
  package func makeCollection(
    _ segment: String, _ name: ListName, _ properties: [StoredProperty]
  ) async throws(Problem) -> Bool {
    try await write { write in
      let isTaken = try write.db.row(CollectionQuery.ofSegment, [account.value, segment]) { $0[1] as Bool }
      if isTaken == true { return false }
      // A list in the trash goes by its id from now on.
      if isTaken == false { try write.run(CollectionQuery.forgetSegment, [account.value, segment]) }
      let id = try write.addList(name, .listCreated, nil).list
      try write.run(CollectionQuery.name, [segment, account.value, id.value])
      try write.setProperties(properties, of: id)
      return true
    }
  }

  /// Stores what clients keep with a collection.
  /// - Throws: ``StoreError/limit(_:)`` if it is more than ``StoredProperty/mostBytes``.
  package func setProperties(_ properties: [StoredProperty], of list: ListID) async throws(Problem) {
    try await write { write in
      try write.anyList(list).requireThere()
      try write.setProperties(properties, of: list)
    }
  }
}

extension Write {
  fileprivate func setProperties(_ properties: [StoredProperty], of list: ListID) throws {
    let json = properties.isEmpty ? nil : String(decoding: try JSONEncoder().encode(properties), as: UTF8.self)
    if let json, json.utf8.count > StoredProperty.mostBytes {
      throw StoreError.limit(.quota(.bytes, StoredProperty.mostBytes))
    }
    try run(CollectionQuery.setProperties, [json, account.value, list.value])
  }
}

extension CalendarCollection {
  fileprivate init(_ row: Row) throws {
    let json = row[4] as String?
    self.init(
      list: row.id(0), segment: row[3] ?? String(row[0] as Int64), name: row[1], role: try row.known(2), order: row[6],
      properties: try json.map { try JSONDecoder().decode([StoredProperty].self, from: Data($0.utf8)) } ?? [],
      token: SyncToken(row.id(0), row[5], at: row[7], .max))
  }
}

enum CollectionQuery {
  private static let collections = """
    SELECT l.id, l.name, m.role, m.segment, m.properties, l.revision, m.number,
      coalesce((SELECT at FROM changes c WHERE c.id = l.revision), 0)
    FROM (SELECT *, row_number() OVER (ORDER BY position, list) AS number FROM memberships WHERE account = ?1) m
      CROSS JOIN lists l ON l.id = m.list
    WHERE l.deleted IS NULL AND NOT EXISTS (SELECT 1 FROM sources s WHERE s.list = l.id)
      AND NOT EXISTS (SELECT 1 FROM filters f WHERE f.list = l.id)
    """

  static let all = collections + " ORDER BY m.position, m.list"

  /// The list of a name that a client gave, or of an id without one.
  static let one = collections + " AND (m.segment = ?2 OR m.segment IS NULL AND m.list = ?3) LIMIT 1"

  static let ofSegment = """
    SELECT l.id, l.deleted IS NULL FROM memberships m CROSS JOIN lists l ON l.id = m.list
    WHERE m.account = ? AND m.segment = ?
    """

  static let forgetSegment = "UPDATE memberships SET segment = NULL WHERE account = ? AND segment = ?"
  static let name = "UPDATE memberships SET segment = ? WHERE account = ? AND list = ?"
  static let setProperties = "UPDATE memberships SET properties = ? WHERE account = ? AND list = ?"
}
