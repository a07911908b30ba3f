/// A list that tasks can be added to. A form offers all of the account's own lists, which are at most ``Limits/listsPerAccount``.
public struct ListChoice: Hashable, Sendable {
  /// The list.
  public let id: ListID
  /// Its name.
  public let name: String
  /// The number of its open tasks.
  public let open: Int

  package init(id: ListID, name: String, open: Int) {
    (self.id, self.name, self.open) = (id, name, open)
  }
}
