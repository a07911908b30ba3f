/// A clock that calls a closure at a moment.
///
/// With other clocks a timer is a sleeping task of about 3 KB, which is much for the deadlines of a thousand loads that
/// all finish in time. With a clock of this protocol a container needs no task for its timers.
package protocol TimerScheduler<Duration>: Clock {
  /// Calls `ring` once after `delay`, never from within this call.
  ///
  /// Timers may ring one at a time, so `ring` should be short.
  /// - Returns: the timer, for cancellation. It rings even if this value is dropped.
  func ring(after delay: Duration, _ ring: @escaping @Sendable () -> Void) -> ScheduledTimer
}

package struct ScheduledTimer: Sendable {
  private let callOff: @Sendable () -> Void

  /// Creates a timer that `callOff` cancels.
  package init(callOff: @escaping @Sendable () -> Void) { self.callOff = callOff }

  /// Cancels the timer. Has no effect once it has begun to ring.
  package func cancel() { callOff() }
}

extension Clock where Duration == Swift.Duration {
  /// Calls `ring` once after `delay`: by the clock's own timer if it has any, else in a task that sleeps.
  package func alarm(after delay: Duration, _ ring: @escaping @Sendable () -> Void) -> ScheduledTimer {
    if let clock = self as? any TimerScheduler<Duration> { return clock.ring(after: delay, ring) }
    let moment = now.advanced(by: delay)
    let sleeper = Task {
      do { try await sleep(until: moment, tolerance: nil) } catch { return }
      ring()
    }
    return ScheduledTimer { sleeper.cancel() }
  }
}
