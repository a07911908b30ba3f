import Foundation
import Synchronization

/// When the reading of a file from elsewhere ends, finished or not. Parsers look at it for each line and item, so that no file occupies a
/// thread for longer.
///
/// The time is that of the processor: a busy machine makes no file unreadable.
package final class ReadingLimit: Sendable {
  private let most: Int64
  private let begin = Atomic<Int64>(0)
  private let checks = Atomic<Int>(0)
  private let isCancelled = Atomic(false)

  /// Creates a limit for one file, which is read on one thread.
  package init(_ processorTime: Duration) { most = Int64(processorTime / .nanoseconds(1)) }

  /// Ends the reading soon.
  package func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// - Throws: `tooComplex` if the time is over, or if the reading was cancelled.
  package func check() throws(UnreadableList) {
    // The clock costs more than a short line.
    guard checks.wrappingAdd(1, ordering: .relaxed).oldValue % 32 == 0 else { return }
    let now = Self.now
    let begin = begin.compareExchange(expected: 0, desired: now, ordering: .relaxed)
    if isCancelled.load(ordering: .relaxed) || !begin.exchanged && now - begin.original > most { throw .tooComplex }
  }

  /// The processor time of the current thread in nanoseconds.
  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
