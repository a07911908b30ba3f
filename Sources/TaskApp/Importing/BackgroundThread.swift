import Foundation

/// Runs blocking or long work on a thread of its own.
///
/// The threads of Swift's concurrency are one for each core. Work that blocks one of them, or computes for seconds, delays every request
/// of the process. Limit the number of works that run at once: each has a thread.
enum BackgroundThread {
  /// Runs work, and waits for its result. It is not cancelled with the caller.
  static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: work()) }
    }
  }
}
