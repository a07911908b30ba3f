package import Foundation

/// Who a list is shared with, and how, as one of its members sees it.
package struct Sharing: Hashable, Sendable {
  /// The owners first, then by name.
  package let members: [Member]
  /// The invitations that wait for an answer, the newest first; empty for members who can't share the list.
  package let invitations: [Invitation]
  /// The list's pages by link, the newest first; empty for members who can't share the list.
  package let pages: [SharedPage]
  /// Whether the reader is reminded of tasks that nobody is assigned to.
  package let reminds: Bool

  package init(members: [Member], invitations: [Invitation], pages: [SharedPage] = [], reminds: Bool = true) {
    (self.members, self.invitations, self.pages, self.reminds) = (members, invitations, pages, reminds)
  }
}

/// A member of a list.
package struct Member: Hashable, Sendable {
  package let person: Person
  /// The name of the account, where others see another one; nil elsewhere.
  package let username: String?
  package let role: Role
  /// Whether it is the reading account.
  package let isReader: Bool

  package init(_ person: Person, username: String? = nil, role: Role, isReader: Bool = false) {
    (self.person, self.username, self.role, self.isReader) = (person, username, role, isReader)
  }

  package var account: AccountID { person.account }
  package var name: String { person.name }
}

/// An invitation to a list: of an account, or by a link that the first account to accept it uses up.
package struct Invitation: Hashable, Sendable {
  package let id: InvitationID
  package let list: ListID
  package let listName: String
  /// The role of the account that accepts it.
  package let role: Role
  /// The account that is invited; nil for a link.
  package let invited: String?
  /// The owner who invites.
  package let giver: String
  package let made: Date
  /// When a link ends; nil for the invitation of an account, which waits until it is answered or withdrawn.
  package let until: Date?

  package init(
    id: InvitationID, list: ListID, listName: String, role: Role, invited: String?, giver: String, made: Date,
    until: Date?
  ) {
    (self.id, self.list, self.listName, self.role) = (id, list, listName, role)
    (self.invited, self.giver, self.made, self.until) = (invited, giver, made, until)
  }
}

/// A page that shows a list to every client with its address.
package struct SharedPage: Hashable, Sendable {
  package let id: SharedPageID
  package let list: ListID
  package let listName: String
  /// What it is for, in its owner's words.
  package let name: String
  /// Whether tasks can be ticked on it.
  package let takesTicks: Bool
  package let made, until: Date
  /// The number of ticks that were made on it and not undone, up to ``Limits/undoneTicks``.
  package let ticks: Int

  package init(
    id: SharedPageID, list: ListID, listName: String, name: String, takesTicks: Bool, made: Date, until: Date,
    ticks: Int = 0
  ) {
    (self.id, self.list, self.listName, self.name) = (id, list, listName, name)
    (self.takesTicks, self.made, self.until, self.ticks) = (takesTicks, made, until, ticks)
  }
}

package typealias SharedPageID = Identifier<SharedPage>
package typealias InvitationID = Identifier<Invitation>
