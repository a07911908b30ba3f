import Foundation

/// Writes whole lines to a file descriptor, from any thread, and keeps none of them waiting.
///
/// Lines stand in a queue in memory that a thread of its own writes. Where nobody reads the other end of a pipe, that thread waits and
/// nobody else; the queue fills, and what has no room is dropped. So is what can't be written, as on a full disk. How many lines were
/// dropped is told in a line of its own before the next one that is written.
final class LogOutput: Sendable {
  static let standardError = LogOutput(descriptor: STDERR_FILENO)
  static let standardOutput = LogOutput(descriptor: STDOUT_FILENO)

  /// How long the thread waits for a next line, in seconds.
  private static let rest: TimeInterval = 5

  /// How much waits at most, in bytes.
  private let capacity: Int
  private let output: LineOutput
  private let condition = NSCondition()
  // Only touched while the condition is locked.
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

  /// Has a line written, after all that came before; never waits.
  /// - Parameter line: without its line break.
  func write(line: String) {
    condition.lock()
    defer { condition.unlock() }
    let bytes = line.utf8.count + 1
    // A line that is longer than all the room has it to itself.
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

  /// Waits until all is written, or the time is over.
  /// - Returns: whether all is written.
  @discardableResult
  func drain(for time: TimeInterval) -> Bool {
    let end = Date(timeIntervalSinceNow: time)
    condition.lock()
    defer { condition.unlock() }
    while !queue.isSettled { if !condition.wait(until: end) { return queue.isSettled } }
    return true
  }

  /// Ends when there was nothing to write for a while.
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
