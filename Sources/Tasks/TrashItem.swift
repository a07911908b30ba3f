public import Foundation

/// Something in the trash that can be restored. Tasks of a list that is in the trash itself come back with it and are
/// not told one by one.
public struct TrashItem: Hashable, Sendable {
  /// What it is.
  public enum Thing: Hashable, Sendable {
    case list(ListID)
    case task(TaskID, list: ListID, listName: String)
  }

  /// What it is, and for a task the list that it goes back to.
  public let thing: Thing
  /// The list's name or the task's title.
  public let name: String
  /// When it was deleted.
  public let since: Date

  /// The moment from which it may be gone for good.
  public var until: Date { since.addingTimeInterval(Double(Limits.trashDays) * 86_400) }

  /// An item as it is stored.
  public init(thing: Thing, name: String, since: Date) {
    self.thing = thing
    self.name = name
    self.since = since
  }
}

/// One page of the trash, as it was at one moment.
public struct TrashItemPage: Hashable, Sendable {
  /// The last deleted first.
  public let items: [TrashItem]
  /// The page's number, from 1.
  public let number: Int
  /// The pages that there are.
  public let paging: Paging
  /// When the newest of all that is there was deleted.
  public let newest: Date?

  /// One page of so many.
  public init(items: [TrashItem], number: Int, paging: Paging, newest: Date?) {
    self.items = items
    self.newest = newest
    self.number = number
    self.paging = paging
  }
}
