import HTTPTypes
public import Hummingbird
public import StateViews

/// A flow on the web: its steps have addresses, and what comes after an event is a redirect to one.
///
/// The flow knows no address. Mounted elsewhere, or with its steps in another order, neither screens nor templates change.
public struct MountedFlow<F: Flow>: Sendable {
  private let flow: F
  private let address: @Sendable (F.Step) -> String
  private let leave: @Sendable (F.Finish) -> String

  /// A flow whose steps lie at `address`, and which is left for `leave` when it has finished.
  public init(
    _ flow: F, at address: @escaping @Sendable (F.Step) -> String,
    leaving leave: @escaping @Sendable (F.Finish) -> String
  ) {
    self.flow = flow
    self.address = address
    self.leave = leave
  }

  /// The answer to an event at a step: 303 to the page, and the place on it, that comes next.
  public func response(after event: F.Event, at step: F.Step) -> Response {
    .seeOther(address(after: event, at: step))
  }

  /// Where an event at a step leads: for a link that is that event, and changes nothing.
  public func address(after event: F.Event, at step: F.Step) -> String {
    switch flow.after(event, at: step) {
    case .show(let next): address(next)
    case .finish(let finish): leave(finish)
    }
  }
}

extension MountedFlow where F.Finish == Never {
  /// A flow that never finishes: one that a person browses in.
  public init(_ flow: F, at address: @escaping @Sendable (F.Step) -> String) {
    self.init(flow, at: address) { (_: Never) -> String in }
  }

  /// The answer to an event at a step: 303 to the step that comes next, as `place` has completed it.
  public func response(
    after event: F.Event, at step: F.Step, _ place: (F.Step) async -> F.Step
  ) async -> Response {
    switch flow.after(event, at: step) {
    case .show(let next): .seeOther(address(await place(next)))
    }
  }
}
