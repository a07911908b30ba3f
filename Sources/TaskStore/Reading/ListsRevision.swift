public import Tasks

/// The revision of everything shown about an account's lists side by side. While it is unchanged, so are the overview and the
/// pane of lists.
public struct ListsRevision: Hashable, Sendable, CustomStringConvertible {
  /// The last change in any of the lists, lists in the trash included; 0 before the first.
  let changes: Int64
  /// The sum of the revisions of the lists' sources.
  let fetches: Int64

  /// The last change in any of the lists; nil before the first.
  public var newest: ChangeID? { changes == 0 ? nil : ChangeID(changes) }

  /// Both numbers, for a cache key.
  public var description: String { "\(changes) \(fetches)" }
}
