import StatePages
import StateViews

/// The outermost flow: signing in, which leads to the app's own.
struct AppFlow: PageFlow {
  enum Step: Hashable, Sendable {
    case signingIn(SignInFlow.Step)
    case inside(TaskFlow.Step)
  }

  enum Event: Hashable, Sendable {
    case finished(SignInFlow.Finish)
  }

  static let addresses = StepAddresses<Step> {
    Mount("/", { _ in SignInFlow() }) {
      .signingIn($0)
    } finish: {
      .finished($0)
    } request: {
      SignInRequest(anonymous: $0, intents: $1)
    }
    StepAddresses(at: "/", TaskFlow.addresses) {
      .inside($0)
    } inner: {
      if case .inside(let step) = $0 { step } else { nil }
    }
  }

  func after(_ event: Event, at step: Step) -> Outcome<Step, Never> {
    switch event {
    case .finished(let finish): .show(.inside(TaskFlow().step(after: TaskEvent(finish), at: .overview())))
    }
  }

  /// The pages inside need a session; see ``SignedInRequest``.
  func page(at step: Step, for request: AnonymousRequest) async throws(Failure) -> Page {
    try await mountedPage(at: step, for: request)
  }
}
