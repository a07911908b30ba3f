import Tasks

/// All attempts to get an answer, against the clock.
struct RetryLoop: Sendable {
  let address: SourceAddress
  let question: SourceQuestion
  let validators: Validators
  let settings: FetchSettings
  let resolver: any AddressResolver
  let watch: ProgressReporter
  let deadline: ContinuousClock.Instant

  private enum End: Sendable {
    case answered(Result<SourceAnswer, AttemptFailure>)
    case late
    case cancelled
  }

  /// What came of it within the time that there is. When the task is cancelled it ends at once, and what it returns means nothing.
  func result() async -> Result<SourceAnswer, AttemptFailure> {
    return await withTaskGroup(of: End.self) { group in
      group.addTask { .answered(await attempts(until: deadline)) }
      group.addTask {
        do {
          try await Task.sleep(until: deadline, clock: .continuous)
          return .late
        } catch {
          return .cancelled
        }
      }
      let first = await group.next()
      let stage = watch.lateStage
      group.cancelAll()
      // The group waits for the attempt, and so for its connections to be closed.
      switch first {
      case .answered(let result)?: return result
      case .late?, .cancelled?, nil: return .failure(AttemptFailure(.timedOut(stage)))
      }
    }
  }

  private func attempts(until deadline: ContinuousClock.Instant) async -> Result<SourceAnswer, AttemptFailure> {
    var number = 1
    while true {
      let attempt = Attempt(
        address: address, question: question, validators: validators, number: number, settings: settings,
        resolver: resolver, watch: watch,
        deadline: deadline)
      let trouble: AttemptFailure
      do {
        return .success(try await attempt.run())
      } catch {
        trouble = error
      }
      number += 1
      let next = ContinuousClock.now + settings.backoff.pause(before: number)
      guard trouble.mayPass, number <= settings.attempts, next < deadline else { return .failure(trouble) }
      do {
        try await Task.sleep(until: next, clock: .continuous)
      } catch {
        return .failure(trouble)
      }
      watch.attempt(number, of: settings.attempts)
    }
  }
}
