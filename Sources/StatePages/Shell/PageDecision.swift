import Hummingbird
import Synchronization

/// The race between what decides a page and the limit on how long that may take.
///
/// Whether a page exists, who may see it and what its status is are settled before its first byte. That takes reads, and where the
/// disk or another process holds these up, its reader would look at a blank window. So when the limit is reached first, the shell
/// is sent, with 200, and what the page turns out to be is told inside it (``Pages/Patience/decision``).
///
/// Whoever answers a request makes one and has it in ``current`` while the answer is made. ``Pages`` asks it at the moment when a
/// page is known, before anything of it is loaded or rendered.
final class PageDecision: Sendable {
  /// That of the request that is being answered; nil where it may take its time.
  @TaskLocal static var current: PageDecision?

  /// Decides for the page of the request that is being answered, unless the limit was first.
  static var isInTime: Bool { current?.decide() ?? true }

  /// What whoever waits for the answer is told.
  enum Event: Sendable {
    /// There it is.
    case answered(Result<Response, any Error>)
    /// The limit was reached before the page was decided, or a later limit before there was an answer.
    case limitReached
    /// The answer is still being made.
    case quiet
    /// The server is stopping.
    case stopping
  }

  fileprivate enum Phase {
    case deciding
    /// The page was first.
    case decided
    /// The limit was first.
    case overdue
  }

  fileprivate struct Model {
    var phase = Phase.deciding
    /// Whether the limit counts already.
    var isLimited: Bool
    var isLimitReached = false
    var inside: StreamedPage?
    var news: [Event] = []
    var waiter: CheckedContinuation<Event, Never>?
  }

  private let model: Mutex<Model>

  /// - Parameter isLimited: whether the limit counts from the start; else once it is known that the answer is a page.
  init(isLimited: Bool) {
    model = Mutex(Model(isLimited: isLimited))
  }

  /// Has the limit count: the answer is a page. If it was reached already, it counts at once.
  func limit() {
    model.withLock { model in
      model.isLimited = true
      return model.isLimitReached ? model.exceed() : nil
    }?()
  }

  /// The limit is reached.
  func reachLimit() {
    model.withLock { model in
      model.isLimitReached = true
      return model.isLimited ? model.exceed() : nil
    }?()
  }

  /// The page is known. Asked again, it answers the same.
  /// - Returns: whether the page itself is to be sent; false where the limit was first.
  func decide() -> Bool {
    model.withLock { model in
      if case .deciding = model.phase { model.phase = .decided }
      if case .overdue = model.phase { return false }
      return true
    }
  }

  /// Keeps the page that is to be told inside the shell.
  func put(inside page: StreamedPage) {
    // What was put before is let go of outside the lock.
    var page: StreamedPage? = page
    model.withLock { swap(&$0.inside, &page) }
  }

  func takeInside() -> StreamedPage? {
    model.withLock { $0.inside.take() }
  }

  /// There is an answer.
  func finish(_ result: Result<Response, any Error>) {
    tell(.answered(result))
  }

  /// Tells whoever waits.
  func tell(_ event: Event) {
    model.withLock { $0.tell(event) }?()
  }

  /// What has happened already, if it is the answer.
  func takeAnswer() -> Result<Response, any Error>? {
    model.withLock { model in
      guard case .answered(let result)? = model.news.first else { return nil }
      // Not to be kept here: tasks that the answer refers to have inherited ``current``.
      model.news.removeFirst()
      return result
    }
  }

  /// The next event. For one at a time.
  func next() async -> Event {
    await withCheckedContinuation { continuation in
      let event = model.withLock { model -> Event? in
        if model.news.isEmpty {
          model.waiter = continuation
          return nil
        }
        return model.news.removeFirst()
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

  /// What is to be called once the lock is left.
  fileprivate mutating func tell(_ event: PageDecision.Event) -> (() -> Void)? {
    guard let waiter = waiter.take() else {
      news.append(event)
      return nil
    }
    return { waiter.resume(returning: event) }
  }
}
