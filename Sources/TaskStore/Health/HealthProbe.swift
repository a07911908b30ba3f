/// Limits how often the health of a store is checked, for any number of callers.
actor HealthProbe {
  private let age: Duration
  private var last: (at: ContinuousClock.Instant, problems: [HealthProblem])?
  private var running: _Concurrency.Task<[HealthProblem], Never>?

  /// - Parameter age: the maximum age of a result.
  init(age: Duration) {
    self.age = age
  }

  /// The last result if it is recent enough, otherwise the result of `ask`.
  func problems(_ ask: @escaping @Sendable () async -> [HealthProblem]) async -> [HealthProblem] {
    if let running { return await running.value }
    if let last, ContinuousClock.now - last.at < age { return last.problems }
    // Unstructured, so that a caller that is cancelled does not cancel the check for the others.
    let question = _Concurrency.Task { await ask() }
    running = question
    let problems = await question.value
    running = nil
    last = (.now, problems)
    return problems
  }
}
