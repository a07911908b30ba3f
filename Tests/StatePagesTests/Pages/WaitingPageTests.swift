import Hummingbird
import StatePagesTesting
import StateViews
import TestSupport
import Testing

@testable import StatePages

/// What a page retains while it waits for a slow region.
@Suite(.timeLimit(.minutes(20))) struct WaitingPageTests {
  let asking: OnePageApp
  let slow = HeldContent<[Note]>()

  init() throws { asking = try OnePageApp() }

  @Test func `a waiting page retains nothing of its settled regions`() async throws {
    let recording = RecordedBody()
    let gone = Tally()
    let answer = Task {
      let request = OnePageApp.request([.secFetchDest: "document"])
      let response = await asking.pages.response(to: request) { () throws(Failure) in
        let load = Counted(gone)
        return .notes {
          Region.notes("slow", slow)
          Region.notes("quick", Loader { _ in load.notes })
        }
      }
      try await response.body.write(recording)
    }
    await slow.begun.reaches(1)
    await asking.clock.waitForSleepers(3)
    await othersGoFirst()
    asking.clock.advance(by: .milliseconds(150))
    await recording.written.reaches(1)
    #expect(recording.html.contains("Milk") as Bool)
    await gone.reaches(1)
    slow.end(.success(.content([])))
    try await answer.value
  }

  @Test func `a waiting page has a timer for its status line, and one for the deadline of each pending region`()
    async throws
  {
    let recording = RecordedBody()
    let answer = asking.navigation(
      to: .notes {
        Region.notes("slow", slow)
        for number in 0..<5 { Region.notes("quick-\(number)", there("Milk")) }
      }, into: recording)
    await asking.passGrace(slow)
    await recording.written.reaches(1)
    await until { asking.clock.sleepers == 2 }
    slow.end(.success(.content([])))
    _ = try await answer.value
    await until { asking.clock.sleepers == 0 }
  }

  @Test func `a placeholder stays for its minimum, and what its load ends with is sent then`() async throws {
    let asking = try OnePageApp(patience: Pages.Patience())
    let recording = RecordedBody()
    let answer = asking.navigation(to: .notes { Region.notes("slow", slow) }, into: recording)
    await asking.passGrace(slow)
    await recording.written.reaches(1)
    await asking.clock.waitForSleepers(3)
    slow.end(.success(.content([Note("Milk")])))
    asking.clock.advance(by: .milliseconds(299))
    await othersGoFirst()
    #expect(recording.writes.count == 1)
    asking.clock.advance(by: .milliseconds(1))
    _ = try await answer.value
    #expect(recording.html.contains("Milk") as Bool)
  }

  @Test func `a client that waits for the whole page waits for no minimum`() async throws {
    let asking = try OnePageApp(patience: Pages.Patience())
    let answer = Task { await asking.whole(.notes { Region.notes("slow", slow) }) }
    await asking.passGrace(slow)
    slow.end(.success(.content([Note("Milk")])))
    #expect(try await answer.value.html().contains("Milk") as Bool)
  }

  @Test func `a screen's own delay decides when its page is streamed`() async throws {
    let asking = try OnePageApp(["patient/content": "<p>{{words}}</p>"], screens: [Patient.self])
    let (recording, slow) = (RecordedBody(), HeldContent<String>())
    let answer = asking.navigation(to: .notes { Region<Patient>("slow", slow) }, into: recording)
    await asking.passGrace(slow)
    await othersGoFirst()
    #expect(recording.writes.isEmpty)
    asking.clock.advance(by: .milliseconds(850))
    await recording.written.reaches(1)
    #expect(recording.html.contains("data-placeholder-for=\"slow\"") as Bool)
    slow.end(.success(.content("Done")))
    _ = try await answer.value
  }

  @Test func `settled loads are no longer pending`() async throws {
    let page = Page.notes {
      Region.notes("slow", slow)
      Region.notes("quick", there("Milk"))
    }
    let load = PageLoad(
      page.regions.enumerated().map { ($0.offset, $0.element) }, stopping: .zero, patience: .seconds(5),
      clock: asking.clock
    ) { _ in .immediate }
    await until { load.pending == 1 }
    slow.end(.success(.content([])))
    await until { load.pending == 0 }
    var settled = 0
    for await event in load.events {
      if case .presented(_, let state) = event, state.isSettled { settled += 1 }
    }
    #expect(settled == 2)
  }

  @Test func `a page without regions has no load to wait for`() async {
    let load = PageLoad([], stopping: .zero, patience: .seconds(5), clock: asking.clock) { _ in .immediate }
    for await _ in load.events { Issue.record("there is nothing to present") }
    #expect(asking.clock.sleepers == 0)
  }
}

/// A screen whose placeholder is shown after a second.
private enum Patient: Screen {
  struct View: TemplateView {
    static let fields: [String: Field<View>] = ["words": .text(\.words)]
    let words: String
  }
  static let name: ViewName = "patient"
  static let timing: Timing? = Timing(delay: .seconds(1))
  static let samples = [Sample<Patient>("one", content: "Done")]

  static func view(of words: String, for look: DisplaySettings) -> View { View(words: words) }
}

/// Reports when it is deinitialized.
private final class Counted: Sendable {
  let notes = Loaded.content([Note("Milk")])
  private let gone: Tally

  init(_ gone: Tally) { self.gone = gone }

  deinit { gone.increment() }
}
