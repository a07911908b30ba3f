import Hummingbird
import NIOCore
import StatePagesTesting
import StateViews
import TestSupport
import Testing

@testable import StatePages

/// What happens to the loads of a page after its client disconnects.
@Suite(.timeLimit(.minutes(20))) struct LeavingTests {
  let asking: OnePageApp
  let slow = HeldContent<[Note]>()
  let other = HeldContent<[Note]>()

  init() throws { asking = try OnePageApp() }

  @Test func `a client that disconnects in mid-stream cancels the loads that still run`() async throws {
    let recording = RecordedBody()
    let answer = try await begin(recording)
    answer.cancel()
    await slow.cancelled.reaches(1)
    await other.cancelled.reaches(1)
    await #expect(throws: CancellationError.self) { try await answer.value }
    #expect(recording.writes.count == 1)
    #expect(recording.finished.count == 0)
  }

  @Test func `a write that fails cancels the loads that still run`() async throws {
    let recording = RecordedBody(failsAt: 1)
    let answer = try await begin(recording)
    other.end(.success(.content([])))
    await slow.cancelled.reaches(1)
    await #expect(throws: ChannelError.self) { try await answer.value }
    #expect(recording.finished.count == 0)
  }

  @Test func `a page whose first write fails cancels its loads`() async throws {
    let answer = asking.navigation(to: page, into: RecordedBody(failsAt: 0))
    await asking.passGrace(slow, other)
    await slow.cancelled.reaches(1)
    await other.cancelled.reaches(1)
    await #expect(throws: ChannelError.self) { try await answer.value }
  }

  @Test func `a response that is dropped unwritten cancels its loads`() async throws {
    let answer = Task { await asking.whole(page, [.secFetchDest: "document"]).status }
    await asking.passGrace(slow, other)
    #expect(await answer.value == .ok)
    await slow.cancelled.reaches(1)
    await other.cancelled.reaches(1)
  }

  @Test func `a page that is dropped is freed, and cancels its loads`() async throws {
    weak var load: PageLoad?
    do {
      var gathering = PageSnapshot(page)
      let held = PageLoad(
        gathering.pending, stopping: .zero, patience: .seconds(5), clock: asking.clock
      ) { _ in .immediate }
      load = held
      await gathering.gather(held.events, stoppingAtPlaceholders: true)
      #expect(!gathering.isSettled)
    }
    #expect(load == nil)
    await slow.cancelled.reaches(1)
    await other.cancelled.reaches(1)
    await until { asking.clock.sleepers == 0 }
  }

  @Test func `a buffered page leaves no timers behind`() async throws {
    let response = await asking.whole(.notes { Region.notes("notes", there("Milk")) })
    #expect(response.status == .ok)
    await until { asking.clock.sleepers == 0 }
  }

  @Test func `a streamed page leaves no timers behind`() async throws {
    let recording = RecordedBody()
    let answer = try await begin(recording)
    slow.end(.success(.content([])))
    other.end(.success(.content([])))
    _ = try await answer.value
    await until { asking.clock.sleepers == 0 }
    #expect(slow.cancelled.count + other.cancelled.count <= 2)
  }

  private var page: Page {
    .notes {
      Region.notes("slow", slow)
      Region.notes("other", other)
    }
  }

  private func begin(_ recording: RecordedBody) async throws -> Task<Response, any Error> {
    let answer = asking.navigation(to: page, into: recording)
    await asking.passGrace(slow, other)
    await recording.written.reaches(1)
    return answer
  }
}
