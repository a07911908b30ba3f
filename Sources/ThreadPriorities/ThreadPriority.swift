import Foundation

/// The scheduling priority of a thread that must not delay the threads that answer requests.
///
/// Only Linux has priorities of threads. Elsewhere they have no effect.
public enum ThreadPriority: Sendable {
  /// Niceness 5, about a quarter of a busy processor: for work that has to end even on a busy machine.
  case low
  /// Niceness 10, about a tenth of a busy processor.
  case lower
  /// Niceness 19, a few percent of a busy processor.
  case lowest

  /// Runs work on the current thread, which should end after it: an unprivileged process can't raise a priority again.
  ///
  /// As long as the machine has idle processors, it uses nothing else; see ``IdleScheduling``.
  public func run<Value>(_ work: () throws -> Value) rethrows -> Value {
    apply()
    let scheduling = IdleScheduling()
    defer { scheduling?.end() }
    return try work()
  }

  /// Lowers the priority of the current thread.
  func apply() {
    #if os(Linux)
      // Applies to a single thread, against POSIX.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
    #endif
  }

  private var niceness: Int32 {
    switch self {
    case .low: 5
    case .lower: 10
    case .lowest: 19
    }
  }
}
