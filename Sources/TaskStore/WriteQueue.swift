import Foundation
import GRDB
import Scheduling
import Synchronization
import Tasks

/// A turn in the queue of writes, ended once.
///
/// SQLite has one writer, and its waiters form one queue. Few writes are in that queue at once, so an account with a hundred writes
/// delays another account's write by no more than two of them.
final class WriteTurn: Sendable {
  /// The number of turns at once. Two keep the writer busy.
  static let limit = 2

  private let queue: FairQueue<AccountID?>
  private let account: AccountID?
  private let isOver = Atomic<Bool>(false)

  /// Waits for the account's turn.
  /// - Throws: ``StoreError/cancelled``.
  init(in queue: FairQueue<AccountID?>, of account: AccountID?) async throws(StoreError) {
    guard await queue.begin(account) else { throw .cancelled }
    (self.queue, self.account) = (queue, account)
  }

  /// Ends the turn, so that the next write can begin. Further calls have no effect.
  func end() {
    if !isOver.exchange(true, ordering: .acquiringAndReleasing) { queue.end(account) }
  }
}

extension FairQueue {
  /// Repeats a part of a long job within its transaction, which has a turn, until nothing is left to do, another write waits, or it was
  /// done `most` times.
  /// - Parameter part: returns whether there may be more.
  /// - Returns: whether there may be more.
  func repeating(upTo most: Int, _ part: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<most {
      if try !part() { return false }
      if isWanted(besides: 1) { break }
    }
    return true
  }
}

extension TaskStore {
  /// Runs a long job step by step, with other writes in between.
  /// - Parameter step: runs one step, and returns whether there may be another one.
  func runSteps(_ step: () async throws(StoreError) -> Bool) async throws(StoreError) {
    var began = ContinuousClock.now
    while try await step() {
      try await giveWay(since: began)
      began = .now
    }
  }

  /// Lets other writes run between two steps of a long job: waits until the writer was idle for a moment, but at most fifty times
  /// as long as the step took. Under constant load, one write in fifty meets a step.
  /// - Parameter began: when the step began.
  private func giveWay(since began: ContinuousClock.Instant) async throws(StoreError) {
    let now = ContinuousClock.now
    let limit = now + min((now - began) * 50, settings.longestPause)
    do {
      var turns: Int
      repeat {
        turns = writeQueue.turns
        try await Task.sleep(for: settings.stepPause)
      } while (writeQueue.turns != turns || writeQueue.isWanted(besides: 0)) && ContinuousClock.now < limit
    } catch {
      throw .cancelled
    }
  }
}

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

/// Cancels blocking work: interrupts the statement that runs, and stops the work before its next step.
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
