import StateViews
import Tasks

/// What a reader wants who follows a remote list; see ``FollowFlow``.
enum FollowIntent: Intent {
  /// Sends an address: of a new list, or another one of a source.
  case giveAddress(of: SourceID?)
  case chooseList(of: SourceID)
  case tryAgain(SourceID)
  case name(SourceID)
  case changeAddress
  /// Goes on with what the preview shows.
  case accept
  case goBack
  /// Leaves the flow for a list that follows the source already.
  case openList(ListID)
}
