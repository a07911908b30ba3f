public import HTTPTypes
public import Hummingbird
package import NIOCore
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

  /// Lets the grace of the page pass on the manual clock of its `Pages`, waits for its first bytes, and lets its placeholders stay for their
  /// minimum: what loads afterwards is sent at once.
  /// - Parameters:
  ///   - clock: the clock.
  ///   - regions: the number of regions that are still loading. Two timers sleep for each, and one for the page.
  ///   - grace: the time to pass before the first bytes.
  ///   - minimum: the time to pass after them.
  public func pastGrace(
    on clock: ManualClock, regions: Int = 1, by grace: Duration = .milliseconds(150),
    minimum: Duration = .milliseconds(300)
  ) async {
    await clock.waitForSleepers(2 * regions + 1)
    clock.advance(by: grace)
    await body.written.reaches(1)
    guard minimum > .zero else { return }
    await clock.waitForSleepers(2 * regions + 1)
    clock.advance(by: minimum)
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

/// The body of a response, recorded write by write: the chunks of a streamed page.
package final class RecordedBody: ResponseBodyWriter, Sendable {
  /// The writes so far.
  package let written = Tally()
  /// Whether the response has ended completely.
  package let finished = Tally()
  private let parts = Mutex<[ByteBuffer]>([])
  private let failsAt: Int?

  /// Creates an empty recording.
  /// - Parameter failsAt: the write, counted from 0, that fails like one to a client that has disconnected.
  package init(failsAt: Int? = nil) { self.failsAt = failsAt }

  /// The writes as bytes.
  package var buffers: [ByteBuffer] { parts.withLock { $0 } }
  package var writes: [String] { buffers.map { String(buffer: $0) } }
  package var html: String { writes.joined() }
  /// All bytes.
  package var bytes: ByteBuffer { buffers.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) } }

  package func write(_ buffer: ByteBuffer) async throws {
    try parts.withLock { parts throws(ChannelError) in
      if parts.count == failsAt { throw .ioOnClosedChannel }
      parts.append(buffer)
    }
    written.increment()
  }

  package consuming func finish(_ trailingHeaders: HTTPFields?) async throws { finished.increment() }
}

extension Response {
  /// The bytes of the whole body.
  package func bytes() async throws -> ByteBuffer {
    let recorded = RecordedBody()
    try await body.write(recorded)
    return recorded.bytes
  }

  package func html() async throws -> String { String(buffer: try await bytes()) }
}
