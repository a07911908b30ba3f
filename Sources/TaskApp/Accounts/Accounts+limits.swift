import Tasks

extension Accounts {
  /// Runs an operation that an attacker might repeat, under rate limits.
  ///
  /// A try that ends in `busy` or a store failure is not counted: it disclosed nothing.
  /// - Parameters:
  ///   - limits: the keys that count the try.
  ///   - account: the account concerned, if known.
  /// - Throws: ``AccountProblem/tooManyTries(wait:)`` before `work` runs, and the errors of `work`.
  func trying<Value: Sendable>(
    _ limits: RateLimits, for account: AccountID? = nil, by visitor: Visitor,
    _ work: () async throws(AccountProblem) -> Value
  ) async throws(AccountProblem) -> Value {
    if let wait = limiter.admit(limits.all) {
      log(.tryRefused, account, because: "too many tries", visitor)
      throw .tooManyTries(wait: wait)
    }
    do {
      let value = try await work()
      limiter.forgive(limits.failures)
      return value
    } catch {
      switch error {
      case .busy:
        limiter.takeBack(limits.all)
        log(.tryRefused, account, because: "too many passwords are being checked", visitor)
      case .store: limiter.takeBack(limits.all)
      case .invalid, .mismatch, .disabled, .tooManyTries, .signUpClosed, .registered: limiter.takeBack(limits.successes)
      }
      throw error
    }
  }

  func log(_ refused: Visitor.Event, _ account: AccountID?, because reason: String, _ visitor: Visitor) {
    onMetric?(.passwordRefused)
    visitor.log(refused, account, because: reason)
  }
}
