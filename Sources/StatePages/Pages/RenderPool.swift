import Foundation
import Synchronization

/// Renders and compresses long pages on threads of their own, so that a page of five hundred rows delays no small one.
///
/// There are two queues of one thread each, and readers take turns in both. Occasional long pages go to the first,
/// which has a thread of low priority. A reader who requests long pages all the time is moved to the second. Its thread
/// runs only on an idle processor, and delays no other reader's pages, long or short.
final class RenderPool: Sendable {
  /// The number of rows that makes a page long. Shorter pages take less time than a change of threads costs.
  static let rows = 150
  /// The number of rendered bytes that makes a page long, even if they only have to be joined and sent.
  static let bytes = 128 * 1024

  /// Whether regions make a long page, by the rows to render or by the bytes of rendered markup.
  static func areLong(rows: [Int], rendered: [Markup?]) -> Bool {
    rows.reduce(0, +) >= Self.rows || rendered.reduce(0) { $0 + ($1?.html.utf8.count ?? 0) } >= bytes
  }

  private let first: LowPriorityQueue
  private let second: LowPriorityQueue
  private let shares: Mutex<RenderThrottle>
  private let elapsed: @Sendable () -> Duration

  /// - Parameter clock: the clock that measures rendering.
  init(clock: some Clock<Duration> = ContinuousClock()) {
    first = LowPriorityQueue(.low)
    second = LowPriorityQueue(.idle)
    shares = Mutex(RenderThrottle())
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
  }

  /// Runs the work when it is the reader's turn.
  func run<Value: Sendable>(for reader: String, _ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      add(for: reader) { continuation.resume(returning: work()) }
    }
  }

  /// Runs a job when it is the reader's turn.
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
