/// Decides which screen comes next: a pure function of the reader's step and of what happened there.
///
/// ```swift
/// struct Reading: Flow {
///   enum Step: Hashable, Sendable { case list, task(Int) }
///   enum Event: Sendable { case opened(Int), closed }
///
///   func after(_ event: Event, at step: Step) -> Outcome<Step, Never> {
///     switch event {
///     case .opened(let task): .show(.task(task))
///     case .closed: .show(.list)
///     }
///   }
/// }
/// ```
///
/// A flow prints nothing, loads nothing and knows no addresses, so one flow can be mounted at any path, and one screen
/// can be used in several flows: screens name events, never each other.
public protocol Flow<Step, Event, Finish>: Sendable {
  /// The places where a reader can be: one case per screen, with the values that the screen shows.
  associatedtype Step: Sendable
  /// The events at a step.
  associatedtype Event: Sendable
  /// The ways the flow can end, with their results.
  associatedtype Finish: Sendable

  /// The outcome of `event` at `step`. An event that has no meaning there shows the step again.
  func after(_ event: Event, at step: Step) -> Outcome<Step, Finish>
}

/// What a link or a button of a screen means, such as "open this book". The screen says no more than that; the flow that shows it turns the
/// intent into the next step, so one screen works in every flow.
public protocol Intent: Hashable, Sendable {}

/// The result of an event in a ``Flow``.
public enum Outcome<Step, Finish> {
  /// The flow continues at this step.
  case show(Step)
  /// The flow has ended.
  case finish(Finish)
}

extension Outcome: Sendable where Step: Sendable, Finish: Sendable {}
extension Outcome: Equatable where Step: Equatable, Finish: Equatable {}
extension Outcome: Hashable where Step: Hashable, Finish: Hashable {}
