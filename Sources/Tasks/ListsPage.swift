/// One page of an account's lists, read in one transaction.
public struct ListsPage: Hashable, Sendable {
  /// The lists, in the account's order.
  public let lists: [ListSummary]
  /// The page number, from 1.
  public let number: Int
  /// The pagination.
  public let paging: Paging

  /// Creates a page.
  public init(lists: [ListSummary], number: Int, paging: Paging) {
    self.lists = lists
    self.number = number
    self.paging = paging
  }
}
