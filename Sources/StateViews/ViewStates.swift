/// The states that one load presents, in order, ended by the one that it leaves on the screen.
///
/// Each state is handed over when the reader asks for it, and states that the load has left behind meanwhile are
/// skipped: a slow reader sees fewer of them, and always the last. The sequence of a load that was superseded ends
/// without a last state.
///
/// Iterate it once. It keeps its container alive; when the reader stops iterating, is cancelled, or drops the sequence
/// without having begun, the load is cancelled.
public struct ViewStates<Content: Sendable>: AsyncSequence, Sendable {
  /// One state to present.
  public typealias Element = ViewState<Content>
  /// Reading never fails: a failed load is a state.
  public typealias Failure = Never

  private let subscription: Subscription

  init(_ handover: Handover<ViewState<Content>>, leave: @escaping @Sendable () -> Void) {
    subscription = Subscription(handover: handover, leave: leave)
  }

  /// Begins reading.
  public func makeAsyncIterator() -> Iterator {
    Iterator(reading: Reading(subscription))
  }

  /// Reads the states one by one. The load is cancelled when this is dropped.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let reading: Reading

    /// The next state to present; `nil` after the last one, and when the calling task is cancelled, which cancels the
    /// load.
    public mutating func next() async -> ViewState<Content>? {
      await reading.next()
    }

    /// The next state to present, waited for on the caller's actor.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> ViewState<Content>? {
      await reading.next()
    }
  }

  /// What all copies of the sequence and of its iterator share.
  fileprivate final class Subscription: Sendable {
    let handover: Handover<ViewState<Content>>
    let leave: @Sendable () -> Void

    init(handover: Handover<ViewState<Content>>, leave: @escaping @Sendable () -> Void) {
      self.handover = handover
      self.leave = leave
    }

    deinit { leave() }
  }

  /// What all copies of an iterator share: somebody may hold the sequence still after they stopped iterating.
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
