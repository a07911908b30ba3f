/// A clock that calls when a moment has come.
///
/// Other clocks can only be slept by, and whoever sleeps is a task, some 3 KB. That is much for a deadline that a
/// thousand loads have and none of them meets. A container whose clock conforms to this needs no task for its times.
public protocol TimerScheduler<Duration>: Clock {
  /// Calls `ring` once, as soon as `delay` is over, and never from within this call.
  ///
  /// Others wait for their turn while it rings: it had better be short.
  /// - Returns: the call that is to come. It comes whether or not this is kept.
  func ring(after delay: Duration, _ ring: @escaping @Sendable () -> Void) -> ScheduledTimer
}

/// A call that is to come.
public struct ScheduledTimer: Sendable {
  private let callOff: @Sendable () -> Void

  /// An alarm that `callOff` calls off.
  public init(callOff: @escaping @Sendable () -> Void) {
    self.callOff = callOff
  }

  /// Calls it off. If it has begun to ring, nothing happens.
  public func cancel() {
    callOff()
  }
}

extension Clock where Duration == Swift.Duration {
  /// Calls `ring` once, as soon as `delay` is over: in a task that sleeps until then, if the clock can't do without.
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
