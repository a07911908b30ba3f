import Foundation
import NetworkAddresses
import Tasks

/// Repeats attempts until one succeeds, a failure is permanent, or the deadline passes.
struct RetryLoop: Sendable {
  let address: SourceAddress
  let kind: FetchKind
  let validators: Validators
  let settings: FetchSettings
  let resolver: any AddressResolver
  let reporter: ProgressReporter
  let deadline: ContinuousClock.Instant

  private enum End: Sendable {
    case answered(Result<SourceAnswer, AttemptFailure>)
    case late
    case cancelled
  }

  /// The outcome within the deadline. After cancellation, it returns early with a meaningless result.
  func result() async -> Result<SourceAnswer, AttemptFailure> {
    await withTaskGroup(of: End.self) { group in
      group.addTask { .answered(await attempts()) }
      group.addTask {
        do {
          try await Task.sleep(until: deadline, clock: .continuous)
          return .late
        } catch {
          return .cancelled
        }
      }
      let first = await group.next()
      let stage = reporter.lateStage
      group.cancelAll()
      // The group waits for the cancelled attempt, which closes its connections.
      switch first {
      case .answered(let result)?: return result
      case .late?, .cancelled?, nil: return .failure(AttemptFailure(.timedOut(stage)))
      }
    }
  }

  private func attempts() async -> Result<SourceAnswer, AttemptFailure> {
    var number = 1
    while true {
      let failure: AttemptFailure
      do { return .success(try await answer(number)) } catch {
        failure = error as? AttemptFailure ?? AttemptFailure(SourceFailure(transport: error, reporter))
      }
      number += 1
      let next = ContinuousClock.now + settings.backoff.pause(before: number)
      guard failure.mayPass, number <= settings.attempts, next < deadline else { return .failure(failure) }
      do { try await Task.sleep(until: next, clock: .continuous) } catch { return .failure(failure) }
      reporter.attempt(number, of: settings.attempts)
    }
  }

  /// One attempt, including redirects.
  /// - Parameter number: from 1.
  private func answer(_ number: Int) async throws -> SourceAnswer {
    let start = try Hop(address.url, else: .noSuchHost, settings: settings)
    var exchange = Exchange(
      number: number, settings: settings, resolver: resolver, reporter: reporter, deadline: deadline,
      login: address.login.map { Login(user: $0.user, password: $0.password) }, for: start.origin)
    switch kind {
    case .file:
      let answered = try await exchange.send(.file(ifNot: validators), to: start, redirected: .file(ifNot: .none))
      return try SourceAnswer(answered, validators: validators, name: address.fileName)
    case .discovery:
      return try await CalendarDiscovery(settings: settings, hasLogin: address.login != nil).answer(
        from: start, &exchange)
    case .calendar(let tag): return try await CalendarQuery(tag: tag).answer(at: start, &exchange)
    }
  }
}

/// The failure of an attempt, and the earliest time for the next one.
struct AttemptFailure: Error, Hashable, Sendable {
  let failure: SourceFailure
  /// The earliest time for another request, from the response's `Retry-After`.
  var notBefore: Date?

  init(_ failure: SourceFailure, notBefore: Date? = nil) {
    self.failure = failure
    self.notBefore = notBefore
  }

  /// Whether the failure may be transient, so that a retry can help.
  var mayPass: Bool {
    switch failure {
    case .nameLookup, .refused, .unreachable, .cutOff, .timedOut(.connecting): true
    case .status(let status): [500, 502, 504].contains(status)
    case _: false
    }
  }
}

/// Exponential backoff with jitter, so that requests that failed together do not all retry at the same time.
struct Backoff: Sendable {
  /// The longest delay before the second attempt; it doubles with each further attempt.
  var first: Duration = .milliseconds(400)

  /// The delay before an attempt.
  /// - Parameters:
  ///   - attempt: the number of the next attempt, from 2.
  ///   - chance: the jitter, from 0 (half of the longest delay) to 1 (all of it).
  func pause(before attempt: Int, chance: Double = .random(in: 0...1)) -> Duration {
    let longest = first * (1 << min(max(attempt - 2, 0), 16))
    return longest * (0.5 + chance / 2)
  }
}
