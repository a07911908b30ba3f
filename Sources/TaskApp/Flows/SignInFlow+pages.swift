import StatePages
import StateViews

extension SignInFlow: PageFlow {
  static let addresses = StepAddresses<Step> {
    StepAddress("/set-up", .setUp)
    StepAddress("/sign-up", .signUp)
    StepAddress("/sign-in", .signIn)
  }

  func event(at step: Step, for request: AnonymousRequest) async throws(Failure) -> Event? {
    switch step {
    case .setUp: try await SetUpPage.event(for: request)
    case .signUp: try await SignUpPage.event(for: request)
    case .signIn: .hadNothingToDo
    }
  }

  func page(at step: Step, for request: AnonymousRequest) async throws(Failure) -> Page {
    switch step {
    case .setUp: SetUpPage.page(for: request)
    case .signUp: try SignUpPage.page(for: request)
    case .signIn: GatePage.page(for: request, .registered)
    }
  }

  /// Where a link leads that sends an event.
  static func address(after event: Event, at step: Step) -> String {
    switch SignInFlow().after(event, at: step) {
    case .show(let next): addresses.address(of: next).text
    case .finish(let finish): TaskFlow.address(after: TaskFlow.Event(finish))
    }
  }
}

extension SignInFlow {
  /// What can be sent without a session.
  enum Form: Hashable, CaseIterable, Sendable {
    case setUp, signUp, signIn, signOut

    /// The step on whose page it stands.
    var step: Step {
      switch self {
      case .setUp: .setUp
      case .signUp: .signUp
      case .signIn, .signOut: .signIn
      }
    }
  }

  /// Where forms are sent.
  static let forms = StepAddresses<Form> {
    StepAddress("/set-up", .setUp)
    StepAddress("/sign-up", .signUp)
    StepAddress("/sign-in", .signIn)
    StepAddress("/sign-out", .signOut)
  }

  /// Where a form is sent.
  static func action(_ form: Form) -> String {
    forms.address(of: form).text
  }
}
