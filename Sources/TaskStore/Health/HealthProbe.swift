/// Asks for the health of a store once in a while, however many want to know.
actor HealthProbe {
  private let age: Duration
  private var last: (at: ContinuousClock.Instant, problems: [HealthProblem])?
  private var running: _Concurrency.Task<[HealthProblem], Never>?

  /// - Parameter age: how old an answer may be.
  init(age: Duration) {
    self.age = age
  }

  /// What the last question found, if that is not too old; else what `ask` finds now.
  func problems(_ ask: @escaping @Sendable () async -> [HealthProblem]) async -> [HealthProblem] {
    if let running { return await running.value }
    if let last, ContinuousClock.now - last.at < age { return last.problems }
    // Unstructured, so a monitor that hangs up doesn't end the question for the others.
    let question = _Concurrency.Task { await ask() }
    running = question
    let problems = await question.value
    running = nil
    last = (.now, problems)
    return problems
  }
}
