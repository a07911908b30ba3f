import Foundation

/// Writes whole lines to a file descriptor, from any thread, without blocking the caller.
///
/// A dedicated thread writes the lines from a bounded queue in memory. If the other end of a pipe is not read, only that thread
/// blocks. Lines that do not fit into the queue or cannot be written, as on a full disk, are dropped; their number is reported in
/// a line of its own before the next one.
final class LogOutput: Sendable {
  static let standardError = LogOutput(descriptor: STDERR_FILENO)
  static let standardOutput = LogOutput(descriptor: STDOUT_FILENO)

  /// The time after which an idle thread ends, in seconds.
  private static let rest: TimeInterval = 5

  /// The capacity of the queue in bytes.
  private let capacity: Int
  private let output: LineOutput
  private let condition = NSCondition()
  // Guarded by `condition`.
  nonisolated(unsafe) private var queue = Queue()

  private struct Queue {
    var lines: [String] = []
    var bytes = 0
    var dropped = 0
    var hasThread = false
    var isWriting = false

    var isSettled: Bool { lines.isEmpty && !isWriting }
  }

  init(descriptor: Int32, capacity: Int = 1 << 20) {
    output = LineOutput(descriptor: descriptor, patience: nil)
    self.capacity = capacity
  }

  /// Queues a line. Never blocks.
  /// - Parameter line: the line, without its line break.
  func write(line: String) {
    condition.lock()
    defer { condition.unlock() }
    let bytes = line.utf8.count + 1
    // A line larger than the queue is accepted if the queue is empty.
    guard queue.bytes + bytes <= capacity || queue.lines.isEmpty else {
      queue.dropped += 1
      return
    }
    queue.lines.append(line)
    queue.bytes += bytes
    if !queue.hasThread {
      queue.hasThread = true
      Thread.detachNewThread { self.run() }
    }
    condition.broadcast()
  }

  /// Waits until the queue is written, up to a time limit.
  /// - Returns: whether the queue is written.
  @discardableResult
  func drain(for time: TimeInterval) -> Bool {
    let end = Date(timeIntervalSinceNow: time)
    condition.lock()
    defer { condition.unlock() }
    while !queue.isSettled { if !condition.wait(until: end) { return queue.isSettled } }
    return true
  }

  /// Writes queued lines. Ends when the queue stays empty for a while.
  private func run() {
    while let (lines, dropped) = take() {
      var lost = 0
      if dropped > 0, !output.write(line: Self.report(of: dropped)) { lost += dropped }
      for line in lines where !output.write(line: line) { lost += 1 }
      settle(lost: lost)
    }
  }

  private func take() -> (lines: [String], dropped: Int)? {
    let end = Date(timeIntervalSinceNow: Self.rest)
    condition.lock()
    defer { condition.unlock() }
    while queue.lines.isEmpty {
      guard condition.wait(until: end) || !queue.lines.isEmpty else {
        queue.hasThread = false
        return nil
      }
    }
    defer {
      (queue.lines, queue.bytes, queue.dropped) = ([], 0, 0)
      queue.isWriting = true
    }
    return (queue.lines, queue.dropped)
  }

  private func settle(lost: Int) {
    condition.lock()
    defer { condition.unlock() }
    queue.dropped += lost
    queue.isWriting = false
    condition.broadcast()
  }

  private static func report(of dropped: Int) -> String {
    var line = JSONText()
    line.open("{")
    line.member("time", text: JSONLogHandler.timestamp.format(.now))
    line.member("level", text: "warning")
    line.member("message", text: dropped == 1 ? "1 line was dropped" : "\(dropped) lines were dropped")
    line.member("logger", text: "fourfold")
    line.close("}")
    return line.text
  }
}
