import Foundation
import TestSupport
import Testing

@testable import fourfold

struct LogOutputTests {
  @Test func `a writer never blocks, lines beyond the capacity are dropped, and their number is logged`() throws {
    let pipe = Pipe()
    let output = LogOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor, capacity: 10_000)
    // Far more than the pipe and the queue hold, so a blocking write would never return.
    let line = String(repeating: "x", count: 999)
    for _ in 0..<1_000 { output.write(line: line) }
    #expect(!output.drain(for: 0))
    let lines = Lines(pipe.fileHandleForReading)
    #expect(output.drain(for: 60))
    output.write(line: "the last one")
    #expect(output.drain(for: 60))
    try pipe.fileHandleForWriting.close()
    let read = lines.all()
    let whole = read.filter { $0 == line }.count
    let reports = read.filter { $0.contains("dropped") }
    let dropped = try reports.reduce(0) { sum, report in
      let object = try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: String]
      #expect(object?["level"] == "warning")
      return sum + (object?["message"]?.split(separator: " ").first.flatMap { Int($0) } ?? 0)
    }
    #expect(whole + dropped == 1_000 && dropped > 0)
    #expect(read.last == "the last one" && read.count == whole + reports.count + 1)
  }

  @Test func `a closed pipe and a full disk stop nothing`() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let left = LogOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    let full = open("/dev/full", O_WRONLY)
    for output in [left, LogOutput(descriptor: full), LogOutput(descriptor: -1)] {
      for _ in 0..<10 { output.write(line: "x") }
      #expect(output.drain(for: 60))
    }
    close(full)
  }

  @Test func `lines are read in the order in which they were written, also after a pause`() throws {
    let log = try LogFile()
    for number in 0..<2_000 { log.output.write(line: "\(number)") }
    #expect(try log.lines().map(String.init) == (0..<2_000).map(String.init))
    log.output.write(line: "after")
    #expect(try log.lines().last == "after")
  }

  /// The lines read from a pipe, on a thread of its own.
  private final class Lines: Sendable {
    private let condition = NSCondition()
    nonisolated(unsafe) private var text: Data?

    init(_ file: FileHandle) {
      Thread.detachNewThread {
        let read = Result { try file.readToEnd() ?? Data() }
        self.condition.lock()
        if case .success(let data) = read { self.text = data } else { self.text = Data() }
        self.condition.broadcast()
        self.condition.unlock()
      }
    }

    func all() -> [String] {
      condition.lock()
      defer { condition.unlock() }
      while text == nil { condition.wait() }
      return String(decoding: text ?? Data(), as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }
}
