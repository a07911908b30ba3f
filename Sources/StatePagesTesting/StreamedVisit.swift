public import HTTPTypes
public import Hummingbird
import Synchronization

/// A page that is being streamed to a client, which can disconnect.
///
/// ```swift
/// let visit = TestBrowser(router).navigate(to: "/books")
/// #expect(await visit.shows("data-placeholder-for=\"books\""))
/// held.end(.success(.content(books)))
/// let (status, html) = try await visit.end()
/// ```
public final class StreamedVisit: Sendable {
  private let body = RecordedBody()
  private let hasEnded = Atomic(false)
  private let work: Mutex<Task<HTTPResponse.Status, any Error>?> = Mutex(nil)

  /// Requests a page, and reads it as it is sent.
  /// - Parameter respond: the response, from an app or from its pages.
  public init(_ respond: @escaping @Sendable () async throws -> Response) {
    let visit = Task {
      defer { markEnd() }
      let response = try await respond()
      try await response.body.write(body)
      return response.status
    }
    work.withLock { $0 = visit }
  }

  private func markEnd() {
    hasEnded.store(true, ordering: .sequentiallyConsistent)
    // Wakes the waiting readers, which look again.
    body.written.increment()
  }

  /// Lets the grace of the page pass on the manual clock of its `Pages`, and waits for its first bytes.
  /// - Parameters:
  ///   - clock: the clock.
  ///   - regions: the number of regions that are still loading. Two timers sleep for each, and one for the page.
  ///   - grace: the time to pass.
  public func pastGrace(on clock: ManualClock, regions: Int = 1, by grace: Duration = .milliseconds(150)) async {
    await clock.waitForSleepers(2 * regions + 1)
    clock.advance(by: grace)
    await body.written.reaches(1)
  }

  /// The text received so far.
  public var text: String { body.html }
  /// The chunks received so far.
  public var chunks: [String] { body.writes }

  /// Waits until the text was received; false if the page ends without it.
  public func shows(_ words: String) async -> Bool {
    while true {
      let count = body.written.count
      let isOver = hasEnded.load(ordering: .sequentiallyConsistent)
      if text.contains(words) { return true }
      if isOver { return false }
      await body.written.reaches(count + 1)
    }
  }

  /// The status and the whole text, after the page has ended.
  /// - Throws: the error of the response.
  public func end() async throws -> (status: HTTPResponse.Status, html: String) {
    let status = try await work.withLock { $0 }?.value
    return (status ?? .ok, text)
  }

  /// Disconnects, and waits for the end of the response.
  public func leave() async {
    let work = work.withLock { $0 }
    work?.cancel()
    switch await work?.result {
    case .success, .failure, nil: break
    }
  }
}
