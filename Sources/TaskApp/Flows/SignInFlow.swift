import StatePages
import StateViews

/// Creates the first account, lets visitors sign up, and signs in and out. ``AppFlow`` mounts it; its finish is an event of ``TaskFlow``.
struct SignInFlow: Flow {
  /// A page with a form for a client that is not signed in.
  enum Step: Hashable, Sendable {
    case setUp
    case signUp
    /// Tells whether the browser kept the cookie of a new session, and leads to the address of a step of the app; empty for the first one.
    case cookieCheck(next: String)
    /// Signs in. The gate is shown in place of each page of the app, so this step has no page of its own.
    case signIn
    /// A form that is sent.
    case form(Form)
  }

  enum Event: Intent {
    /// The reader wants something that a link or a button offers.
    case wants(SignInIntent)
    /// The page of a form was requested by its address.
    case requested(Form)
    /// The step has nothing to do: there are accounts already, or the client is signed in.
    case hadNothingToDo
    /// A session was started. Whether the browser keeps its cookie is not known yet.
    case gaveCookie(AfterSignIn)
    /// A session was started, and its cookie is kept.
    case signedIn(AfterSignIn)
    case signedOut
  }

  /// The client is signed in and goes on, or is signed out.
  enum Finish: Hashable, Sendable {
    case entered(AfterSignIn)
    case left
  }

  func after(_ event: Event, at step: Step) -> Outcome<Step, Finish> {
    switch event {
    case .wants(let intent): after(intent)
    case .requested(let form): .show(form.step)
    case .gaveCookie(let next): .show(.cookieCheck(next: next.step.map(\.text) ?? ""))
    case .hadNothingToDo: .finish(.entered(.first))
    case .signedIn(let next): .finish(.entered(next))
    case .signedOut: .finish(.left)
    }
  }

  private func after(_ intent: SignInIntent) -> Outcome<Step, Finish> {
    switch intent {
    case .setUp: .show(.form(.setUp))
    case .signUp: .show(.form(.signUp))
    case .signIn: .show(.form(.signIn))
    case .signOut: .show(.form(.signOut))
    case .createAccount: .show(.signUp)
    case .useOwnAccount: .finish(.entered(.first))
    case .goOn(let next): .finish(.entered(next))
    }
  }
}

extension AfterSignIn {
  /// The step of the app; nil for its first one. An address comes with a request, so it can be anything: it is parsed into a step, and
  /// only the step's own address is sent.
  var step: TaskStep? {
    switch self {
    case .requested(let address): .shown(at: address)
    case .draft(let draft): .savedDraft(draft)
    case .first: nil
    }
  }
}

extension TaskFlow.Event {
  init(_ finish: SignInFlow.Finish) {
    switch finish {
    case .entered(let next): self = .signedIn(next)
    case .left: self = .signedOut
    }
  }
}

typealias SignInStep = SignInFlow.Step
typealias SignInEvent = SignInFlow.Event
typealias SignInForm = SignInFlow.Form

/// A request of the sign-in flow, with the addresses of the flow where it is mounted.
struct SignInRequest: Sendable {
  let anonymous: AnonymousRequest
  let intents: IntentAddresses

  func address(of intent: some Intent) -> String { intents.address(of: intent).text }
}

extension SignInFlow: PageFlow {
  static let intents = IntentAddresses(events: { (intent: SignInIntent) in Event.wants(intent) })

  /// The addresses of the steps, relative to the path that the flow is mounted at.
  static let addresses = StepAddresses<Step> {
    StepAddress("/set-up", .setUp)
    StepAddress("/sign-up", .signUp)
    StepAddress("/sign-in", .signIn)
    StepAddress("/sign-in/done", .text("next")) {
      .cookieCheck(next: $0)
    } values: {
      if case .cookieCheck(let next) = $0 { next } else { nil }
    }
    StepAddress(form: "/set-up", .form(.setUp))
    StepAddress(form: "/sign-up", .form(.signUp))
    StepAddress(form: "/sign-in", .form(.signIn))
    StepAddress(form: "/sign-out", .form(.signOut))
  }

  func redirect(at step: Step, for request: SignInRequest) async throws(Failure) -> Event? {
    switch step {
    case .setUp: try await SetUpPage.event(for: request)
    case .signUp: try await SignUpPage.event(for: request)
    case .signIn, .form(.signIn), .form(.signOut): .hadNothingToDo
    case .form(let form): .requested(form)
    case .cookieCheck(let next): try await CookieCheck.event(next: next, for: request)
    }
  }

  func page(at step: Step, for request: SignInRequest) async throws(Failure) -> Page {
    switch step {
    case .setUp: SetUpPage.page(for: request)
    case .signUp: try SignUpPage.page(for: request)
    case .signIn: GatePage.page(for: request, .registered)
    case .cookieCheck(let next): CookieCheck.page(next: next, for: request)
    // The event of this step leads on.
    case .form(let form): try await page(at: form.step, for: request)
    }
  }
}

extension SignInFlow {
  /// A form that needs no session.
  enum Form: Hashable, Sendable {
    case setUp, signUp, signIn, signOut

    var step: Step {
      switch self {
      case .setUp: .setUp
      case .signUp: .signUp
      case .signIn, .signOut: .signIn
      }
    }
  }

  /// Where an intent leads from the pages of the app, as that mounts the flow.
  static func address(of intent: SignInIntent) -> PageAddress {
    switch Self().after(.wants(intent), at: .signIn) {
    case .show(let step): addresses.address(of: step)
    case .finish: PageAddress()
    }
  }
}
