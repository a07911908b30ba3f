import Foundation
import Synchronization
import SystemCurl

/// Performs transfers on one thread, some at once, and the others in the order of their arrival.
///
/// The thread ends, and its connections are closed, when there was nothing to transfer for some seconds.
package final class TransferQueue: Sendable {
  private struct State {
    var handle: MultiHandle?
    var arrived: [RunningTransfer.Job] = []
    /// The jobs to look for among those that wait or run.
    var cancelled: [ObjectIdentifier] = []

    mutating func takeArrived() -> [RunningTransfer.Job] {
      defer { arrived = [] }
      return arrived
    }

    mutating func takeCancelled() -> [ObjectIdentifier] {
      defer { cancelled = [] }
      return cancelled
    }
  }

  private let most: Int
  private let idleTime: Duration
  private let state = Mutex(State())

  /// - Parameters:
  ///   - most: the number of transfers at once.
  ///   - idleTime: how long the thread and the connections outlive the last transfer.
  package init(most: Int, idleTime: Duration = .seconds(5)) { (self.most, self.idleTime) = (most, idleTime) }

  /// Performs a transfer. Ends soon after the calling task is cancelled, and closes the connection then.
  package func perform(_ transfer: Transfer) async throws(TransferFailure) -> TransferResponse {
    let cancellation = RunningTransfer.Cancellation()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        submit(RunningTransfer.Job(transfer: transfer, cancellation: cancellation, continuation: continuation))
      }
    } onCancel: {
      cancellation.isCancelled.store(true, ordering: .sequentiallyConsistent)
      state.withLock { state in
        state.cancelled.append(ObjectIdentifier(cancellation))
        state.handle?.wake()
      }
    }
    return try result.get()
  }

  private func submit(_ job: RunningTransfer.Job) {
    let started: MultiHandle? = state.withLock { state in
      state.arrived.append(job)
      if let handle = state.handle {
        handle.wake()
        return nil
      }
      state.handle = MultiHandle(most: most)
      return state.handle
    }
    if let started { start(started) } else if state.withLock({ $0.handle == nil }) { refuse() }
  }

  /// Ends what has arrived, because there is no memory for a handle.
  private func refuse() {
    for job in state.withLock({ state in state.takeArrived() }) {
      job.continuation.resume(returning: .failure(TransferFailure(.other(CURLE_OUT_OF_MEMORY.rawValue))))
    }
  }

  private func start(_ handle: MultiHandle) {
    let thread = Thread { [self] in
      handle.ignoreBrokenPipes()
      run(handle)
      handle.close()
    }
    thread.name = "transfers"
    thread.stackSize = 1 << 20
    thread.start()
  }

  private func run(_ handle: MultiHandle) {
    var waiting: ArraySlice<RunningTransfer.Job> = []
    var running: [UnsafeMutableRawPointer: RunningTransfer] = [:]
    var idleSince: ContinuousClock.Instant?
    while true {
      let (arrived, cancelled) = state.withLock { ($0.takeArrived(), $0.takeCancelled()) }
      waiting += arrived
      for id in cancelled {
        for (easy, transfer) in running where transfer.job.id == id {
          running[easy] = nil
          handle.remove(transfer)
          transfer.end(.failure(TransferFailure(.cancelled)))
        }
      }
      while running.count < most, let job = waiting.popFirst() {
        guard let transfer = RunningTransfer(job) else { continue }
        running[transfer.easy] = transfer
        handle.add(transfer)
      }
      if !cancelled.isEmpty { waiting = waiting.filter { !$0.endIfCancelled() }[...] }
      handle.perform()
      while let (easy, code) = handle.nextEnded() {
        guard let transfer = running.removeValue(forKey: easy) else { continue }
        let result = transfer.result(code)
        handle.remove(transfer)
        transfer.end(result)
      }
      if running.isEmpty, waiting.isEmpty {
        let since = idleSince ?? .now
        idleSince = since
        if ContinuousClock.now - since >= idleTime, isClosed() { return }
        handle.wait(for: idleTime)
      } else {
        idleSince = nil
        handle.wait(for: .seconds(1))
      }
    }
  }

  /// Gives the handle up, unless something has arrived.
  private func isClosed() -> Bool {
    state.withLock { state in
      guard state.arrived.isEmpty else { return false }
      state.handle = nil
      return true
    }
  }
}
