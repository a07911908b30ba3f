import NIOCore
import NIOPosix
public import StateViews

/// A continuous clock that keeps no timers of cancelled sleepers: those of NIO's event loops.
///
/// Every load sleeps towards a deadline that it rarely meets. `ContinuousClock` keeps the timer of a cancelled sleeper
/// until its deadline: at a thousand pages a second and thirty seconds each, memory grows for half a minute.
///
/// The default of ``Pages``, and for containers of one's own:
///
/// ```swift
/// let container = StatefulContainer(books, timing: Timing(deadline: .seconds(20)), clock: EventLoopClock())
/// ```
public struct EventLoopClock: TimerScheduler {
  /// An instant of the continuous clock.
  public typealias Instant = ContinuousClock.Instant

  /// The maximum delay of a wake-up.
  public let minimumResolution = Swift.Duration.milliseconds(1)

  /// Creates a clock. All of them share the process's event loops.
  public init() {}

  /// The current instant.
  public var now: Instant { ContinuousClock.now }

  /// Sleeps until an instant.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let timer = schedule(after: deadline - now) {}
    try await withTaskCancellationHandler {
      do { try await timer.futureResult.get() } catch { throw CancellationError() }
    } onCancel: {
      timer.cancel()
    }
  }

  /// Calls `ring` once, on an event loop.
  package func ring(after delay: Swift.Duration, _ ring: @escaping @Sendable () -> Void) -> ScheduledTimer {
    let timer = schedule(after: delay, ring)
    return ScheduledTimer { timer.cancel() }
  }

  private func schedule(after delay: Swift.Duration, _ ring: @escaping @Sendable () -> Void) -> Scheduled<Void> {
    // Bounded, because a far instant would overflow NIO's.
    let delay = TimeAmount(min(max(delay, .zero), .seconds(1 << 30)))
    return MultiThreadedEventLoopGroup.singleton.next().scheduleTask(in: delay, ring)
  }
}

extension Clock where Duration == Swift.Duration {
  /// The time since this call.
  package func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
