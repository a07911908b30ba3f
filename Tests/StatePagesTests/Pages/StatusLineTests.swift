import Hummingbird
import StatePagesTesting
import StateViews
import TestSupport
import Testing

@testable import StatePages

@Suite(.timeLimit(.minutes(20))) struct StatusLineTests {
  let asking: OnePageApp
  let recording = RecordedBody()
  let slow = HeldContent<[Note]>()

  init() throws {
    asking = try OnePageApp([
      "notes/status": "Loading", "notes/status/received": "received", "notes/still-working": "Still working",
    ])
  }

  @Test func `progress before the end of the grace is the placeholder's first line`() async throws {
    let answer = asking.navigation(to: .notes { Region.notes("slow", slow) }, into: recording)
    await slow.begun.reaches(1)
    slow.progress("received")
    await asking.passGrace(slow)
    await recording.written.reaches(1)
    #expect(recording.html.contains("<slot name=\"slow-status-1\">received</slot>") as Bool)
    try await end(answer)
  }

  @Test func `status lines follow the progress of the load, up to eight`() async throws {
    let answer = try await begin()
    for line in 1...8 {
      slow.progress(Reason("received", ["number": .number(line)]))
      await recording.written.reaches(1 + line)
      #expect(recording.writes[line] == "<span slot=\"slow-status-\(line)\">received</span>\n")
    }
    slow.progress(Reason("received", ["number": .number(9)]))
    slow.progress("connecting")
    await othersGoFirst()
    try await end(answer)
    #expect(recording.writes.count == 11)
    #expect(!recording.html.contains("slow-status-9") as Bool)
  }

  @Test func `a repeated stage writes one line`() async throws {
    let answer = try await begin()
    slow.progress("received")
    await recording.written.reaches(2)
    slow.progress("received")
    await othersGoFirst()
    try await end(answer)
    #expect(lines == ["received"])
  }

  @Test func `after a pause one line reports that the load still runs`() async throws {
    let answer = try await begin()
    await asking.pass(.milliseconds(4_849), withLoads: 1)
    await othersGoFirst()
    #expect(lines.isEmpty)
    await asking.pass(.milliseconds(1), withLoads: 1)
    await recording.written.reaches(2)
    #expect(lines == ["Still working"])
    for _ in 0..<3 {
      await asking.pass(.seconds(5), withLoads: 1)
      await othersGoFirst()
    }
    #expect(lines == ["Still working"])
    try await end(answer)
  }

  @Test func `progress restarts the pause`() async throws {
    let answer = try await begin()
    slow.progress("received")
    await recording.written.reaches(2)
    await asking.pass(.seconds(5), withLoads: 1)
    await othersGoFirst()
    #expect(lines == ["received"])
    await asking.pass(.seconds(5), withLoads: 1)
    await recording.written.reaches(3)
    slow.progress(Reason("received", ["number": .number(2)]))
    await recording.written.reaches(4)
    #expect(lines == ["received", "Still working", "received"])
    try await end(answer)
  }

  @Test func `each region has lines of its own, and none after it has settled`() async throws {
    let other = HeldContent<[Note]>()
    let page = Page.notes {
      Region.notes("slow", slow)
      Region.notes("other", other)
    }
    let answer = asking.navigation(to: page, into: recording)
    await asking.passGrace(slow, other)
    await recording.written.reaches(1)
    other.end(.success(.content([])))
    await recording.written.reaches(2)
    await asking.pass(.seconds(5), withLoads: 1)
    await recording.written.reaches(3)
    #expect(recording.writes[2].contains("slot=\"slow-status-1\"") as Bool)
    try await end(answer)
    #expect(!recording.html.contains("<span slot=\"other-status") as Bool)
  }

  private var lines: [String] {
    recording.writes.filter { $0.hasPrefix("<span") }.compactMap {
      $0.split(separator: ">").dropFirst().first?.split(separator: "<").first.map(String.init)
    }
  }

  private func begin() async throws -> Task<Response, any Error> {
    let answer = asking.navigation(to: .notes { Region.notes("slow", slow) }, into: recording)
    await asking.passGrace(slow)
    await recording.written.reaches(1)
    return answer
  }

  private func end(_ answer: Task<Response, any Error>) async throws {
    slow.end(.success(.content([])))
    #expect(try await answer.value.status == .ok)
    #expect(recording.finished.count == 1)
  }
}
