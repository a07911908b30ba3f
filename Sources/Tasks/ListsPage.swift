/// One page of an account's lists, as it was at one moment.
public struct ListsPage: Hashable, Sendable {
  /// The lists in the account's order.
  public let lists: [ListSummary]
  /// The page's number, from 1.
  public let number: Int
  /// The pages that there are.
  public let paging: Paging

  /// One page of so many.
  public init(lists: [ListSummary], number: Int, paging: Paging) {
    self.lists = lists
    self.number = number
    self.paging = paging
  }
}
