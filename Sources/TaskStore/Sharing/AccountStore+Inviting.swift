package import Foundation
import GRDB
package import Tasks

extension AccountStore {
  /// Invites an account to a list. It is no member before it accepts.
  ///
  /// - Parameter name: its name, in any spelling.
  /// - Throws: ``StoreError/notFound`` if there is no such list, ``StoreError/forbidden(_:)``, ``StoreError/limit(_:)``, and
  ///   ``Conflict/member`` if it is a member, or invited, already.
  /// - Returns: nil if no account has that name.
  @discardableResult package func invite(
    _ name: Username, as role: Role, to list: ListID
  ) async throws(Problem) -> Written? {
    try await write { write in
      let stored = try write.sharedList(list)
      let found = try write.db.row(AccountQuery.credentials, [name.key]) {
        (id: $0.id(0) as AccountID, isDisabled: $0[2] as Bool)
      }
      guard let found, !found.isDisabled else { return nil }
      if try write.db.role(of: found.id, in: list) != nil { throw StoreError.conflict(.member) }
      if try write.db.exists(InvitationQuery.ofAccount, [found.id.value, list.value]) {
        throw StoreError.conflict(.member)
      }
      let waiting = try write.db.count(InvitationQuery.countOfOffers, [found.id.value])
      if waiting >= Limits.offersPerAccount { throw StoreError.limit(.offers(Limits.offersPerAccount)) }
      return try write.invite(
        ChangeEntry(kind: .memberInvited, list: list, member: found.id, name: stored.name), as: role, digest: nil)
    }
  }

  /// Makes a link to a list that one account can accept.
  ///
  /// - Parameters:
  ///   - digest: the SHA-256 digest of its secret, 32 bytes.
  ///   - submission: the idempotency key of the form.
  /// - Throws: ``StoreError/repeated(_:)``, ``StoreError/forbidden(_:)`` and ``StoreError/limit(_:)``.
  @discardableResult package func makeInvitation(
    to list: ListID, as role: Role, digest: Data, submission: SubmissionID
  ) async throws(Problem) -> Written {
    try await write { write in
      let stored = try write.sharedList(list)
      if let earlier = try write.earlierEffect(of: submission) { throw StoreError.repeated(earlier.change) }
      return try write.invite(
        ChangeEntry(kind: .invitationMade, list: list, name: stored.name, submission: submission), as: role,
        digest: digest)
    }
  }

  /// Withdraws an invitation, or declines one of the account itself.
  @discardableResult package func end(_ id: InvitationID) async throws(Problem) -> EndedInvitation {
    try await write { write in
      let invitation = try write.openInvitation(id)
      let isOwn = invitation.account == account
      let written = try write.change(
        ChangeEntry(
          kind: isOwn ? .invitationDeclined : .invitationEnded, list: invitation.list, member: invitation.account,
          name: invitation.name), [write.ending(id)])
      return EndedInvitation(change: written.change, list: written.list, isDeclined: isOwn)
    }
  }

  /// Accepts an invitation of the account. The list is then one of its own.
  ///
  /// - Throws: ``StoreError/notFound`` if it has ended, and ``StoreError/limit(_:)``.
  @discardableResult package func accept(_ id: InvitationID) async throws(Problem) -> Written {
    while true {
      let written = try await write { write in
        let invitation = try write.openInvitation(id)
        guard invitation.account == account else { throw StoreError.notFound }
        return try write.accept(invitation)
      }
      if let written { return written }
    }
  }

  /// Accepts the invitation of a link, which no other account can use then.
  ///
  /// - Parameter digest: the SHA-256 digest of its secret.
  /// - Throws: ``StoreError/notFound`` if it was used, or has ended, ``Conflict/member``, and ``StoreError/limit(_:)``.
  @discardableResult package func accept(digest: Data) async throws(Problem) -> Written {
    while true {
      let written = try await write { write in
        let oldest = write.oldestLink.value
        let found = try write.db.one(InvitationQuery.byDigest, [digest, oldest], InvitationQuery.invitation)
        return try write.accept(OpenInvitation(found, of: nil))
      }
      if let written { return written }
    }
  }
}

/// An invitation that was withdrawn, or declined.
package struct EndedInvitation: Hashable, Sendable {
  package let change: ChangeID?
  package let list: ListID
  /// Whether the account has declined it.
  package let isDeclined: Bool
}

/// An invitation as its answer needs it.
struct OpenInvitation {
  let id: InvitationID
  let list: ListID
  let name: String
  let role: Role
  /// The invited account; nil for a link.
  let account: AccountID?

  init(_ invitation: Invitation, of account: AccountID?) {
    (id, list, name, role) = (invitation.id, invitation.list, invitation.listName, invitation.role)
    self.account = account
  }
}

extension Write {
  /// An invitation that the account may answer or withdraw.
  fileprivate func openInvitation(_ id: InvitationID) throws -> OpenInvitation {
    let found = try db.one(InvitationQuery.byID, [account.value, id.value], InvitationQuery.invitation)
    let invited = try db.row("SELECT account FROM invitations WHERE id = ?", [id.value]) {
      $0.idIfPresent(0) as AccountID?
    }
    return OpenInvitation(found, of: invited ?? nil)
  }

  fileprivate func ending(_ id: InvitationID) -> Patch {
    Patch(.invitations, [id.value], was: [.ended: .null], now: [.ended: .integer(now.value)])
  }

  fileprivate func invite(_ entry: ChangeEntry, as role: Role, digest: Data?) throws -> Written {
    try requireRoomForMembers(in: entry.list, 1)
    let made = try db.count(InvitationQuery.madeBy, [account.value, now.days(-1).value])
    if made >= Limits.invitationsPerDay { throw StoreError.limit(.invitations(Limits.invitationsPerDay)) }
    let change = try record(entry)
    try run(
      InvitationQuery.insert,
      [entry.list.value, role.rawValue, account.value, entry.member?.value, digest, now.value])
    let id = db.lastInsertedRowID
    try noteInvited(by: id)
    try setInverse([Patch(.invitations, [id], was: [.ended: .timeOfUndo], now: [.ended: .null])], of: change)
    return Written(change: change, list: entry.list)
  }

  /// Makes the account a member. What it had to do in the list before it left is no one's by now: nil while some of that was left, which
  /// each transaction takes a part of. Nothing shows it meanwhile.
  fileprivate func accept(_ invitation: OpenInvitation) throws -> Written? {
    if try db.role(of: account, in: invitation.list) != nil { throw StoreError.conflict(.member) }
    guard try forgetAssigned(to: account, in: invitation.list) else { return nil }
    try requireRoomForLists(1)
    if invitation.role == .owner {
      let usage = try db.one("SELECT stored_bytes, stored_tasks FROM lists WHERE id = ?", [invitation.list.value]) {
        Usage(bytes: $0[0], tasks: $0[1], lists: 1)
      }
      try requireQuota(for: usage)
    }
    return try change(
      ChangeEntry(kind: .memberJoined, list: invitation.list, member: account, name: invitation.name),
      [
        ending(invitation.id),
        Patch(.members, [account.value], was: [.role: .null], now: [.role: .text(invitation.role.rawValue)]),
      ])
  }
}
