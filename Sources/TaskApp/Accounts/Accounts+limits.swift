import Tasks

extension Accounts {
  /// Does what is worth trying again and again to somebody who is not meant to be there.
  ///
  /// A try of which nothing became, because too many hash or the store is not to be had, does not count: nothing was learnt.
  /// - Parameters:
  ///   - limits: what the try is counted by.
  ///   - account: whose it is, where that is known.
  /// - Throws: ``AccountProblem/tooManyTries(wait:)`` before anything is done, and what `work` throws.
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
      case .invalid, .mismatch, .tooManyTries, .signUpClosed, .registered: limiter.takeBack(limits.successes)
      }
      throw error
    }
  }

  /// Logs what was refused: of many in a row the first few, then how many there were.
  func log(_ refused: Visitor.Event, _ account: AccountID?, because reason: String, _ visitor: Visitor) {
    sampler.log(refused.rawValue, visitor.logger) { visitor.log(refused, account, because: reason) }
  }
}
