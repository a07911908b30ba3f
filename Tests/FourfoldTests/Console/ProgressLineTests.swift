import Foundation
import Synchronization
import TaskStore
import Testing

@testable import fourfold

final class ProgressLineTests: CommandTests {
  /// Shows 101 stages, a tenth of a second apart.
  private func show(on console: Console) {
    let passed = Mutex(Duration.zero)
    let start = ContinuousClock.now
    let line = ProgressLine(console, now: { start + passed.withLock { $0 } })
    for step in 0...100 {
      line.show(.copying(bytes: UInt64(step) * 2_000_000, of: 200_000_000))
      passed.withLock { $0 += .milliseconds(100) }
    }
    line.show(.checking)
    line.clear()
  }

  @Test func `on a terminal one line changes, and disappears at the end`() throws {
    let terminal = try Terminal()
    show(on: Console(questions: terminal.theirs.fileDescriptor))
    let shown = terminal.shown(through: "Checking the copy\r\u{1B}[K")
    #expect(shown.contains("\r\u{1B}[KCopied 2.0 MB of 200 MB (1 %)\r\u{1B}[KCopied 4.0 MB of 200 MB (2 %)\r"))
    #expect(shown.hasSuffix("Checking the copy\r\u{1B}[K"))
    #expect(!shown.contains("\n"))
  }

  @Test func `in a pipe there is a plain line every ten seconds`() throws {
    let url = world.folder.appending(path: "progress.txt")
    try Data().write(to: url)
    let file = try FileHandle(forWritingTo: url)
    show(on: Console(questions: file.fileDescriptor))
    #expect(try String(contentsOf: url, encoding: .utf8) == "Copied 200 MB of 200 MB (100 %)\n")
  }

  @Test(
    arguments: [
      (0, "0 B"), (999, "999 B"), (1_000, "1 KB"), (49_999, "50 KB"), (99_499, "99 KB"), (99_500, "0.1 MB"),
      (311_296, "0.3 MB"), (99_949_999, "99.9 MB"), (99_950_000, "100 MB"), (123_456_789, "123 MB"),
    ] as [(UInt64, String)])
  func `sizes are rounded to what people read`(bytes: UInt64, text: String) { #expect(Megabytes.text(bytes) == text) }
}
