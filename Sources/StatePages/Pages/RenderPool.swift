import Foundation
import Synchronization

/// Renders and compresses long pages on threads beside those that run everything else, so that a page of five hundred rows
/// delays no small one.
///
/// There are two lanes of one thread each, and readers take turns in both. A reader who has had a long page now and then is in
/// the first, whose thread has a low priority. One who asks for long pages all the time is in the second, whose thread runs only
/// when a processor has nothing else to do: it delays no other reader's pages, long or short.
final class RenderPool: Sendable {
  /// From how many rows on a page is long: shorter ones take less time than a change of threads is worth.
  static let rows = 150
  /// From how many bytes of rendered regions on a page is long, though they only have to be joined and sent.
  static let bytes = 128 * 1024

  /// Whether regions make a long page: by the rows that are to be rendered, or by what is rendered already.
  static func areLong(rows: [Int], rendered: [Markup?]) -> Bool {
    rows.reduce(0, +) >= Self.rows || rendered.reduce(0) { $0 + ($1?.html.utf8.count ?? 0) } >= bytes
  }

  private let first: RenderQueue
  private let second: RenderQueue
  private let shares: Mutex<RenderThrottle>
  private let elapsed: @Sendable () -> Duration

  /// - Parameter clock: the clock by which rendering is timed.
  init(clock: some Clock<Duration> = ContinuousClock()) {
    first = RenderQueue(.low)
    second = RenderQueue(.idle)
    shares = Mutex(RenderThrottle())
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
  }

  /// Does the work once it is that reader's turn.
  func run<Value: Sendable>(for reader: String, _ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      add(for: reader) { continuation.resume(returning: work()) }
    }
  }

  /// Has a job done once it is that reader's turn.
  func add(for reader: String, _ job: @escaping @Sendable () -> Void) {
    let now = elapsed()
    let isFrequent = shares.withLock { $0.isFrequent(reader, at: now) }
    (isFrequent ? second : first).add(for: reader) { [self] in
      let began = elapsed()
      job()
      let ended = elapsed()
      shares.withLock { $0.add(ended - began, to: reader, at: ended) }
    }
  }
}
