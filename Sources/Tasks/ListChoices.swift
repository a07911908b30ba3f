/// The lists that tasks can be added to: one page of the account's own lists, in its order.
public struct ListChoices: Hashable, Sendable {
  /// The number of lists on a page.
  public static let size = 100

  /// The lists of the page, preceded by explicitly requested lists from other pages.
  public let lists: [ListChoice]
  /// The page number, from 1.
  public let number: Int
  /// The pagination.
  public let paging: Paging

  /// Creates a page.
  public init(_ lists: [ListChoice], number: Int = 1, paging: Paging) {
    self.lists = lists
    self.number = number
    self.paging = paging
  }

  /// Whether the list is one of the choices.
  public func contains(_ list: ListID) -> Bool { lists.contains { $0.id == list } }
}

/// A list that tasks can be added to.
public struct ListChoice: Hashable, Sendable {
  /// The list.
  public let id: ListID
  /// Its name.
  public let name: String
  /// The number of its open tasks.
  public let open: Int

  /// Creates a choice.
  public init(id: ListID, name: String, open: Int) {
    self.id = id
    self.name = name
    self.open = open
  }
}
