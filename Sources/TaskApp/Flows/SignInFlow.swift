import StateViews

/// The flow in front of the app's: the first account, an account of one's own, signing in and out. Its finish is an event of
/// ``TaskFlow``.
struct SignInFlow: Flow {
  /// A page with a form for a client that is not signed in.
  enum Step: Hashable, CaseIterable, Sendable {
    /// Creates the first account.
    case setUp
    /// Creates an account where visitors may.
    case signUp
    /// The gate stands in the place of each page of the app, so this step has no page of its own.
    case signIn
  }

  /// What a client did at a step.
  enum Event: Hashable, Sendable {
    case wantedAccount
    case wantedToSignIn
    /// The step has nothing to do: there are accounts already, or the client is signed in.
    case hadNothingToDo
    /// A session was started; the step is where the client goes on, nil for the app's first one.
    case signedIn(going: TaskFlow.Step?)
    case signedOut
  }

  /// The client goes on to the app's pages, or has left them.
  enum Finish: Hashable, Sendable {
    case entered(going: TaskFlow.Step?)
    case left
  }

  func after(_ event: Event, at step: Step) -> Outcome<Step, Finish> {
    switch event {
    case .wantedAccount: .show(.signUp)
    case .wantedToSignIn, .hadNothingToDo: .finish(.entered(going: nil))
    case .signedIn(let next): .finish(.entered(going: next))
    case .signedOut: .finish(.left)
    }
  }
}

extension TaskFlow.Event {
  /// The event that the end of the sign-in flow is.
  init(_ finish: SignInFlow.Finish) {
    switch finish {
    case .entered(let next): self = .signedIn(going: next)
    case .left: self = .signedOut
    }
  }
}
