import Tasks

/// Repeats attempts until one succeeds, a failure is permanent, or the deadline passes.
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

  /// The outcome within the deadline. After cancellation, it returns early with a meaningless result.
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
      // The group waits for the cancelled attempt, which closes its connections.
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
