package import Foundation
import GRDB
package import Tasks

extension AccountStore {
  /// The members of a list, and who is invited to it.
  package func sharing(of list: ListID) async throws(Problem) -> Sharing {
    let (now, oldest) = (now, now.days(-Limits.invitationDays))
    return try await readShortly { db in
      try db.requireReadable(list, for: account)
      let members = try db.members(of: list, for: account)
      let invitations = try db.rows(
        InvitationQuery.ofList, [account.value, list.value, oldest.value], InvitationQuery.invitation)
      let pages = try db.rows(
        SharedPageQuery.ofList, [account.value, list.value, now.value, Limits.undoneTicks], SharedPageQuery.page)
      let membership: StatementArguments = [account.value, list.value]
      let reminds = try db.row("SELECT reminds FROM memberships WHERE account = ? AND list = ?", membership) {
        $0[0] as Bool
      }
      return Sharing(members: members, invitations: invitations, pages: pages, reminds: reminds ?? true)
    }
  }

  /// The invitations that wait for the account's answer, the newest first.
  package func offers() async throws(Problem) -> [Invitation] {
    try await readShortly { db in
      try db.rows(InvitationQuery.offers, [account.value, Limits.offersPerAccount], InvitationQuery.invitation)
    }
  }

  /// The invitation of a link.
  /// - Parameter digest: the SHA-256 digest of its secret.
  /// - Throws: ``StoreError/notFound`` if it was accepted, withdrawn, or has ended.
  package func invitation(digest: Data) async throws(Problem) -> Invitation {
    let oldest = now.days(-Limits.invitationDays)
    return try await readShortly { db in
      try db.one(InvitationQuery.byDigest, [digest, oldest.value], InvitationQuery.invitation)
    }
  }
}

enum InvitationQuery {
  private static let columns = "i.id, i.list, l.name, i.role, b.name, \(giver), i.made, i.account IS NULL"

  /// Both names of the account that invites: a display name can be the name of another account.
  private static let giver = "iif(g.display_name IS NULL, g.name, g.display_name || ' (' || g.name || ')')"

  /// The invitations `i` that hold: those of owners, to lists that are not in the trash.
  static let open = """
    FROM invitations i CROSS JOIN lists l ON l.id = i.list CROSS JOIN accounts g ON g.id = i.giver
      LEFT JOIN accounts b ON b.id = i.account
    WHERE i.ended IS NULL AND l.deleted IS NULL
      AND EXISTS (SELECT 1 FROM memberships m WHERE m.account = i.giver AND m.list = i.list AND \(ListPermission.share.isGranted))
    """

  static let ofList = """
    SELECT \(columns) \(open) AND i.list = ?2 AND (i.account IS NOT NULL OR i.made > ?3)
      AND EXISTS (SELECT 1 FROM memberships m WHERE m.account = ?1 AND m.list = ?2 AND \(ListPermission.share.isGranted))
    ORDER BY i.id DESC
    """

  static let offers = """
    SELECT \(columns) \(open) AND i.account = ?1
      AND NOT EXISTS (SELECT 1 FROM memberships o WHERE o.account = ?1 AND o.list = i.list)
    ORDER BY i.id DESC LIMIT ?2
    """

  static let byDigest = "SELECT \(columns) \(open) AND i.digest = ?1 AND i.made > ?2"

  /// An invitation by its id that is the account's to answer, or to withdraw.
  static let byID = """
    SELECT \(columns) \(open) AND i.id = ?2 AND (i.account = ?1
      OR EXISTS (SELECT 1 FROM memberships m WHERE m.account = ?1 AND m.list = i.list AND \(ListPermission.share.isGranted)))
    """

  static let insert = """
    INSERT INTO invitations (list, role, giver, account, digest, made) VALUES (?, ?, ?, ?, ?, ?)
    """

  static let ofAccount = "SELECT 1 \(open) AND i.account = ?1 AND i.list = ?2"

  static let invitedBy = "SELECT account FROM invitations WHERE giver = ? AND account IS NOT NULL AND ended IS NULL"

  static let madeBy = "SELECT count(*) FROM invitations WHERE giver = ? AND made > ?"

  static let countOfOffers = "SELECT count(*) \(open) AND i.account = ?"

  /// Deletes invitations that have ended, and links that were not used in time.
  static let purge = "DELETE FROM invitations WHERE ended <= ?1 OR digest IS NOT NULL AND made <= ?1"

  @Sendable static func invitation(_ row: Row) throws -> Invitation {
    let made = row.date(6)
    return Invitation(
      id: row.id(0), list: row.id(1), listName: row[2], role: try row.known(3), invited: row[4], giver: row[5],
      made: made, until: row[7] ? made.addingTimeInterval(Double(Limits.invitationDays) * 86_400) : nil)
  }
}
