/// One page of a list's open tasks, or of its completed ones, as it was at one moment.
public struct TaskRowPage: Hashable, Sendable {
  /// The rows in their order; among the open ones, a completed task may stand at its place.
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
