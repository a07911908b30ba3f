/// Lists that tasks can be put into: a page of the account's own, in its order.
public struct ListChoices: Hashable, Sendable {
  /// How many a page has.
  public static let size = 100

  /// The lists of the page; before them those that were asked for beside and are on another page.
  public let lists: [ListChoice]
  /// The page's number, from 1.
  public let number: Int
  /// The pages that there are.
  public let paging: Paging

  /// One page of so many.
  public init(_ lists: [ListChoice], number: Int = 1, paging: Paging) {
    self.lists = lists
    self.number = number
    self.paging = paging
  }

  /// Whether the list is one of them.
  public func contains(_ list: ListID) -> Bool { lists.contains { $0.id == list } }
}

/// One of them.
public struct ListChoice: Hashable, Sendable {
  /// The list.
  public let id: ListID
  /// What it is called.
  public let name: String
  /// How many open tasks it has.
  public let open: Int

  /// A list.
  public init(id: ListID, name: String, open: Int) {
    self.id = id
    self.name = name
    self.open = open
  }
}
