import StatePages
import StateViews
import Tasks

/// Follows a remote list: its address, the choice among several lists, a preview, and a name. ``TaskFlow`` mounts it.
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
    /// A form that is sent.
    case form(Form)
  }

  enum Event: Intent {
    /// The reader wants something that a link or a button offers.
    case wants(FollowIntent)
    /// The page of a form was requested by its address.
    case requested(Form)
    /// The address of a source that no list of the account follows.
    case gaveAddress(SourceID)
    /// The address of a source that a list of the account follows already.
    case gaveAddressOf(ListID)
    case changedAddress(of: ListID, ChangeID?)
    case foundLists(SourceID)
    case choseList(SourceID)
    case triedAgain
    case named(ListID, ChangeID?)
  }

  /// The list that is followed, and the change that was recorded for it.
  enum Finish: Hashable, Sendable {
    case list(ListID, did: ChangeID?)
  }

  /// An event without meaning at a step shows that step again.
  func after(_ event: Event, at step: Step) -> Outcome<Step, Finish> {
    switch (event, step) {
    case (.requested(let form), _): .show(form.step)
    case (_, .form(let form)): after(event, at: form.step)
    case (.wants(let intent), _): after(intent, at: step)
    case (.gaveAddress(let source), _): .show(.preview(source))
    case (.gaveAddressOf(let list), _): .finish(.list(list, did: nil))
    case (.changedAddress(let list, let change), _), (.named(let list, let change), _):
      .finish(.list(list, did: change))
    case (.foundLists(let source), _): .show(.lists(source))
    case (.choseList(let source), _): .show(.preview(source))
    case (.triedAgain, .preview(let source)), (.triedAgain, .lists(let source)): .show(.preview(source))
    case (.triedAgain, .address), (.triedAgain, .name): .show(step)
    }
  }

  private func after(_ intent: FollowIntent, at step: Step) -> Outcome<Step, Finish> {
    switch (intent, step) {
    case (.giveAddress(let source), _): .show(.form(source.map { .source($0, .takeAddress) } ?? .begin))
    case (.chooseList(let source), _): .show(.form(.source(source, .chooseList)))
    case (.tryAgain(let source), _): .show(.form(.source(source, .tryAgain)))
    case (.name(let source), _): .show(.form(.source(source, .takeName)))
    case (.openList(let list), _): .finish(.list(list, did: nil))
    case (.changeAddress, .preview(let source)), (.changeAddress, .name(let source)),
      (.changeAddress, .lists(let source)):
      .show(.address(source))
    case (.accept, .preview(let source)): .show(.name(source))
    case (.goBack, .name(let source)), (.goBack, .address(let source?)): .show(.preview(source))
    case (.changeAddress, _), (.accept, _), (.goBack, _): .show(step)
    }
  }
}

typealias FollowStep = FollowFlow.Step
typealias FollowEvent = FollowFlow.Event
typealias FollowForm = FollowFlow.Form

extension FollowFlow: PageFlow {
  static let intents = IntentAddresses(events: { (intent: FollowIntent) in Event.wants(intent) })

  /// The addresses of the steps, relative to the path that the outer flow mounts this flow at.
  static let addresses = StepAddresses<Step> {
    StepAddress("/new", .address(nil))
    StepAddress("/{id}", .segment) { .preview($0) }
    StepAddress("/{id}/address", .segment) { .address($0) }
    StepAddress("/{id}/lists", .segment) { .lists($0) }
    StepAddress("/{id}/name", .segment) { .name($0) }
    StepAddress(form: "/", .form(.begin))
    for action in SourceAction.allCases {
      StepAddress(form: "/{id}/\(action.rawValue)", .segment) {
        .form(.source($0, action))
      } values: {
        if case .form(.source(let id, action)) = $0 { id } else { nil }
      }
    }
  }

  func page(at step: Step, for request: SignedInRequest) async throws(Failure) -> Page {
    switch step {
    case .address(let source): try await FollowPage.address(of: source, for: request)
    case .lists(let source): try await CollectionsPage.page(source, for: request)
    case .preview(let source): try await FollowPage.preview(source, for: request)
    case .name(let source): try await FollowPage.name(source, for: request)
    // The event of this step leads on.
    case .form(let form): try await page(at: form.step, for: request)
    }
  }

  func redirect(at step: Step, for request: SignedInRequest) async throws(Failure) -> Event? {
    switch step {
    case .address: nil
    case .lists(let source): try await CollectionsPage.event(source, for: request)
    case .preview(let source): try await FollowPage.event(source, isPreview: true, for: request)
    case .name(let source): try await FollowPage.event(source, isPreview: false, for: request)
    case .form(let form): .requested(form)
    }
  }
}

extension FollowFlow {
  enum Form: Hashable, Sendable {
    case begin
    case source(SourceID, SourceAction)

    var step: Step {
      switch self {
      case .begin: .address(nil)
      case .source(let source, .takeAddress): .address(source)
      case .source(let source, .chooseList): .lists(source)
      case .source(let source, .tryAgain): .preview(source)
      case .source(let source, .takeName): .name(source)
      }
    }
  }

  /// The forms of a source. The value is the end of the address.
  enum SourceAction: String, CaseIterable, Sendable {
    case takeAddress = "address"
    case chooseList = "lists"
    case tryAgain = "refresh"
    case takeName = "name"
  }
}
