import Foundation
import Tasks

/// Reads what came from elsewhere, on a thread of its own: the threads of Swift's concurrency are one for each core, and no server may
/// occupy them.
enum ReadingThread {
  /// How long a source whose answer took longer is not fetched again without being asked to.
  static let pause = 86_400.0

  /// Runs work, and waits for its result. The limit ends the work when its time is over, or with the caller.
  static func run<Value: Sendable>(
    within limit: ReadingLimit, _ work: @escaping @Sendable (ReadingLimit) -> Value
  ) async -> Value {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: work(limit)) }
      }
    } onCancel: {
      limit.cancel()
    }
  }
}
