import Synchronization

/// Hands values to one reader, who asks for them: the newest, and always the last.
final class Handover<Value: Sendable>: Sendable {
  /// A value on its way, and who wants to know that it was taken.
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

  /// Offers `value` in place of one that was not taken.
  /// - Parameters:
  ///   - isLast: whether this closes once it was taken.
  ///   - taken: called when it was.
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

  /// Waits for the next value; `nil` once this is closed, or if another reader waits already.
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

  /// Ends it. A value that was not taken is dropped.
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
    // First: who learns of it may have to count from then on, and the reader may ask for what comes next.
    offer.taken()
    reader.resume(returning: offer.value)
  }
}
