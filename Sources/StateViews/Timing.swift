/// When a ``StatefulContainer`` shows its loading state, for how long at least, and its deadline.
public struct Timing: Hashable, Sendable {
  /// How long a load may take before the loading state is presented. A faster load skips that state and avoids flicker.
  public var delay: Duration
  /// How long the loading state stays once it was presented, before the end of the load is presented.
  public var minimumDisplay: Duration
  /// How long a load may take before it is cancelled and fails as ``Failure/Kind/timedOut``; `nil` for no limit.
  public var deadline: Duration?

  /// Shows the loading state at once, with neither a minimum display nor a deadline.
  public static let immediate = Timing()

  /// Creates timings, all measured by the container's clock.
  public init(delay: Duration = .zero, minimumDisplay: Duration = .zero, deadline: Duration? = nil) {
    self.delay = delay
    self.minimumDisplay = minimumDisplay
    self.deadline = deadline
  }
}

extension Clock {
  /// Sleeps until `instant`; returns false if the task was cancelled.
  @discardableResult
  func reached(_ instant: Instant) async -> Bool {
    guard now < instant else { return !Task.isCancelled }
    do {
      try await sleep(until: instant, tolerance: nil)
      return true
    } catch {
      return false
    }
  }
}
