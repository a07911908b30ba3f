import Foundation
import GRDB
public import Tasks

extension AccountStore {
  /// The task lists found at a source's address, in the server's order; empty if the address is a list itself.
  public func collections(of source: SourceID) async throws(Problem) -> [RemoteCollection] {
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
  @discardableResult
  public func choose(_ url: String, of id: SourceID) async throws(Problem) -> Written? {
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
    guard let json = stored ?? nil else { return [] }
    return try JSONDecoder().decode([RemoteCollection].self, from: Data(json.utf8))
  }

  /// Stores the lists found at an address, as many as fit into ``Limits/collectionBytes``.
  func keep(_ collections: [RemoteCollection], of source: SourceID) throws {
    var room = Limits.collectionBytes
    let kept = collections.prefix { collection in
      room -= collection.url.utf8.count + collection.name.utf8.count
      return room >= 0
    }
    let json = String(decoding: try JSONEncoder().encode(Array(kept)), as: UTF8.self)
    try run("UPDATE sources SET collections = ? WHERE id = ?", [json, source.value])
  }
}
