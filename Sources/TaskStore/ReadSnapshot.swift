import Dispatch
import Foundation
import GRDB
import Synchronization

/// A read transaction that is the executor of a task: it runs the task on its own thread, until the task waits for something else.
///
/// A page reads the store many times. Its task prefers this executor, so its short reads see one state of the database, and no thread is
/// switched between them. What the task does after it has waited is run on another thread, and reads in transactions of its own.
final class ReadSnapshot: TaskExecutor {
  @TaskLocal static var current: ReadSnapshot?

  fileprivate enum Phase {
    case new
    /// A connection has been asked for.
    case waiting
    case running
    case over
  }

  fileprivate struct State {
    var phase = Phase.new
    var jobs: ArraySlice<UnownedJob> = []
    /// The thread that runs the jobs.
    var thread: pthread_t?
  }

  private let store: TaskStore
  private let state = Mutex(State())
  /// The connection. Used on the thread of the state only.
  private nonisolated(unsafe) var database: Database?
  private let isReading = Atomic(false)

  init(of store: TaskStore) { self.store = store }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let phase = state.withLock { state in
      defer { if state.phase == .new { state.phase = .waiting } }
      if state.phase != .over { state.jobs.append(job) }
      return state.phase
    }
    switch phase {
    case .new: store.database.asyncRead { [self] in run(on: $0) }
    case .waiting, .running: break
    case .over: run(later: [job])
    }
  }

  private func run(on connection: Result<Database, any Error>) {
    defer { store.endRead() }
    guard case .success(let connection) = connection else {
      // The reads of the jobs meet the same error, and tell it.
      return run(later: state.withLock { $0.end() })
    }
    database = connection
    state.withLock { ($0.phase, $0.thread) = (.running, pthread_self()) }
    while let job = state.withLock({ $0.next() }) { job.runSynchronously(on: asUnownedTaskExecutor()) }
    database = nil
  }

  private func run(later jobs: ArraySlice<UnownedJob>) {
    for job in jobs { DispatchQueue.global().async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) } }
  }

  /// Reads within the transaction; nil on any thread but its own.
  func read<Value>(_ store: TaskStore, _ body: (Database) throws -> Value) -> Result<Value, any Error>? {
    guard store === self.store, state.withLock({ $0.isCurrent }), let database else { return nil }
    isReading.store(true, ordering: .relaxed)
    defer { isReading.store(false, ordering: .relaxed) }
    return Result { try database.withSystemErrors(body) }
  }

  /// Waits until a read has not ended, or no connection was free, for the limit of a short read.
  /// - Returns: whether that happened; false once the transaction is over.
  /// - Throws: when the task is cancelled.
  func hangs() async throws -> Bool {
    let (clock, limit) = (store.settings.clock, store.settings.readLimit)
    var (stalled, ended) = (0, store.endedReads.load(ordering: .relaxed))
    // In parts: a machine that is too busy to wake this task is not taken for a disk that hangs.
    while stalled < 4 {
      try await clock.sleep(for: limit / 4)
      let (phase, now) = (state.withLock(\.phase), store.endedReads.load(ordering: .relaxed))
      if phase == .over { return false }
      let waits = phase == .waiting && now == ended
      stalled = waits || isReading.load(ordering: .relaxed) ? stalled + 1 : 0
      ended = now
    }
    return true
  }
}

extension ReadSnapshot.State {
  fileprivate var isCurrent: Bool { thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }

  fileprivate mutating func next() -> UnownedJob? {
    if let job = jobs.popFirst() { return job }
    _ = end()
    return nil
  }

  fileprivate mutating func end() -> ArraySlice<UnownedJob> {
    defer { self = Self(phase: .over) }
    return jobs
  }
}

extension TaskStore {
  /// Runs a task whose short reads are one transaction, as long as it waits for nothing else.
  /// - Parameter body: gets the executor of the task, for what it does at the same time; nil if there is none.
  /// - Returns: nil if a read hangs; the task is cancelled then.
  package func reading<Value: Sendable>(
    _ body: @escaping @Sendable ((any TaskExecutor)?) async -> Value
  ) async -> Value? {
    // A database in memory has one connection, which writes need, too.
    guard files != nil else { return await body(nil) }
    do { try beginRead() } catch { return await body(nil) }
    let snapshot = ReadSnapshot(of: self)
    let result = FirstResult<Value>()
    let work = Task(executorPreference: snapshot) {
      result.end(with: await ReadSnapshot.$current.withValue(snapshot) { await body(snapshot) })
    }
    let limit = Task {
      guard try await snapshot.hangs() else { return }
      result.end(with: nil)
      work.cancel()
    }
    defer { limit.cancel() }
    return await withTaskCancellationHandler {
      await result.value()
    } onCancel: {
      work.cancel()
    }
  }
}

/// The first of several results.
private final class FirstResult<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Value?, Never>)
    case ended(Value?)
  }

  private let state = Mutex(State.open)

  func end(with value: Value?) {
    let waiting = state.withLock { state -> CheckedContinuation<Value?, Never>? in
      switch state {
      case .open: state = .ended(value)
      case .awaited(let waiting):
        state = .ended(value)
        return waiting
      case .ended: break
      }
      return nil
    }
    waiting?.resume(returning: value)
  }

  func value() async -> Value? {
    await withCheckedContinuation { continuation in
      let ended = state.withLock { state -> Value?? in
        if case .ended(let value) = state { return .some(value) }
        state = .awaited(continuation)
        return nil
      }
      if let ended { continuation.resume(returning: ended) }
    }
  }
}
