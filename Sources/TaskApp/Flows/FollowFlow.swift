import StateViews
import Tasks

/// Follows a remote list: its address, the choice among several lists, a preview, and a name. ``TaskFlow`` mounts it as one of its
/// steps.
struct FollowFlow: Flow {
  /// A page that the reader can reload, and return to.
  enum Step: Hashable, Sendable {
    /// The form for the address. The source is nil before the first address was accepted.
    case address(SourceID?)
    /// The choice among the task lists of a server.
    case lists(SourceID)
    /// The tasks of the source, which is fetched while the page loads.
    case preview(SourceID)
    case name(SourceID)
  }

  enum Event: Hashable, Sendable {
    case gaveAddress(SourceID)
    /// The address of a source that a list of the account follows already.
    case gaveAddressOf(ListID)
    case changedAddress(of: ListID, ChangeID?)
    /// The address leads to several lists.
    case foundLists(SourceID)
    case choseList(SourceID)
    case wantsAnotherAddress
    case triedAgain
    case accepted
    case wentBack
    case named(ListID, ChangeID?)
  }

  /// The list that is followed, and the change that was recorded for it.
  enum Finish: Hashable, Sendable {
    case list(ListID, did: ChangeID?)
  }

  /// An event without meaning at a step shows that step again.
  func after(_ event: Event, at step: Step) -> Outcome<Step, Finish> {
    switch (event, step) {
    case (.gaveAddress(let source), _): .show(.preview(source))
    case (.gaveAddressOf(let list), _): .finish(.list(list, did: nil))
    case (.changedAddress(let list, let change), _), (.named(let list, let change), _):
      .finish(.list(list, did: change))
    case (.foundLists(let source), _): .show(.lists(source))
    case (.choseList(let source), _): .show(.preview(source))
    case (.wantsAnotherAddress, .preview(let source)), (.wantsAnotherAddress, .name(let source)),
      (.wantsAnotherAddress, .lists(let source)):
      .show(.address(source))
    case (.triedAgain, .preview(let source)), (.triedAgain, .lists(let source)): .show(.preview(source))
    case (.accepted, .preview(let source)): .show(.name(source))
    case (.wentBack, .name(let source)): .show(.preview(source))
    case (.wentBack, .address(let source?)): .show(.preview(source))
    case (.wantsAnotherAddress, .address), (.triedAgain, .address), (.triedAgain, .name), (.accepted, .address),
      (.accepted, .name), (.accepted, .lists), (.wentBack, .address(nil)), (.wentBack, .preview), (.wentBack, .lists):
      .show(step)
    }
  }
}
