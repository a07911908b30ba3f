import HTTPTypes
import Hummingbird
import StateViews
import TestSupport
import Testing

@testable import StatePages

@Suite(.timeLimit(.minutes(1))) struct RehearsalTests {
  let asking: Asking
  let recording = Recording()

  init() throws {
    asking = try Asking(["states/refreshing": "[refreshing]", "states/stale": "[stale]"], rehearses: true)
  }

  @Test(arguments: [
    ("notes:loading:3000", Rehearsal.Cue.loading(.milliseconds(3000))), ("notes:loading", .loading(nil)),
    ("notes:loading:soon", .loading(nil)), ("notes:loading:-5", .loading(.zero)),
    ("notes:empty", .empty("nothing-yet")), ("notes:empty:all-done", .empty("all-done")),
    ("notes:failed", .failed(.unavailable)), ("notes:failed:not-found", .failed(.notFound)),
    ("notes:failed:nonsense", .failed(.unavailable)), ("notes:refreshing", .refreshing), ("notes:stale", .stale),
    ("notes:unloaded", .unloaded), ("notes:unloaded:x:y", .unloaded),
  ])
  func `a cue is a region and what it is to do`(text: String, cue: Rehearsal.Cue) {
    #expect(Rehearsal(text)?.cues == ["notes": cue])
  }

  @Test func `several cues are separated by commas`() {
    #expect(
      Rehearsal("notes:loading:20,rail:stale,,x,notes:nonsense:y")?.cues == ["rail": .stale])
    #expect(Rehearsal("a:stale,b:unloaded")?.cues == ["a": .stale, "b": .unloaded])
  }

  @Test(arguments: [nil, "", "notes", ":", "notes:", ",", "notes:content"])
  func `what is no cue is no rehearsal`(text: String?) {
    #expect(Rehearsal(text) == nil)
  }

  @Test(arguments: [
    ("empty", "data-state=\"empty\" data-reason=\"nothing-yet\"", "There is nothing here."),
    ("empty:all-done", "data-state=\"empty\" data-reason=\"all-done\"", "All 23 done by Ann"),
    ("empty:no-matches", "data-state=\"empty\" data-reason=\"no-matches\"", "There is nothing here."),
    ("failed:not-found", "data-state=\"failed\" data-reason=\"not-found\"", "No such notes."),
    ("failed:conflict", "data-state=\"failed\" data-reason=\"changed-since\"", "This could not be shown"),
    ("stale", "data-state=\"content\" data-refresh=\"failed\" data-reason=\"timed-out\"", "[stale]<ul><li>Milk"),
    ("unloaded", "data-state=\"unloaded\"", "Nothing was loaded yet."),
  ])
  func `a cue holds its region in a state`(cue: String, attributes: String, words: String) async throws {
    let html = try await asking.whole(page, at: "/notes?rehearse=notes:\(cue)").html()
    #expect(html.contains("data-region=\"notes\" data-screen=\"notes\" \(attributes)>") as Bool)
    #expect(html.contains(words) as Bool)
    #expect(html.contains("Bread") as Bool)
  }

  @Test func `a failure that is rehearsed has its status`() async {
    #expect(await asking.whole(page, at: "/notes?rehearse=notes:failed:timed-out").status == .gatewayTimeout)
  }

  @Test func `a query may be encoded`() async throws {
    let html = try await asking.whole(page, at: "/notes?a=b&rehearse=notes%3Aempty%2Crest%3aempty%3Aall-done").html()
    #expect(html.ranges(of: "data-state=\"empty\"").count == 2)
  }

  @Test func `a load can last for a while, and then bring what it brings`() async throws {
    let answer = asking.navigation(to: page, at: "/notes?rehearse=notes:loading:3000", into: recording)
    try await pass(.milliseconds(150), until: 1)
    #expect(recording.html.contains("data-placeholder-for=\"notes\"") as Bool)
    try await pass(.milliseconds(2850), until: 3)
    _ = try await answer.value
    #expect(recording.writes[1].contains("Milk") as Bool)
  }

  @Test func `a load can last for longer than any deadline`() async throws {
    let answer = asking.navigation(to: page, at: "/notes?rehearse=notes:loading", into: recording)
    try await pass(.milliseconds(150), until: 1)
    await asking.pass(.seconds(3000), withLoads: 1)
    await othersGoFirst()
    #expect(Shell(html: recording.html).regions == ["rest"])
    answer.cancel()
    await #expect(throws: CancellationError.self) { try await answer.value }
  }

  @Test func `content can be held as it is refreshed`() async throws {
    let answer = asking.navigation(to: page, at: "/notes?rehearse=notes:refreshing", into: recording)
    try await pass(.milliseconds(150), until: 1)
    #expect(
      recording.html.contains("data-state=\"content\" data-refresh=\"running\" data-placeholder-for=\"notes\"") as Bool)
    #expect(recording.html.contains("[refreshing]") as Bool)
    #expect(recording.html.contains("Milk") as Bool)
    answer.cancel()
    await #expect(throws: CancellationError.self) { try await answer.value }
  }

  @Test func `a region that is not there is passed over`() async throws {
    let response = await asking.whole(page, at: "/notes?rehearse=nowhere:failed")
    #expect(response.status == .ok)
    #expect(try await response.html().contains("Milk") as Bool)
  }

  @Test func `without leave there is no rehearsal`() async throws {
    let asking = try Asking()
    let response = await asking.whole(page, at: "/notes?rehearse=notes:failed")
    #expect(response.status == .ok)
    #expect(response.headers[.eTag] != nil)
    #expect(try await response.html().contains("Milk") as Bool)
  }

  private var page: Page {
    .notes(edition: Edition("page")) {
      Region.notes("notes", there("Milk"), edition: Edition(1))
      Region.notes("rest", there("Bread"), edition: Edition(2))
    }
  }

  /// Lets time pass once the rehearsed load sleeps, counts its grace where it still does, and the page its silence.
  private func pass(_ duration: Duration, until writes: Int) async throws {
    await asking.clock.waitForSleepers(writes == 1 ? 3 : 2)
    await othersGoFirst()
    asking.clock.advance(by: duration)
    await recording.written.reaches(writes)
  }
}
