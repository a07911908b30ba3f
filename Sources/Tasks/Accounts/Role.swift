/// The role of a member of a list, which decides what the account may do with it.
package enum Role: String, CaseIterable, Hashable, Sendable {
  case owner, editor, viewer

  /// Whether a member with this role may do something with the list: the table that every read and write asks.
  package func may(_ permission: ListPermission) -> Bool { permission.roles.contains(self) }
}

/// What a member may do with a list.
package enum ListPermission: String, CaseIterable, Hashable, Sendable {
  /// To see its tasks, history and members, to search, copy, export and subscribe to them, to place it among one's own lists, and to leave.
  case read
  /// To comment on its tasks, and to edit and delete one's own comments.
  case comment
  /// To add, change, move and delete its tasks and headings, and to rename it.
  case write
  /// To delete and restore it, and to delete its tasks for good.
  case delete
  /// To see and change the address that it follows, and to follow it no longer.
  case follow
  /// To decide who its members are, by what role, and who sees it by a link.
  case share

  /// The roles that have it.
  package var roles: [Role] {
    switch self {
    case .read, .comment: [.owner, .editor, .viewer]
    case .write: [.owner, .editor]
    case .delete, .follow, .share: [.owner]
    }
  }
}
