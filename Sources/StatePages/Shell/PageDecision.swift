import Hummingbird
import Synchronization

/// The race between the decision about a page and its time limit.
///
/// Whether a page exists, who may see it and what its status is are decided before its first byte. That takes reads,
/// and while the disk or another process blocks them, the reader would see a blank window. So when the limit is reached
/// first, the shell is sent, with 200, and the page follows inside it (``Pages/Patience/decision``).
///
/// The responder makes one per request and sets ``current`` while the response is made. ``Pages`` calls it when a page
/// is known, before anything of it is loaded or rendered.
final class PageDecision: Sendable {
  /// The decision of the current request; nil if it has no time limit.
  @TaskLocal static var current: PageDecision?

  /// Decides the page of the current request. False if the limit was reached first.
  static var isInTime: Bool { current?.decide() ?? true }

  /// An event for the task that waits for the response.
  enum Event: Sendable {
    /// The response or error.
    case answered(Result<Response, any Error>)
    /// The limit was reached before the page was decided, or a later limit before there was a response.
    case limitReached
    /// The response is still being made.
    case quiet
    /// The server is stopping.
    case stopping
  }

  fileprivate enum Phase {
    case deciding
    /// The page was decided first.
    case decided
    /// The limit was reached first.
    case overdue
  }

  fileprivate struct Model {
    var phase = Phase.deciding
    /// Whether the limit is in force.
    var isLimited: Bool
    var isLimitReached = false
    var inside: StreamedPage?
    var events: [Event] = []
    var waiter: CheckedContinuation<Event, Never>?
  }

  private let model: Mutex<Model>

  /// - Parameter isLimited: whether the limit is in force from the start; else when the response is known to be a page.
  init(isLimited: Bool) {
    model = Mutex(Model(isLimited: isLimited))
  }

  /// Puts the limit in force, because the response is a page. If it was reached before, it takes effect at once.
  func limit() {
    model.withLock { model in
      model.isLimited = true
      return model.isLimitReached ? model.exceed() : nil
    }?()
  }

  /// Called when the limit is reached.
  func reachLimit() {
    model.withLock { model in
      model.isLimitReached = true
      return model.isLimited ? model.exceed() : nil
    }?()
  }

  /// Called when the page is known. Repeated calls return the same.
  /// - Returns: whether to send the page itself; false if the limit was reached first.
  func decide() -> Bool {
    model.withLock { model in
      if case .deciding = model.phase { model.phase = .decided }
      if case .overdue = model.phase { return false }
      return true
    }
  }

  /// Stores the page to send inside the shell.
  func put(inside page: StreamedPage) {
    // Releases the previous page outside the lock.
    var page: StreamedPage? = page
    model.withLock { swap(&$0.inside, &page) }
  }

  func takeInside() -> StreamedPage? {
    model.withLock { $0.inside.take() }
  }

  /// Called with the response or error.
  func finish(_ result: Result<Response, any Error>) {
    tell(.answered(result))
  }

  /// Sends an event to the waiting task.
  func tell(_ event: Event) {
    model.withLock { $0.tell(event) }?()
  }

  /// Removes and returns the response, if it is the first pending event.
  func takeAnswer() -> Result<Response, any Error>? {
    model.withLock { model in
      guard case .answered(let result)? = model.events.first else { return nil }
      // Not stored here: tasks that the response refers to have inherited ``current``, which would be a reference
      // cycle.
      model.events.removeFirst()
      return result
    }
  }

  /// The next event. Only one task may wait at a time.
  func next() async -> Event {
    await withCheckedContinuation { continuation in
      let event = model.withLock { model -> Event? in
        if model.events.isEmpty {
          model.waiter = continuation
          return nil
        }
        return model.events.removeFirst()
      }
      if let event { continuation.resume(returning: event) }
    }
  }
}

extension PageDecision.Model {
  fileprivate mutating func exceed() -> (() -> Void)? {
    guard case .deciding = phase else { return nil }
    phase = .overdue
    return tell(.limitReached)
  }

  /// Returns a closure to call outside the lock.
  fileprivate mutating func tell(_ event: PageDecision.Event) -> (() -> Void)? {
    guard let waiter = waiter.take() else {
      events.append(event)
      return nil
    }
    return { waiter.resume(returning: event) }
  }
}
