import Foundation
import Logging
import Testing

@testable import fourfold

struct LineOutputTests {
  @Test func `lines from many tasks never mix`() async throws {
    let log = try LogFile()
    await withDiscardingTaskGroup { group in
      for writer in 0..<8 {
        group.addTask {
          let logger = log.logger()
          for number in 0..<250 {
            logger.info("\(String(repeating: "\(writer)", count: 3000))", metadata: ["n": "\(number)"])
          }
        }
      }
    }
    let messages = try log.objects().compactMap { $0["message"] as? String }
    #expect(messages.count == 2000)
    #expect(messages.allSatisfy { $0.count == 3000 && Set($0).count == 1 })
  }

  @Test func `a line longer than a pipe's buffer arrives whole, also with a non-blocking descriptor`() async throws {
    let pipe = Pipe()
    let writing = pipe.fileHandleForWriting
    #expect(fcntl(writing.fileDescriptor, F_SETFL, O_NONBLOCK) == 0)
    let line = String(repeating: "x", count: 1_000_000)
    // On a thread of its own, because it blocks until the reader reads.
    Thread {
      LineOutput(descriptor: writing.fileDescriptor).write(line: line)
      do { try writing.close() } catch {}
    }.start()
    let read = try pipe.fileHandleForReading.readToEnd()
    #expect(read == Data((line + "\n").utf8))
  }

  @Test func `writing to a closed descriptor does no harm`() {
    #expect(!LineOutput(descriptor: -1).write(line: "nobody reads this"))
  }
}
