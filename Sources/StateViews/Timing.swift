/// When a ``StatefulContainer`` shows its loading state and the state after it, and its deadline.
public struct Timing: Hashable, Sendable {
  /// How long a load may take before the loading state is presented. A faster load skips that state and avoids flicker.
  public var delay: Duration
  /// How long the loading state stays at least once it is presented: a state that is replaced at once flashes.
  public var minimum: Duration
  /// How long a load may take before it is cancelled and fails as ``Failure/Kind/timedOut``; `nil` for no limit.
  public var deadline: Duration?

  /// Shows the loading state at once, without a deadline.
  public static let immediate = Timing()

  /// Creates timings, all measured by the container's clock.
  public init(delay: Duration = .zero, minimum: Duration = .zero, deadline: Duration? = nil) {
    (self.delay, self.minimum, self.deadline) = (delay, minimum, deadline)
  }
}
