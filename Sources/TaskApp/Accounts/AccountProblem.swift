public import TaskStore
public import Tasks

/// Why a sign-in was rejected, or an account not changed.
public enum AccountProblem: Error, Hashable, Sendable {
  /// The name or the password is invalid, or the name is taken.
  case invalid(InvalidInput)
  /// Name and password do not match; which of them is wrong is not disclosed. For a password that confirms an operation: it
  /// is wrong.
  case mismatch
  /// Name and password match, and the operator has disabled the account.
  case disabled
  /// The rate limit is exceeded; `wait` is the time until the next try.
  case tooManyTries(wait: Duration)
  /// The queue for password hashing is full; the caller may retry soon.
  case busy
  /// Only the operator creates accounts.
  case signUpClosed
  /// The first account already exists.
  case registered
  case store(StoreError)
}

extension AccountProblem {
  init(store error: StoreError) {
    switch error {
    case .taken: self = .invalid(InvalidInput(FieldProblem(.username, .taken)))
    case .conflict(.registered): self = .registered
    // The store refuses only this of an account as a whole.
    case .forbidden: self = .disabled
    case .notFound, .gone, .conflict, .repeated, .limit, .unavailable, .cancelled, .internal:
      self = .store(error)
    }
  }

  init(hashing refusal: PasswordHasher.FailedAction) {
    switch refusal {
    case .busy: self = .busy
    case .cancelled: self = .store(.cancelled)
    }
  }
}
