/// Where a task stands among the open ones of its list, or a list among those of its account.
public struct RowPosition: Hashable, Sendable {
  /// How many stand before it.
  public let before: Int
  /// How many there are.
  public let total: Int

  /// A place after so many.
  public init(before: Int, total: Int) {
    self.before = before
    self.total = total
  }

  /// On which page it is, of pages of so many.
  public func page(of size: Int) -> Int { Paging(total, of: size).page(after: before) }
}
