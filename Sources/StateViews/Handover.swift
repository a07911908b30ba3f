import Synchronization

/// A channel to one reader that buffers the newest value only. The last value is always delivered.
final class Handover<Value: Sendable>: Sendable {
  /// A buffered value, and the callback for its delivery.
  private struct Offer: Sendable {
    let value: Value
    let isLast: Bool
    let taken: @Sendable () -> Void
  }

  private enum Stage: Sendable {
    case idle
    case offered(Offer)
    case awaited(CheckedContinuation<Value?, Never>)
    case closed
  }

  private let stage = Mutex(Stage.idle)

  /// Sends `value`, in place of a buffered one.
  /// - Parameters:
  ///   - isLast: whether the channel closes after delivering the value.
  ///   - taken: called on delivery.
  func offer(_ value: Value, isLast: Bool, taken: @escaping @Sendable () -> Void) {
    let offer = Offer(value: value, isLast: isLast, taken: taken)
    let met = stage.withLock { stage in
      let met = stage
      switch met {
      case .idle, .offered: stage = .offered(offer)
      case .awaited: stage = isLast ? .closed : .idle
      case .closed: break
      }
      return met
    }
    switch met {
    case .idle, .offered, .closed: break
    case .awaited(let reader): hand(offer, to: reader)
    }
  }

  /// Waits for the next value; `nil` when the channel is closed, or when another reader already waits.
  nonisolated(nonsending) func take() async -> Value? {
    await withCheckedContinuation { reader in
      let met = stage.withLock { stage in
        let met = stage
        switch met {
        case .idle: stage = .awaited(reader)
        case .offered(let offer): stage = offer.isLast ? .closed : .idle
        case .awaited, .closed: break
        }
        return met
      }
      switch met {
      case .idle: break
      case .offered(let offer): hand(offer, to: reader)
      case .awaited, .closed: reader.resume(returning: nil)
      }
    }
  }

  /// Closes the channel. A buffered value is dropped.
  func close() {
    let met = stage.withLock { stage in
      let met = stage
      stage = .closed
      return met
    }
    switch met {
    case .idle, .offered, .closed: break
    case .awaited(let reader): reader.resume(returning: nil)
    }
  }

  private func hand(_ offer: Offer, to reader: CheckedContinuation<Value?, Never>) {
    // Before resuming the reader: the callback may start a timer, and the reader may request the next value at once.
    offer.taken()
    reader.resume(returning: offer.value)
  }
}
