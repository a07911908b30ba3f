import GRDB
package import Tasks

extension AccountStore {
  /// Gives a member of a list another role.
  ///
  /// - Throws: ``StoreError/notFound`` if it is no member, ``StoreError/forbidden(_:)``, and ``Conflict/lastOwner(_:)`` if the list would
  ///   have no owner.
  @discardableResult package func setRole(
    _ role: Role, of member: AccountID, in list: ListID
  ) async throws(Problem) -> Written {
    try await write { write in
      let stored = try write.sharedList(list)
      guard let former = try write.db.role(of: member, in: list) else { throw StoreError.notFound }
      if former == role { return try write.nothing(.roleChanged, in: list) }
      return try write.setRole(role, of: member, was: former, .roleChanged, in: stored)
    }
  }

  /// Takes an account out of a list: from now on, the list is unknown to it.
  ///
  /// - Throws: ``StoreError/notFound`` if it is no member, ``StoreError/forbidden(_:)``, and ``Conflict/lastOwner(_:)``.
  @discardableResult package func remove(_ member: AccountID, from list: ListID) async throws(Problem) -> Written {
    if member == account { return try await leave(list) }
    return try await write { write in
      let stored = try write.sharedList(list)
      guard let former = try write.db.role(of: member, in: list) else { throw StoreError.notFound }
      return try write.setRole(nil, of: member, was: former, .memberRemoved, in: stored)
    }
  }

  /// Leaves a list, whatever its role there.
  ///
  /// - Throws: ``Conflict/lastOwner(_:)``, and ``StoreError/forbidden(_:)`` for the account's Inbox.
  @discardableResult package func leave(_ list: ListID) async throws(Problem) -> Written {
    try await write { write in
      let stored = try write.anyList(list)
      try stored.requireThere()
      try stored.requireNoInbox()
      return try write.setRole(nil, of: account, was: stored.role, .memberLeft, in: stored)
    }
  }
}

extension Write {
  fileprivate func setRole(
    _ role: Role?, of member: AccountID, was former: Role, _ kind: ChangeKind, in list: WritableList
  ) throws -> Written {
    let patch = Patch(
      .members, [member.value], was: [.role: .text(former.rawValue)],
      now: [.role: role.map { .text($0.rawValue) } ?? .null])
    return try change(ChangeEntry(kind: kind, list: list.id, member: member, name: list.name), [patch])
  }
}
