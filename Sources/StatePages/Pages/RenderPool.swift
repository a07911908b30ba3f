import Foundation

/// Renders and compresses long pages on a thread of low priority, so that a page of five hundred rows delays no small one. Readers take
/// turns.
final class RenderPool: Sendable {
  /// The number of rows that makes a page long. Shorter pages take less time than a change of threads costs.
  static let rows = 150
  /// The number of rendered bytes that makes a page long, even if they only have to be joined and sent.
  static let bytes = 128 * 1024

  /// Whether regions make a long page, by the rows to render or by the bytes of rendered markup.
  static func areLong(rows: [Int], rendered: [Markup?]) -> Bool {
    rows.reduce(0, +) >= Self.rows || rendered.reduce(0) { $0 + ($1?.html.utf8.count ?? 0) } >= bytes
  }

  private let queue = LowPriorityQueue()

  /// Runs the work when it is the reader's turn.
  func run<Value: Sendable>(for reader: String, _ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      add(for: reader) { continuation.resume(returning: work()) }
    }
  }

  /// Runs a job when it is the reader's turn.
  func add(for reader: String, _ job: @escaping @Sendable () -> Void) {
    queue.add(for: reader, job)
  }
}
