/// When a ``StatefulContainer`` shows that it loads, for how long at least, and when it gives up.
public struct Timing: Hashable, Sendable {
  /// How long a load may take before the loading state is presented. A faster one goes straight to its end, without
  /// flicker.
  public var delay: Duration
  /// How long the loading state stays at least, once it was presented, before the end of the load is presented.
  public var minimumDisplay: Duration
  /// How long a load may take before it is cancelled and has failed as ``Failure/Kind/timedOut``; `nil` for any time.
  public var deadline: Duration?

  /// Shows at once that it loads, for as long as that takes, and never gives up.
  public static let immediate = Timing()

  /// Times of a load, all counted in the container's clock.
  public init(delay: Duration = .zero, minimumDisplay: Duration = .zero, deadline: Duration? = nil) {
    self.delay = delay
    self.minimumDisplay = minimumDisplay
    self.deadline = deadline
  }
}

extension Clock {
  /// Waits for `instant`; false when it was not waited for, because the task was cancelled.
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
