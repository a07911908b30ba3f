public import Tasks

/// Names all that is told of an account's lists beside each other: as long as it stays, so do the overview and the pane of all
/// lists.
public struct ListsRevision: Hashable, Sendable, CustomStringConvertible {
  /// The last change in any of them, those in the trash included; 0 before the first.
  let changes: Int64
  /// How often something was learnt of those that live elsewhere.
  let fetches: Int64

  /// The last change in any of them; nil before the first.
  public var newest: ChangeID? { changes == 0 ? nil : ChangeID(changes) }

  /// Both, for a cache key.
  public var description: String { "\(changes) \(fetches)" }
}
