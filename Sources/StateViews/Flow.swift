/// Which screen comes next: a pure function of the step that a reader is at and of what happened there.
///
/// A flow prints nothing, loads nothing and knows no addresses, so one flow can be mounted at any path, and a screen at
/// any place of several flows: the screens name events, never each other.
public protocol Flow<Step, Event, Finish>: Sendable {
  /// Where a reader can be: one case a screen, with the values that the screen is for.
  associatedtype Step: Sendable
  /// What can happen at a step.
  associatedtype Event: Sendable
  /// How the flow can end, with what it was for.
  associatedtype Finish: Sendable

  /// What comes after `event` at `step`. An event that means nothing there shows the step again.
  func after(_ event: Event, at step: Step) -> Outcome<Step, Finish>
}

/// What comes next in a ``Flow``.
public enum Outcome<Step, Finish> {
  /// The flow goes on, at this step.
  case show(Step)
  /// The flow has ended.
  case finish(Finish)
}

extension Outcome: Sendable where Step: Sendable, Finish: Sendable {}
extension Outcome: Equatable where Step: Equatable, Finish: Equatable {}
extension Outcome: Hashable where Step: Hashable, Finish: Hashable {}
