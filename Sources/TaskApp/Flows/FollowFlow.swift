import StateViews
import Tasks

/// How a list from elsewhere comes to be followed: address, one of its lists, preview, name. The app's flow holds it as one of its steps. Its
/// addresses and pages stand beside it; it knows no template.
struct FollowFlow: Flow {
  /// One page each, that can be loaded again and gone back to.
  enum Step: Hashable, Sendable {
    /// Where the list lives; the source is nil before the first address was given.
    case address(SourceID?)
    /// Which of the task lists of a server it is to be.
    case lists(SourceID)
    /// What is there: looked at while the page loads.
    case preview(SourceID)
    /// What it is to be called here.
    case name(SourceID)
  }

  /// What happens at a step.
  enum Event: Hashable, Sendable {
    /// An address was given that nobody of the account follows.
    case gaveAddress(SourceID)
    /// An address was given that one of the account's lists follows already.
    case gaveAddressOf(ListID)
    /// The address of a list that is followed was changed.
    case changedAddress(of: ListID, ChangeID?)
    /// The address leads to several lists.
    case foundLists(SourceID)
    /// This is the list of them that is meant.
    case choseList(SourceID)
    /// It is to be another address.
    case wantsAnotherAddress
    /// It was tried once more.
    case triedAgain
    /// This is the list that was meant.
    case accepted
    /// Not so fast.
    case wentBack
    /// It has a name now, and is one of the account's lists.
    case named(ListID, ChangeID?)
  }

  /// The list that is followed, and the change that made it so.
  enum Finish: Hashable, Sendable {
    case list(ListID, did: ChangeID?)
  }

  /// An event that means nothing at a step shows the step again.
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
