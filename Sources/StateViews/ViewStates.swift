/// The states that one load presents, in order, up to its final state.
///
/// Each state is delivered on demand, and outdated states are skipped: a slow reader sees fewer of them, but always the
/// last. The sequence of a superseded load ends without a final state.
///
/// Iterate it once. It retains its container. The load is cancelled when the reader stops iterating, is cancelled, or
/// drops the sequence.
public struct ViewStates<Content: Sendable>: AsyncSequence, Sendable {
  /// The type of a state.
  public typealias Element = ViewState<Content>
  /// Iteration never throws: a failed load is a state.
  public typealias Failure = Never

  private let subscription: Subscription

  init(_ handover: Handover<ViewState<Content>>, leave: @escaping @Sendable () -> Void) {
    subscription = Subscription(handover: handover, leave: leave)
  }

  /// Creates the iterator.
  public func makeAsyncIterator() -> Iterator {
    Iterator(reading: Reading(subscription))
  }

  /// Iterates over the states. The load is cancelled when the iterator is dropped.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let reading: Reading

    /// The next state to present; `nil` after the last one, and when the calling task is cancelled, which cancels the
    /// load.
    public mutating func next() async -> ViewState<Content>? {
      await reading.next()
    }

    /// The next state to present, awaited on the caller's actor.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> ViewState<Content>? {
      await reading.next()
    }
  }

  /// The storage that all copies of the sequence and of its iterator share.
  fileprivate final class Subscription: Sendable {
    let handover: Handover<ViewState<Content>>
    let leave: @Sendable () -> Void

    init(handover: Handover<ViewState<Content>>, leave: @escaping @Sendable () -> Void) {
      self.handover = handover
      self.leave = leave
    }

    deinit { leave() }
  }

  /// The storage that all copies of an iterator share. Separate, because the sequence may outlive the iteration.
  fileprivate final class Reading: Sendable {
    private let subscription: Subscription

    init(_ subscription: Subscription) {
      self.subscription = subscription
    }

    nonisolated(nonsending) func next() async -> ViewState<Content>? {
      await withTaskCancellationHandler {
        await subscription.handover.take()
      } onCancel: {
        subscription.leave()
      }
    }

    deinit { subscription.leave() }
  }
}
