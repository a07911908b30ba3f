import StatePages
import StateViews

typealias SignInStep = SignInFlow.Step
typealias SignInEvent = SignInFlow.Event
typealias SignInForm = SignInFlow.Form

/// A request of the sign-in flow, with the addresses of the flow where it is mounted.
struct SignInRequest: Sendable {
  let anonymous: AnonymousRequest
  let address: @Sendable (SignInFlow.Event, SignInFlow.Step) -> String
  let action: @Sendable (SignInFlow.Form) -> String
  /// The address to redirect to after an event of a form.
  let destination: @Sendable (SignInFlow.Event, SignInFlow.Step) -> PageAddress
}

extension SignInFlow: PageFlow {
  /// The addresses of the steps, relative to the path that the flow is mounted at.
  static let addresses = StepAddresses<Step> {
    StepAddress("/set-up", .setUp)
    StepAddress("/sign-up", .signUp)
    StepAddress("/sign-in", .signIn)
  }

  func redirect(at step: Step, for request: SignInRequest) async throws(Failure) -> Event? {
    switch step {
    case .setUp: try await SetUpPage.event(for: request)
    case .signUp: try await SignUpPage.event(for: request)
    case .signIn: .hadNothingToDo
    }
  }

  func page(at step: Step, for request: SignInRequest) async throws(Failure) -> Page {
    switch step {
    case .setUp: SetUpPage.page(for: request)
    case .signUp: try SignUpPage.page(for: request)
    case .signIn: GatePage.page(for: request, .registered)
    }
  }
}

extension SignInFlow {
  /// A form that needs no session.
  enum Form: Hashable, CaseIterable, Sendable {
    case setUp, signUp, signIn, signOut

    var step: Step {
      switch self {
      case .setUp: .setUp
      case .signUp: .signUp
      case .signIn, .signOut: .signIn
      }
    }
  }

  /// The addresses of the forms, relative to the path that the flow is mounted at.
  static let forms = StepAddresses<Form> {
    StepAddress("/set-up", .setUp)
    StepAddress("/sign-up", .signUp)
    StepAddress("/sign-in", .signIn)
    StepAddress("/sign-out", .signOut)
  }

  /// The address of a form, as the app mounts the flow.
  static func action(_ form: Form) -> String {
    forms.address(of: form).text
  }
}
