/// One page of a list's open tasks, as it was at one moment.
public struct OpenPage: Hashable, Sendable {
  /// The rows in the list's order; a completed task may stand among them at its place.
  public let rows: [TaskRow]
  /// The page's number, from 1.
  public let number: Int
  /// The pages that there are.
  public let paging: Paging

  /// One page of so many.
  public init(rows: [TaskRow], number: Int, paging: Paging) {
    self.rows = rows
    self.number = number
    self.paging = paging
  }
}
