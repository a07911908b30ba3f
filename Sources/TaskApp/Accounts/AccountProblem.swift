public import TaskStore
public import Tasks

/// Why somebody was not signed in, or an account is as it was.
public enum AccountProblem: Error, Hashable, Sendable {
  /// What was typed can't be a name or a password, or the name is taken.
  case invalid(InvalidInput)
  /// Name and password don't belong together; which of them is wrong is told nobody. Of a password that is asked for once more:
  /// it is another.
  case mismatch
  /// There were too many tries: so long until the next.
  case tooManyTries(wait: Duration)
  /// Too many passwords are being checked now; the same may be tried again soon.
  case busy
  /// Only whoever runs the app makes accounts.
  case signUpClosed
  /// The first account was made already.
  case registered
  /// What the store could not do.
  case store(StoreError)
}

extension AccountProblem {
  init(store error: StoreError) {
    switch error {
    case .taken: self = .invalid(InvalidInput(FieldProblem(.username, .taken)))
    case .conflict(.registered): self = .registered
    case .notFound, .gone, .forbidden, .conflict, .repeated, .limit, .unavailable, .cancelled, .internal:
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
