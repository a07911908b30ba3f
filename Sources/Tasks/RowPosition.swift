/// The position of a task among the open tasks of its list, or of a list among those of its account.
public struct RowPosition: Hashable, Sendable {
  /// The number of rows before it.
  public let before: Int
  /// The total number of rows.
  public let total: Int

  /// Creates a position.
  public init(before: Int, total: Int) {
    self.before = before
    self.total = total
  }

  /// The page that contains the row, for pages of `size` rows.
  public func page(of size: Int) -> Int { Paging(total, of: size).page(after: before) }
}
