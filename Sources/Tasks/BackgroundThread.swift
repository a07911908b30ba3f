import Foundation

/// Runs blocking or long work on a thread of its own.
///
/// The threads of Swift's concurrency are one for each core. Work that blocks one of them, or computes for seconds, delays every request
/// of the process. Limit the number of works that run at once: each has a thread.
package enum BackgroundThread {
  /// Runs work, and waits for its result.
  /// - Parameter limit: ends the work with the caller; nil for work that is not cancelled.
  package static func run<Value: Sendable, Problem: Error>(
    within limit: ReadingLimit? = nil, _ work: @escaping @Sendable () throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: Result(catching: work)) }
      }
    } onCancel: {
      limit?.cancel()
    }
    return try result.get()
  }
}
