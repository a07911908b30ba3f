import StatePages
import StateViews
import Synchronization

/// Admits requests when their client's share of the server allows: see ``RequestThrottle``.
final class AdmissionControl: Sendable {
  /// The maximum delay. A client with so many waiting requests that another one would wait for longer is refused.
  static let longestDelay = Duration.seconds(5)

  private let throttle: Mutex<RequestThrottle>?
  private let executors = LowPriorityExecutors()
  private let elapsed: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private let onMetric: (@Sendable (AppMetric) -> Void)?

  /// - Parameters:
  ///   - share: the share of one processor's time that a client gets while others use the server; nil for no limit.
  ///   - clock: measures and delays requests.
  ///   - onMetric: called with delayed and refused requests.
  init(share: Double?, clock: some Clock<Duration>, onMetric: (@Sendable (AppMetric) -> Void)? = nil) {
    throttle = share.map { Mutex(RequestThrottle(share: $0)) }
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
    self.onMetric = onMetric
  }

  /// Waits until a request of the client is admitted.
  /// - Throws: ``StateViews/Failure/tooManyRequests(wait:)``, also if the task is cancelled while it waits.
  func admit(_ client: RequestThrottle.Client) async throws(Failure) -> AdmittedRequest {
    guard let service = throttle?.withLock({ $0.begin(client, at: elapsed()) }) else { return AdmittedRequest() }
    if service.delay > .zero {
      onMetric?(.throttled(isRefused: service.delay > Self.longestDelay))
      do {
        if service.delay > Self.longestDelay { throw CancellationError() }
        try await sleep(service.delay)
      } catch {
        throttle?.withLock { $0.refuse(client) }
        throw .tooManyRequests(wait: service.delay)
      }
    }
    let began = elapsed()
    return AdmittedRequest(executor: service.givesWay ? executors.executor(for: "\(client)") : nil) {
      [self] in
      let now = elapsed()
      throttle?.withLock { $0.end(client, after: now - began, at: now) }
    }
  }
}

/// An admitted request. Its client is charged for the time that it takes.
struct AdmittedRequest: Sendable {
  /// The executor of a request that gives way to others.
  fileprivate var executor: (any TaskExecutor)?
  fileprivate var end: @Sendable () -> Void = {}

  /// Runs the work of the request. Called once.
  func run<Value>(_ work: () async throws -> Value) async rethrows -> Value {
    defer { end() }
    guard let executor else { return try await work() }
    return try await withTaskExecutorPreference(executor) { try await work() }
  }
}

extension AnonymousRequest {
  /// Waits until the share of the client's network allows the request.
  func admitted() async throws(Failure) -> AdmittedRequest {
    try await app.admissionControl.admit(.network(client.ip?.network))
  }
}

extension SignedInRequest {
  /// Waits until the share of the account allows the request.
  func admitted() async throws(Failure) -> AdmittedRequest {
    try await app.admissionControl.admit(.account(reader.account))
  }
}
