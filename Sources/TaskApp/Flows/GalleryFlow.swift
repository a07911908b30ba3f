import StatePages
import StateViews

/// The gallery of all screens in all states, for development. The first step links to all others.
struct GalleryFlow: PageFlow {
  enum Step: Hashable, Sendable {
    case all
    case story(screen: String, state: String)
  }

  enum Event: Hashable, Sendable {
    case opened(screen: String, state: String)
  }

  func after(_ event: Event, at step: Step) -> Outcome<Step, Never> {
    switch event {
    case .opened(let screen, let state): .show(.story(screen: screen, state: state))
    }
  }

  static let addresses = StepAddresses<Step> {
    StepAddress("/gallery", .all)
    StepAddress("/gallery/{screen}/**", .segment, .rest) {
      .story(screen: $0, state: $1)
    } values: {
      if case .story(let screen, let state) = $0 { (screen, state) } else { nil }
    }
  }

  func page(at step: Step, for request: AnonymousRequest) async throws(Failure) -> Page {
    switch step {
    case .all:
      GalleryPage.all(for: request) { address(of: $0) }
    case .story(let screen, let state): try GalleryPage.story(screen, state, for: request)
    }
  }

  /// The address of the page of a story.
  func address(of story: Story) -> String {
    address(after: .opened(screen: story.screen.path, state: story.state), at: .all).text
  }
}
