import Synchronization

/// Named views, of which one at a time is presented.
///
/// The names are yours: beside the five of ``ViewState/name`` there can be any others, nested ones too. What presenting
/// means is the business of one closure; it is awaited, so it can take the time of an animation or of a write to a
/// socket.
///
/// Transitions are presented one at a time, in the order of their calls. One that was overtaken while it waited for its
/// turn is never presented: what would be shown next is always the newest state.
public final class ViewStateMachine<View: Sendable>: Sendable {
  /// What is shown.
  public enum State: Hashable, Sendable {
    /// No view at all.
    case none
    /// The view of this name, or of the nearest name that it is a special case of.
    case view(ViewName)
  }

  /// What became of a call of ``transition(to:)``.
  public enum Transition: Hashable, Sendable {
    /// It was presented, and the presentation has ended.
    case shown
    /// A later call overtook it before its presentation began. It was not presented.
    case superseded
    /// There is no view of this name, nor of a name that it is a special case of. Nothing has changed.
    case unknown(ViewName)
  }

  private let present: @Sendable (View?) async -> Void
  private let model: Mutex<Model>

  /// A machine that shows nothing yet.
  /// - Parameters:
  ///   - views: the views by their names; ``setView(_:for:)`` can add more.
  ///   - present: shows a view in place of the one before, or none. It must not await a transition of the same machine,
  ///     which would wait for it in turn.
  public init(_ views: [ViewName: View], present: @escaping @Sendable (View?) async -> Void) {
    self.present = present
    self.model = Mutex(Model(views: views))
  }

  /// The state that was asked for last, whether or not it is presented yet.
  public var currentState: State { model.withLock { $0.current } }

  /// The state that was asked for before ``currentState``.
  public var lastState: State { model.withLock { $0.last } }

  /// Sets the view that later transitions to `name` present. What is shown now stays.
  public func setView(_ view: View, for name: ViewName) {
    model.withLock { $0.views[name] = view }
  }

  /// Goes to `state`, and returns when that has been presented, or has been overtaken.
  ///
  /// ``currentState`` and ``lastState`` tell the new state as soon as this has been called, before its first
  /// suspension. That is why a cancelled task's transition is presented like any other: the state has changed, and the
  /// screen has to follow.
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
  /// The receipt for an observer, by which it can be removed.
  public struct Observer: Hashable, Sendable {
    fileprivate let id: Int
  }

  /// Has `before` and `after` called around each presentation, with the state that was presented before and the new
  /// one.
  ///
  /// States that were superseded are not presented and not told, so each call's `from` is the `to` of the call before
  /// it. The closures are kept until ``remove(_:)``, or as long as the machine lives: they had better not hold it.
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

  /// Removes an observer. A presentation that has begun may still tell it once; removing it again changes nothing.
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
    /// The newest ticket: the only one that may wait for its turn or begin.
    var newest = 0
    var waiting: Waiting?
    var observers: [Observing] = []
    var newestObserver = 0

    init(views: [ViewName: View]) {
      self.views = views
    }

    /// Makes `state` the current one; also returns the transition that this overtakes.
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

    /// Says what `ticket` may do now, or has it wait.
    mutating func turn(of ticket: Int, _ continuation: Waiting) -> Turn? {
      guard ticket == newest else { return .overtaken }
      guard isPresenting else { return begin() }
      waiting = continuation
      return nil
    }

    /// Ends a presentation, and begins the one that waits, if any.
    mutating func next() -> (Waiting, Turn)? {
      isPresenting = false
      guard let waiting = waiting.take() else { return nil }
      return (waiting, begin())
    }

    /// Begins the presentation of the current state, which is that of the newest ticket.
    private mutating func begin() -> Turn {
      isPresenting = true
      defer { presented = current }
      return .begun(from: presented)
    }
  }
}
