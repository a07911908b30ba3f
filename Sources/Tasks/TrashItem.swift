package import Foundation

/// An item in the trash that can be restored. Tasks of a deleted list are restored with it and are not listed separately.
package struct TrashItem: Hashable, Sendable {
  /// The kind of an item.
  package enum Thing: Hashable, Sendable {
    case list(ListID)
    /// A list that is a saved filter.
    case filter(ListID)
    case task(TaskID, list: ListID, listName: String)
  }

  /// The list, or the task with the list that it is restored to.
  package let thing: Thing
  /// The list's name or the task's title.
  package let name: String
  /// When it was deleted.
  package let since: Date
  /// The title of the task that it is a subtask of.
  package let partOf: String?
  /// The other account that deleted it; nil if the reader did.
  package let by: Person?
  /// Whether the reader's role allows to restore it.
  package let isRestorable: Bool
  /// The number of subtasks that were deleted with the task, and are restored with it.
  package var subtasks: Int

  /// When it may be deleted for good.
  package var until: Date { since.addingTimeInterval(Double(Limits.trashDays) * 86_400) }

  package init(
    thing: Thing, name: String, since: Date, partOf: String? = nil, by: Person? = nil,
    isRestorable: Bool = true, subtasks: Int = 0
  ) {
    (self.thing, self.name, self.since, self.partOf, self.subtasks) = (thing, name, since, partOf, subtasks)
    (self.by, self.isRestorable) = (by, isRestorable)
  }
}

/// One page of the trash, the last deleted item first.
package typealias TrashItemPage = RowPage<TrashItem>
