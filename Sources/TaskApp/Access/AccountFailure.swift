import HTTPTypes
import Hummingbird
import Logging
import StatePages
import StateViews
import Tasks

/// Maps account problems to failures and statuses. No other place does.
extension AccountProblem {
  /// The failure's kind, and when to retry.
  var failure: Failure {
    switch self {
    case .invalid, .mismatch: Failure(.invalid)
    case .tooManyTries(let wait): Failure(.unavailable, retry: .after(wait))
    case .busy: Failure(.unavailable, retry: .after(.seconds(1)))
    case .disabled: Failure(.forbidden)
    case .signUpClosed: Failure(.forbidden, "sign-up-closed")
    case .registered: Failure(.conflict)
    case .store(let error): Failure(store: error)
    }
  }

  var status: HTTPResponse.Status {
    switch self {
    case .tooManyTries: .tooManyRequests
    case .invalid, .mismatch, .disabled, .busy, .signUpClosed, .registered, .store: failure.kind.status
    }
  }
}

extension Rejection {
  /// The rejection to show on the form; nil if the form's page cannot be shown either.
  init?(_ problem: AccountProblem) {
    switch problem {
    case .invalid(let input): self = .invalid(input)
    case .mismatch: self = .refused(.mismatch)
    case .disabled: self = .refused(.disabled)
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
  /// Logs causes that the response does not disclose.
  func logCause(of problem: AccountProblem) {
    switch problem {
    case .store(let error): context.logger.error("store failed", metadata: ["error": "\(error)"])
    case .invalid, .mismatch, .disabled, .tooManyTries, .busy, .signUpClosed, .registered: break
    }
  }
}
