/// Whose tasks Today shows.
package enum DueOwner: Hashable, Sendable {
  /// Tasks that the reader or no one is to do.
  case mine
  /// Tasks of other members of shared lists as well.
  case all
}
