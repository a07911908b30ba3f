import Hummingbird
import StatePagesTesting
import StateViews
import TestSupport
import Testing

@testable import StatePages

/// The limit on how many pages are held back for their regions at once.
@Suite(.timeLimit(.minutes(20))) struct PageSlotsTests {
  private struct Reader: Sendable {
    let slow = HeldContent<[Note]>()
    let recording = RecordedBody()

    func ask(_ asking: OnePageApp) -> Task<Response, any Error> {
      asking.navigation(to: .notes { Region.notes("slow", slow) }, into: recording)
    }
  }

  let asking: OnePageApp

  init() throws { asking = try OnePageApp() }

  @Test func `beyond the limit, the page that was held longest is streamed before its grace ends`() async throws {
    let (first, others) = (Reader(), (0..<PageSlots.limit).map { _ in Reader() })
    let answer = first.ask(asking)
    await until { asking.pages.held.count == 1 }
    let answers = others.map { $0.ask(asking) }
    await first.recording.written.reaches(1)
    #expect(first.recording.html.contains("data-state=\"loading\"") as Bool)
    #expect(others.allSatisfy { $0.recording.writes.isEmpty })

    for reader in [first] + others {
      await reader.slow.begun.reaches(1)
      reader.slow.end(.success(.content([Note("Milk")])))
    }
    for answer in [answer] + answers { #expect(try await answer.value.status == .ok) }
    #expect(first.recording.html.contains("Milk") as Bool)
    #expect(first.recording.finished.count == 1)
    #expect(others.allSatisfy { $0.recording.html.contains("Milk") && !$0.recording.html.contains("loading") })
    #expect(asking.pages.held.count == 0)
    await until { asking.clock.sleepers == 0 }
  }

  @Test func `a page whose regions are ready takes no slot`() async throws {
    let readers = (0..<PageSlots.limit).map { _ in Reader() }
    let answers = readers.map { $0.ask(asking) }
    await until { asking.pages.held.count == PageSlots.limit }
    let recording = RecordedBody()
    let page = Page.notes { Region.notes("quick", Loader(.content([Note("Milk")]))) }
    let quick = asking.navigation(to: page, into: recording)
    #expect(try await quick.value.status == .ok)
    #expect(recording.html.contains("Milk") as Bool)
    #expect(asking.pages.held.count == PageSlots.limit)
    #expect(readers.allSatisfy { $0.recording.writes.isEmpty })
    for reader in readers {
      await reader.slow.begun.reaches(1)
      reader.slow.end(.success(.content([])))
    }
    for answer in answers { #expect(try await answer.value.status == .ok) }
  }

  @Test func `a cancelled page and a buffered page take no slot`() async throws {
    let (leaving, patient) = (Reader(), Reader())
    let whole = Task { await asking.whole(.notes { Region.notes("slow", patient.slow) }) }
    await patient.slow.begun.reaches(1)
    #expect(asking.pages.held.count == 0)
    let answer = leaving.ask(asking)
    await until { asking.pages.held.count == 1 }
    answer.cancel()
    _ = await answer.result
    #expect(asking.pages.held.count == 0)
    patient.slow.end(.success(.content([])))
    #expect(await whole.value.status == .ok)
  }
}
