import Foundation
import GRDB
import Synchronization

/// Runs long blocking work on a thread of its own.
enum WorkThread {
  /// Runs `work` on a new thread. Cancelling the caller's task cancels the work.
  static func run<Value: Sendable>(
    _ work: @escaping @Sendable (WorkCancellation) throws -> Value
  ) async throws -> Value {
    let cancellation = WorkCancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        detach { continuation.resume(with: Result { try work(cancellation) }) }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  /// Runs `work` on a new thread, without waiting for it.
  static func detach(_ work: @escaping @Sendable () -> Void) { Thread.detachNewThread(work) }
}

/// Cancels blocking work: interrupts the statement that runs, and stops the work before its next subtask.
final class WorkCancellation: Sendable {
  private let isCancelled = Atomic<Bool>(false)
  private let connection = Mutex<DatabaseQueue?>(nil)

  func cancel() {
    isCancelled.store(true, ordering: .releasing)
    connection.withLock { $0?.interrupt() }
  }

  func check() throws(CancellationError) {
    if isCancelled.load(ordering: .acquiring) { throw CancellationError() }
  }

  /// Runs `body`, whose statements of `queue` are interrupted on cancellation.
  func interrupting<Value>(_ queue: DatabaseQueue, _ body: () throws -> Value) throws -> Value {
    connection.withLock { $0 = queue }
    defer { connection.withLock { $0 = nil } }
    try check()
    return try body()
  }
}
