import Foundation
import TaskStore
import Testing

@testable import fourfold

struct FollowReportTests {
  private static let now = Date(timeIntervalSince1970: 1_772_357_400)

  private func line(_ state: FollowState) -> String { FollowReport.line(state, Self.now) }

  @Test func `each state is one line with the age of the copy`() {
    #expect(line(.upToDate(asOf: Self.now - 3)) == "Up to date, as of 2026-03-01T09:29:57Z, 3 s ago.")
    #expect(line(.upToDate(asOf: Self.now + 2)) == "Up to date, as of 2026-03-01T09:30:02Z, 0 s ago.")
    #expect(
      line(.upToDate(asOf: Self.now - 130))
        == "The server has written nothing for 2 min. The copy is as of 2026-03-01T09:27:50Z.")
    #expect(
      line(.waiting(.missing("a.00000002.changes"), asOf: Self.now - 8_000))
        == "Waiting. a.00000002.changes has not arrived. The copy is as of 2026-03-01T07:16:40Z, 2 h ago.")
    #expect(
      line(.waiting(.folder(.noFolder("/s")), asOf: nil))
        == "Waiting. The folder /s is not there. Is its disk mounted? There is no copy yet.")
  }

  @Test func `outside of a terminal a line is printed when the state is another one`() throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    let report = FollowReport(Console(output: descriptor, questions: descriptor), now: { Self.now })
    for age in [1.0, 5, 9, 61, 75] { report.show(.upToDate(asOf: Self.now - age)) }
    for _ in 0..<2 { report.show(.waiting(.nothing, asOf: nil)) }
    report.show(.upToDate(asOf: Self.now))
    try pipe.fileHandleForWriting.close()
    let lines = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split(separator: "\n")
    #expect(lines.map { $0.prefix(10) } == ["Up to date", "The server", "Waiting. N", "Up to date"])
  }
}
