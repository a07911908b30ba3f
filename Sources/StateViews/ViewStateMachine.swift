import Synchronization

/// Named views, presented one at a time.
///
/// The names are free: beside the five of ``ViewState/name`` there can be any others, including nested ones. One
/// closure presents a view; it is awaited, so it can take the time of an animation or of a write to a socket.
///
/// Transitions are presented one at a time, in the order of their calls. A transition that is superseded while it waits
/// for its turn is never presented: the next one presented is always the newest state.
public final class ViewStateMachine<View: Sendable>: Sendable {
  /// The state of the machine.
  public enum State: Hashable, Sendable {
    /// No view.
    case none
    /// The view of this name, or of the nearest name that it is a special case of.
    case view(ViewName)
  }

  /// The result of ``transition(to:)``.
  public enum Transition: Hashable, Sendable {
    /// The state was presented, and the presentation has ended.
    case shown
    /// A later call superseded this one before its presentation began. It was not presented.
    case superseded
    /// There is no view of this name, nor of a name that it is a special case of. Nothing has changed.
    case unknown(ViewName)
  }

  private let present: @Sendable (View?) async -> Void
  private let model: Mutex<Model>

  /// Creates a machine that shows no view yet.
  /// - Parameters:
  ///   - views: the views by name; ``setView(_:for:)`` can add more.
  ///   - present: replaces the presented view; `nil` presents none. It must not await a transition of the same machine,
  ///     which would deadlock.
  public init(_ views: [ViewName: View], present: @escaping @Sendable (View?) async -> Void) {
    self.present = present
    self.model = Mutex(Model(views: views))
  }

  /// The state that was requested last, whether or not it is presented yet.
  public var currentState: State { model.withLock { $0.current } }

  /// The state that was requested before ``currentState``.
  public var lastState: State { model.withLock { $0.last } }

  /// Sets the view that later transitions to `name` present. The presented view stays.
  public func setView(_ view: View, for name: ViewName) {
    model.withLock { $0.views[name] = view }
  }

  /// Changes the state, and returns when that has been presented or superseded.
  ///
  /// ``currentState`` and ``lastState`` change when this is called, before its first suspension. So the transition of a
  /// cancelled task is presented like any other: the state has changed, and the screen has to follow.
  @discardableResult
  public nonisolated(nonsending) func transition(to state: State) async -> Transition {
    switch enter(state) {
    case .unknown(let name):
      return .unknown(name)
    case .entered(let view, let ticket):
      switch await turn(of: ticket) {
      case .overtaken:
        return .superseded
      case .begun(let from):
        await show(view, from: from, to: state)
        return .shown
      }
    }
  }

  private func enter(_ state: State) -> Entry {
    let (entry, overtaken) = model.withLock { model in model.enter(state) }
    overtaken?.resume(returning: .overtaken)
    return entry
  }

  private nonisolated(nonsending) func turn(of ticket: Int) async -> Turn {
    await withCheckedContinuation { waiting in
      if let turn = model.withLock({ model in model.turn(of: ticket, waiting) }) {
        waiting.resume(returning: turn)
      }
    }
  }

  private nonisolated(nonsending) func show(_ view: View?, from: State, to state: State) async {
    for observer in observers { observer.before(from, state) }
    await present(view)
    for observer in observers { observer.after(from, state) }
    if let (waiting, turn) = model.withLock({ model in model.next() }) {
      waiting.resume(returning: turn)
    }
  }
}

extension ViewStateMachine {
  /// A token for an observer, to remove it by.
  public struct Observer: Hashable, Sendable {
    fileprivate let id: Int
  }

  /// Adds closures that are called before and after each presentation, with the previously presented state and the new
  /// one.
  ///
  /// Superseded states are not presented and not observed, so each call's `from` is the `to` of the call before it. The
  /// machine retains the closures until ``remove(_:)``: they should not retain the machine.
  @discardableResult
  public func observe(
    before: @escaping @Sendable (_ from: State, _ to: State) -> Void = { _, _ in },
    after: @escaping @Sendable (_ from: State, _ to: State) -> Void = { _, _ in }
  ) -> Observer {
    model.withLock { model in
      model.newestObserver += 1
      model.observers.append(Observing(id: model.newestObserver, before: before, after: after))
      return Observer(id: model.newestObserver)
    }
  }

  /// Removes an observer. A presentation that has begun may still call it once; removing it again has no effect.
  public func remove(_ observer: Observer) {
    model.withLock { $0.observers.removeAll { $0.id == observer.id } }
  }

  private var observers: [Observing] { model.withLock { $0.observers } }

  private struct Observing: Sendable {
    let id: Int
    let before: @Sendable (State, State) -> Void
    let after: @Sendable (State, State) -> Void
  }
}

extension ViewStateMachine {
  private enum Entry: Sendable {
    case entered(View?, ticket: Int)
    case unknown(ViewName)
  }

  private enum Turn: Sendable {
    case begun(from: State)
    case overtaken
  }

  private typealias Waiting = CheckedContinuation<Turn, Never>

  private struct Model: Sendable {
    var views: [ViewName: View]
    var current = State.none
    var last = State.none
    var presented = State.none
    var isPresenting = false
    /// The newest ticket: the only one that may wait or begin.
    var newest = 0
    var waiting: Waiting?
    var observers: [Observing] = []
    var newestObserver = 0

    init(views: [ViewName: View]) {
      self.views = views
    }

    /// Makes `state` the current one; also returns the waiting transition that this supersedes.
    mutating func enter(_ state: State) -> (Entry, overtaken: Waiting?) {
      let view: View?
      switch state {
      case .none:
        view = nil
      case .view(let name):
        guard let named = views.nearest(to: name) else { return (.unknown(name), nil) }
        view = named
      }
      last = current
      current = state
      newest += 1
      return (.entered(view, ticket: newest), waiting.take())
    }

    /// The turn of `ticket`; nil if it has to wait.
    mutating func turn(of ticket: Int, _ continuation: Waiting) -> Turn? {
      guard ticket == newest else { return .overtaken }
      guard isPresenting else { return begin() }
      waiting = continuation
      return nil
    }

    /// Ends a presentation, and begins the waiting one, if any.
    mutating func next() -> (Waiting, Turn)? {
      isPresenting = false
      guard let waiting = waiting.take() else { return nil }
      return (waiting, begin())
    }

    /// Begins the presentation of the current state, which belongs to the newest ticket.
    private mutating func begin() -> Turn {
      isPresenting = true
      defer { presented = current }
      return .begun(from: presented)
    }
  }
}
