import Tasks

extension Accounts {
  /// Does what is worth trying again and again to somebody who is not meant to be there.
  ///
  /// A try that succeeds is forgiven. One of which nothing became, because too many hash or the store is not to be had, does not
  /// count: whoever made it learnt nothing.
  /// - Parameters:
  ///   - keys: what the try is counted by.
  ///   - unforgiven: what it is counted by even where it succeeds.
  ///   - account: whose it is, where that is known.
  /// - Throws: ``AccountProblem/tooManyTries(wait:)`` before anything is done, and what `work` throws.
  func trying<Value: Sendable>(
    _ keys: [TryKey], unforgiven: [TryKey] = [], for account: AccountID? = nil, by visitor: Visitor,
    _ work: () async throws(AccountProblem) -> Value
  ) async throws(AccountProblem) -> Value {
    if let wait = limiter.admit(keys + unforgiven) {
      visitor.log(.tryRefused, account, because: "too many tries")
      throw .tooManyTries(wait: wait)
    }
    do {
      let value = try await work()
      limiter.forgive(keys)
      return value
    } catch {
      switch error {
      case .busy:
        limiter.takeBack(keys + unforgiven)
        visitor.log(.tryRefused, account, because: "too many passwords are being checked")
      case .store: limiter.takeBack(keys + unforgiven)
      case .invalid, .mismatch, .tooManyTries, .signUpClosed, .registered: break
      }
      throw error
    }
  }
}
