import HTTPTypes
import Hummingbird
import Logging
import StatePages
import StateViews
import TaskStore
import Tasks

/// How problems with accounts are told: the one place where they become words and a status.
extension AccountProblem {
  /// The kind of failure, and when to try again.
  var failure: Failure {
    switch self {
    case .invalid, .mismatch: Failure(.invalid)
    case .tooManyTries(let wait): Failure(.unavailable, retry: .after(wait))
    case .busy: Failure(.unavailable, retry: .after(.seconds(1)))
    case .signUpClosed: Failure(.forbidden, "sign-up-closed")
    case .registered: Failure(.conflict)
    case .store(let error): Failure(store: error)
    }
  }

  var status: HTTPResponse.Status {
    switch self {
    case .tooManyTries: .tooManyRequests
    case .invalid, .mismatch, .busy, .signUpClosed, .registered, .store: failure.kind.status
    }
  }
}

extension Rejection {
  /// What the form tells; nil where its page cannot be shown either.
  init?(_ problem: AccountProblem) {
    switch problem {
    case .invalid(let input): self = .invalid(input)
    case .mismatch: self = .refused(.mismatch)
    case .tooManyTries(let wait): self = .refused(.tooManyTries(wait: wait))
    case .busy: self = .refused(.busy)
    case .signUpClosed: self = .refused(.signUpClosed)
    case .registered: self = .refused(.registered)
    case .store(let error):
      guard let told = FieldError(withPassword: error) else { return nil }
      self = .refused(told)
    }
  }
}

extension AppRequest {
  /// Has the log tell what nobody else is told.
  func logCause(of problem: AccountProblem) {
    switch problem {
    case .store(let error): context.logger.error("store failed", metadata: ["error": "\(error)"])
    case .invalid, .mismatch, .tooManyTries, .busy, .signUpClosed, .registered: break
    }
  }
}
