import StatePages
import StateViews
import Tasks

typealias FollowStep = FollowFlow.Step
typealias FollowEvent = FollowFlow.Event
typealias FollowForm = FollowFlow.Form

typealias FollowRequest = MountedRequest<FollowFlow, FollowFlow.Form>

extension FollowFlow: PageFlow {
  /// A flow with these steps, events and pages; the order of the steps may be another.
  typealias Mounted = any PageFlow<Step, Event, Finish, FollowRequest>

  /// The addresses of the steps, relative to the path that the outer flow mounts this flow at.
  static let addresses = StepAddresses<Step> {
    StepAddress("/new", .address(nil))
    StepAddress("/{id}", .segment) { .preview($0) }
    StepAddress("/{id}/address", .segment) { .address($0) }
    StepAddress("/{id}/lists", .segment) { .lists($0) }
    StepAddress("/{id}/name", .segment) { .name($0) }
  }

  func page(at step: Step, for request: FollowRequest) async throws(Failure) -> Page {
    switch step {
    case .address(let source): try await FollowPage.address(of: source, for: request)
    case .lists(let source): try await CollectionsPage.page(source, for: request)
    case .preview(let source): try await FollowPage.preview(source, for: request)
    case .name(let source): try await FollowPage.name(source, for: request)
    }
  }

  func redirect(at step: Step, for request: FollowRequest) async throws(Failure) -> Event? {
    switch step {
    case .address: nil
    case .lists(let source): try await CollectionsPage.event(source, for: request)
    case .preview(let source): try await FollowPage.event(source, isPreview: true, for: request)
    case .name(let source): try await FollowPage.event(source, isPreview: false, for: request)
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

  /// The addresses of the forms, relative to the path that the outer flow mounts this flow at.
  static let forms = StepAddresses<Form> {
    StepAddress("/", .begin)
    for action in SourceAction.allCases {
      StepAddress("/{id}/\(action.rawValue)", .segment) { .source($0, action) }
    }
  }
}
