import StateViews

/// Creates the first account, lets visitors sign up, and signs in and out. Its finish is an event of ``TaskFlow``.
struct SignInFlow: Flow {
  /// A page with a form for a client that is not signed in.
  enum Step: Hashable, CaseIterable, Sendable {
    case setUp
    case signUp
    /// Signs in. The gate is shown in place of each page of the app, so this step has no page of its own.
    case signIn
  }

  enum Event: Hashable, Sendable {
    case wantedAccount
    case wantedToSignIn
    /// The step has nothing to do: there are accounts already, or the client is signed in.
    case hadNothingToDo
    /// A session was started. The client continues at the step; nil for the app's first one.
    case signedIn(going: TaskFlow.Step?)
    case signedOut
  }

  /// The client is signed in and continues at a step of the app, or is signed out.
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
  init(_ finish: SignInFlow.Finish) {
    switch finish {
    case .entered(let next): self = .signedIn(going: next)
    case .left: self = .signedOut
    }
  }
}
