import Foundation
import Logging
import TestSupport
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

struct AccessLogTests {
  private func lines(
    _ share: AccessLog.Share, dice: Double = 0.5, status: Int = 200, _ duration: Duration = .milliseconds(12)
  ) -> [String] {
    let log = RecordedLog()
    let request = ServedRequest(method: .get, route: "/lists/{id}", status: status, duration: duration)
    AccessLog(share: share) { dice }.log(request, log.logger(from: .info))
    return log.texts
  }

  @Test func `a line has the route and never the path`() {
    #expect(lines(.all) == ["request method=GET milliseconds=12 route=/lists/{id} status=200"])
    #expect(lines(.none, status: 500) == [])
  }

  @Test func `of a share, what fails or is slow is always logged`() {
    #expect(lines(.part(0.1), dice: 0.09).count == 1)
    #expect(lines(.part(0.1), dice: 0.1).isEmpty)
    #expect(lines(.part(0), dice: 0.5, status: 503).count == 1)
    #expect(lines(.part(0), dice: 0.5, status: 404).isEmpty)
    #expect(lines(.part(0), dice: 0.5, .seconds(1)).count == 1)
  }

  @Test(
    arguments: [
      ("none", AccessLog.Share.none), ("All", .all), ("10%", .part(0.1)), ("0.5%", .part(0.005)), ("100%", .part(1)),
      ("10", nil), ("101%", nil), ("-1%", nil), ("%", nil), ("nan%", nil), ("", nil),
    ] as [(String, AccessLog.Share?)])
  func `a share is none, all or a percentage`(text: String, share: AccessLog.Share?) {
    #expect(AccessLog.Share(text) == share)
  }
}
