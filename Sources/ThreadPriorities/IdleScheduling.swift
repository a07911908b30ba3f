import Dispatch
import Foundation
import Synchronization

/// Lets a thread use idle processors only, unless it gets too little time that way.
///
/// Niceness alone does not keep a thread that computes from delaying others. Linux puts a thread that wakes up on an idle processor if
/// there is one; a processor with a nice thread is none, so the thread may have to queue behind a request on another. A processor
/// whose threads all have the policy `SCHED_IDLE` counts as idle (sched(7)).
///
/// On a busy machine such a thread would get no time at all. So its processor time is checked at intervals, and after too little the
/// thread has its usual policy for some time. That takes the privilege to leave `SCHED_IDLE`: `CAP_SYS_NICE`, or an `RLIMIT_NICE` that
/// allows the thread's niceness. Without it the policy remains as it is.
final class IdleScheduling: Sendable {
  #if os(Linux)
    /// The thread, while its work runs. Its handle is invalid after that.
    private struct Governed {
      let thread: pthread_t
      var policy = IdlePolicy()
      var time: Duration
    }

    private let governed: Mutex<Governed?>
    // Dispatch objects can be used from any thread.
    private nonisolated(unsafe) let timer: any DispatchSourceTimer

    /// Begins with the current thread; nil if it could not end.
    init?() {
      guard Self.canEnd else { return nil }
      let thread = pthread_self()
      guard Self.set(Self.idle, of: thread) else { return nil }
      governed = Mutex(Governed(thread: thread, time: Self.time(of: thread)))
      timer = DispatchSource.makeTimerSource(queue: .global(qos: .userInitiated))
      timer.setEventHandler { [weak self] in self?.check() }
      let seconds = Double(IdlePolicy.interval.components.attoseconds) / 1e18
      timer.schedule(deadline: .now() + seconds, repeating: seconds)
      timer.activate()
    }

    /// Gives the thread its usual policy. On the thread itself, when its work is done.
    func end() {
      timer.cancel()
      governed.withLock { governed in
        if let thread = governed?.thread { Self.set(SCHED_OTHER, of: thread) }
        governed = nil
      }
    }

    private func check() {
      governed.withLock { governed in
        guard var now = governed else { return }
        let time = Self.time(of: now.thread)
        let wasIdle = now.policy.isIdle
        now.policy.note(time - now.time)
        now.time = time
        if now.policy.isIdle != wasIdle { Self.set(now.policy.isIdle ? Self.idle : SCHED_OTHER, of: now.thread) }
        governed = now
      }
    }

    /// `SCHED_IDLE` of sched(7), which Glibc's module does not export.
    static let idle: Int32 = 5

    @discardableResult
    private static func set(_ policy: Int32, of thread: pthread_t) -> Bool {
      var none = sched_param()
      return pthread_setschedparam(thread, policy, &none) == 0
    }

    /// The processor time of a thread.
    private static func time(of thread: pthread_t) -> Duration {
      var clock = clockid_t()
      var time = timespec()
      guard pthread_getcpuclockid(thread, &clock) == 0, clock_gettime(clock, &time) == 0 else { return .zero }
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Whether threads of this process may leave `SCHED_IDLE`. False until it was tried, on a thread of its own.
    static var canEnd: Bool {
      trial
      return tried.load(ordering: .relaxed)
    }

    private static let tried = Atomic(false)
    private static let trial: Void = Thread.detachNewThread {
      ThreadPriority.low.apply()
      let thread = pthread_self()
      if set(idle, of: thread) { tried.store(set(SCHED_OTHER, of: thread), ordering: .relaxed) }
    }
  #else
    init?() { nil }

    func end() {}
  #endif
}
