import StateViews
import Synchronization

/// What a live page waits for, the newest of each kind.
final class LiveSignals: Sendable {
  enum Signal: Hashable {
    case changed
    /// Time for a note.
    case interval
    /// The response ends, and the browser requests the page again after a pause.
    case ended(renewing: Duration)
  }

  private struct Model {
    var pending: [Signal] = []
    var end: ScheduledTimer?
    var reminder: ScheduledTimer?
    var listener: Task<Void, Never>?
    var isCancelled = false
  }

  private let model = Mutex(Model())
  private let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  private let interval: Duration
  private let clock: any Clock<Duration>

  init(_ live: Page.Live, on clock: any Clock<Duration>) {
    (interval, self.clock) = (live.interval, clock)
    let listener = Task { [weak self] in
      for await _ in live.changes { self?.send(.changed) }
    }
    let end = clock.alarm(after: live.duration) { [weak self] in self?.send(.ended(renewing: .zero)) }
    model.withLock { ($0.listener, $0.end) = (listener, end) }
    remind()
  }

  private func remind() {
    let timer = clock.alarm(after: interval) { [weak self] in
      self?.send(.interval)
      self?.remind()
    }
    let isOfUse = model.withLock { model in
      if !model.isCancelled { model.reminder = timer }
      return !model.isCancelled
    }
    if !isOfUse { timer.cancel() }
  }

  func send(_ signal: Signal) {
    model.withLock { if !$0.pending.contains(signal) { $0.pending.append(signal) } }
    continuation.yield()
  }

  /// The next signal; nil if the task is cancelled. An end overtakes the others.
  func next() async -> Signal? {
    while !Task.isCancelled {
      let signal = model.withLock { model -> Signal? in
        let end = model.pending.firstIndex { if case .ended = $0 { true } else { false } }
        return model.pending.isEmpty ? nil : model.pending.remove(at: end ?? 0)
      }
      if let signal { return signal }
      var iterator = arrivals.makeAsyncIterator()
      guard await iterator.next() != nil else { return nil }
    }
    return nil
  }

  func cancel() {
    let (listener, end, reminder) = model.withLock { model in
      model.isCancelled = true
      return (model.listener, model.end, model.reminder)
    }
    listener?.cancel()
    end?.cancel()
    reminder?.cancel()
    continuation.finish()
  }
}
