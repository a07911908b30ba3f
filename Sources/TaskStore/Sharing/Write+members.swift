import GRDB
import Tasks

extension Database {
  /// The role of an account in a list; nil if it is no member.
  func role(of account: AccountID, in list: ListID) throws -> Role? {
    try row("SELECT role FROM memberships WHERE account = ? AND list = ?", [account.value, list.value]) {
      try $0.known(0)
    }
  }

  /// The members of a list that a reader may see: the owners first, then by name.
  func members(of list: ListID, for reader: AccountID) throws -> [Member] {
    try rows(MemberQuery.ofList, [list.value]) { row in
      let person = Person(row.id(0), row[1])
      return Member(person, username: row[2], role: try row.known(3), isReader: person.account == reader)
    }
  }
}

extension Write {
  /// Gives an account a role in a list, as a part of a change; without one, it is no member any more. A new member finds the list after its
  /// others.
  ///
  /// - Throws: ``Conflict/lastOwner(_:)``
  func setRole(_ role: String?, of member: AccountID, in list: ListID, _ change: ChangeID) throws {
    concerned.insert([member] + (try db.rows(MemberQuery.accounts, [list.value]) { $0.id(0) }))
    if let role {
      let position = try Order(of: member, db).bottom()
      let adds = ListPreferences.ofNewList.adds.rawValue
      try run(MemberQuery.set, [member.value, list.value, role, position, adds])
    } else {
      try run("DELETE FROM memberships WHERE account = ? AND list = ?", [member.value, list.value])
    }
    guard try db.exists(MemberQuery.owner, [list.value]) else { throw StoreError.conflict(.lastOwner(list)) }
    // The trigger of the change concerns those who were members before.
    try run("UPDATE accounts SET revision = ? WHERE id = ?", [change.value, member.value])
  }

  /// Notes the account that an invitation is for: its page of lists shows it.
  func noteInvited(by invitation: Int64) throws {
    concerned.insert(
      try db.rows("SELECT account FROM invitations WHERE id = ? AND account IS NOT NULL", [invitation]) { $0.id(0) })
  }

  /// Throws `gone` while a list is in the trash, for its members, too.
  func requireThere(_ list: ListID) throws {
    let stored = try db.one("SELECT name, deleted FROM lists WHERE id = ?", [list.value]) {
      ($0[0] as String, $0.moment(1))
    }
    if let since = stored.1 { throw StoreError.gone(.list(list, name: stored.0, since: since.date)) }
  }

  /// The list, if the account may share it and it is not in the trash.
  ///
  /// - Throws: `forbidden` for an Inbox, and for a saved filter, whose tasks are those of each reader.
  func sharedList(_ id: ListID) throws -> WritableList {
    let list = try anyList(id)
    try list.require(.share)
    try list.requireThere()
    try list.requireNoInbox()
    if list.isFilter { throw StoreError.forbidden(.role) }
    return list
  }

  /// Throws `limit` if `more` members and invitations would exceed the limit of a list.
  func requireRoomForMembers(in list: ListID, _ more: Int) throws {
    let count = try db.count(MemberQuery.count, [list.value, oldestLink.value])
    if count + more > Limits.membersPerList { throw StoreError.limit(.members(Limits.membersPerList)) }
  }

  /// When the oldest link was made that still invites.
  var oldestLink: Milliseconds { now.days(-Limits.invitationDays) }
}

extension Undo {
  /// Throws `forbidden` unless the account may undo a change of who may see a list. What an account has just done of itself, it may take
  /// back, and leave what it has joined; the rest is for those who may share the list. An account becomes a member again by an undo only
  /// within ``Limits/undoWindow``, and only by who has ended that: later on it takes an invitation.
  func requireSharingAllowed() throws {
    let isRecent = at >= write.now - Limits.undoWindow
    let isOwn = account == write.account && member == write.account && (isRecent || kind == .memberJoined)
    if !isOwn { try write.anyList(list).require(.share) }
    let isReturn = patches.contains { $0.table == .members && $0.was[.role] != .null && $0.now[.role] == .null }
    if isReturn, account != write.account || !isRecent { throw StoreError.conflict(.notUndoable(id)) }
  }
}

enum MemberQuery {
  static let accounts = "SELECT account FROM memberships WHERE list = ?"

  static let owner = "SELECT 1 FROM memberships m WHERE m.list = ? AND \(ListPermission.share.isGranted)"

  static let set = """
    INSERT INTO memberships (account, list, role, position, adds) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET role = excluded.role
    """

  static let count = """
    SELECT (SELECT count(*) FROM memberships WHERE list = ?1)
      + (SELECT count(*) \(InvitationQuery.open) AND i.list = ?1 AND (i.account IS NOT NULL OR i.made > ?2))
    """

  static let ofList = """
    SELECT m.account, a.shown_name, iif(a.display_name IS NULL, NULL, a.name), m.role
    FROM memberships m CROSS JOIN accounts a ON a.id = m.account
    WHERE m.list = ? AND a.removed IS NULL ORDER BY m.role <> 'owner', a.shown_name, m.account
    """
}
