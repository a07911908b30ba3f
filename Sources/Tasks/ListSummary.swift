package import Foundation

/// A list with its metadata, without its tasks. Lists in the trash have no summary.
package struct ListSummary: Hashable, Sendable {
  package let id: ListID
  /// The name, as typed.
  package let name: String
  /// The role of the reading account.
  package let role: Role
  /// The source that the list follows; nil for an own list.
  package let source: SourceID?
  /// The query of the search that it shows, if it is a saved filter. It has no tasks of its own.
  package let filter: String?
  /// Whether the counts are known. They are not for a remote list that was never fetched.
  package let isKnown: Bool
  /// Whether the last fetch of its source failed.
  package let isFailing: Bool
  /// Whether it is the account's Inbox: its first list, which can't be deleted.
  package let isInbox: Bool
  /// The number of its members.
  package let members: Int
  /// The position among the account's lists; lower comes first. Only the order is meaningful.
  package let position: Int64
  /// The number of open tasks, without subtasks.
  package let open: Int
  /// The number of completed tasks, without subtasks.
  package let completed: Int
  /// When a task or a subtask was last completed.
  package let lastCompleted: Date?
  /// The last change in the list, and the `version` that forms for adding and moving send.
  package let revision: ChangeID
  /// The change that last edited the name, and the `version` that the form for renaming sends.
  package let version: ChangeID
  package let created: Date
  /// How the reading account looks at it.
  package let preferences: ListPreferences

  package init(
    id: ListID, name: String, role: Role, source: SourceID? = nil, filter: String? = nil, isKnown: Bool = true,
    isFailing: Bool = false, isInbox: Bool = false, members: Int = 1, position: Int64, open: Int, completed: Int,
    lastCompleted: Date?,
    revision: ChangeID, version: ChangeID, created: Date, preferences: ListPreferences = .ofNewList
  ) {
    (self.id, self.name, self.role, self.source) = (id, name, role, source)
    (self.filter, self.isKnown, self.isFailing, self.isInbox) = (filter, isKnown, isFailing, isInbox)
    (self.members, self.position) = (members, position)
    (self.open, self.completed, self.lastCompleted) = (open, completed, lastCompleted)
    (self.revision, self.version, self.created, self.preferences) = (revision, version, created, preferences)
  }
}

/// A list that tasks can be added to. A form offers all of the account's own lists, which are at most ``Limits/listsPerAccount``.
package struct ListChoice: Hashable, Sendable {
  package let id: ListID
  package let name: String
  /// The number of its open tasks.
  package let open: Int
  package let color: ListColor.Name?

  package init(id: ListID, name: String, open: Int, color: ListColor.Name? = nil) {
    (self.id, self.name, self.open, self.color) = (id, name, open, color)
  }
}

/// A task by its id and title.
package struct OpenTask: Hashable, Sendable {
  package let id: TaskID
  package let title: String

  package init(id: TaskID, title: String) { (self.id, self.title) = (id, title) }
}
