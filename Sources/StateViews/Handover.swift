import Synchronization

/// Hands values from one giver to one reader, one at a time: giving lasts until the value was taken.
final class Handover<Value: Sendable>: Sendable {
  private enum Stage: Sendable {
    case idle
    case offered(Value, CheckedContinuation<Void, Never>)
    case awaited(CheckedContinuation<Value?, Never>)
    case closed
  }

  private let stage = Mutex(Stage.idle)

  /// Offers `value`, and returns when it was taken or when nobody will take it any more.
  nonisolated(nonsending) func give(_ value: Value) async {
    await withCheckedContinuation { giver in
      let met = stage.withLock { stage in
        let met = stage
        switch met {
        case .idle: stage = .offered(value, giver)
        case .awaited: stage = .idle
        case .offered, .closed: break
        }
        return met
      }
      switch met {
      case .idle:
        break
      case .awaited(let reader):
        reader.resume(returning: value)
        giver.resume()
      case .offered, .closed:
        giver.resume()
      }
    }
  }

  /// Waits for the next value; `nil` once this is closed, or if another reader waits already.
  nonisolated(nonsending) func take() async -> Value? {
    await withCheckedContinuation { reader in
      let met = stage.withLock { stage in
        let met = stage
        switch met {
        case .idle: stage = .awaited(reader)
        case .offered: stage = .idle
        case .awaited, .closed: break
        }
        return met
      }
      switch met {
      case .idle:
        break
      case .offered(let value, let giver):
        reader.resume(returning: value)
        giver.resume()
      case .awaited, .closed:
        reader.resume(returning: nil)
      }
    }
  }

  /// Ends it for both sides. A value that was not taken is dropped.
  func close() {
    let met = stage.withLock { stage in
      let met = stage
      stage = .closed
      return met
    }
    switch met {
    case .idle, .closed: break
    case .offered(_, let giver): giver.resume()
    case .awaited(let reader): reader.resume(returning: nil)
    }
  }
}
