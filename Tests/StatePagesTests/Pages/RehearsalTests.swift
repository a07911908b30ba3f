import HTTPTypes
import Hummingbird
import StatePagesTesting
import StateViews
import TestSupport
import Testing

@testable import StatePages

@Suite(.timeLimit(.minutes(20))) struct RehearsalTests {
  let asking: OnePageApp
  let recording = RecordedBody()

  init() throws {
    asking = try OnePageApp(
      ["states/refreshing": "[refreshing]", "states/refresh-failed": "[refresh failed]"], rehearses: true)
  }

  @Test(arguments: [nil, ""])
  func `without cues there is no rehearsal`(text: String?) throws {
    #expect(try page.rehearsing(text, clock: asking.clock) == nil)
  }

  @Test(arguments: [
    "notes", ":", "notes:", "notes:content", "notes:fialed", "notes:stale", "notes:loading:-5", "notes:loading:300001",
    "notes:loading:a:b", "notes:loading:5:a", "notes:unloaded:x", "notes:failed:not-found:x", "rest:unloaded,notes:x",
    "nowhere:failed", "notes:failed:nonsense", "notes:empty:no-matches", "notes:loading:soon", "notes:refreshing:soon",
    "notes:refresh-failed:nonsense",
  ])
  func `an invalid cue is reported with the valid ones`(text: String) async throws {
    let response = await asking.whole(page, at: "/notes?rehearse=\(text)")
    #expect(response.status == .badRequest)
    let words = try await response.html()
    #expect(words.contains("“\(text.split(separator: ",").last ?? "")”") as Bool)
    for cue in [
      "notes:loading:connecting", "notes:refreshing:received", "notes:empty:all-done", "notes:failed:changed-since",
      "rest:refresh-failed:unavailable", "rest:unloaded",
    ] { #expect(words.contains("    \(cue)\n") as Bool, "\(cue)") }
  }

  @Test func `every cue that is listed is valid`() async throws {
    for region in page.regions {
      for held in region.rehearsals {
        let timed = held.isTimed ? ":0" : ""
        let response = await asking.whole(page, at: "/notes?rehearse=\(region.name):\(held.cue)\(timed)")
        #expect(response.status != .badRequest, "\(held.cue)")
      }
    }
  }

  @Test(arguments: [
    ("empty", "data-state=\"empty\" data-reason=\"nothing-yet\"", "There is nothing here."),
    ("empty:all-done", "data-state=\"empty\" data-reason=\"all-done\"", "All 23 done by Ann"),
    ("failed:not-found", "data-state=\"failed\" data-reason=\"not-found\"", "No such notes."),
    ("failed:conflict", "data-state=\"failed\" data-reason=\"changed-since\"", "This has changed"),
    ("failed:changed-since", "data-state=\"failed\" data-reason=\"changed-since\"", "This has changed"),
    (
      "refresh-failed:timed-out", "data-state=\"content\" data-refresh=\"failed\" data-reason=\"timed-out\"",
      "[refresh failed]<ul><li>Milk"
    ),
    (
      "refresh-failed:changed-since", "data-state=\"content\" data-refresh=\"failed\" data-reason=\"changed-since\"",
      "[refresh failed]<ul><li>Milk"
    ),
    ("unloaded", "data-state=\"unloaded\"", "Not loaded yet."),
  ])
  func `a cue holds its region in a state`(cue: String, attributes: String, words: String) async throws {
    let html = try await asking.whole(page, at: "/notes?rehearse=notes:\(cue)").html()
    #expect(html.contains("data-region=\"notes\" data-screen=\"notes\" \(attributes)>") as Bool)
    #expect(html.contains(words) as Bool)
    #expect(html.contains("Bread") as Bool)
  }

  @Test func `a rehearsed failure has its status`() async {
    #expect(await asking.whole(page, at: "/notes?rehearse=notes:failed:timed-out").status == .gatewayTimeout)
  }

  @Test func `a query may be percent-encoded`() async throws {
    let html = try await asking.whole(page, at: "/notes?a=b&rehearse=notes%3Aempty%2Crest%3aempty%3Aall-done").html()
    #expect(html.ranges(of: "data-state=\"empty\"").count == 2)
  }

  @Test func `a load can be delayed, and then ends with its own result`() async throws {
    let answer = asking.navigation(to: page, at: "/notes?rehearse=notes:loading:3000", into: recording)
    try await pass(.milliseconds(150), until: 1)
    #expect(recording.html.contains("data-placeholder-for=\"notes\"") as Bool)
    try await pass(.milliseconds(2850), until: 3)
    _ = try await answer.value
    #expect(recording.writes[1].contains("Milk") as Bool)
  }

  @Test(arguments: ["loading", "refreshing"])
  func `a rehearsal without a duration ends at the limit`(cue: String) async throws {
    let answer = asking.navigation(to: page, at: "/notes?rehearse=notes:\(cue)", into: recording)
    try await pass(.milliseconds(150), until: 1)
    asking.clock.advance(by: Rehearsal.limit - .seconds(1))
    await othersGoFirst()
    #expect(Shell(html: recording.html).regions == ["rest"])
    // The status line's timer starts anew.
    await asking.clock.waitForSleepers(3)
    asking.clock.advance(by: .seconds(1))
    _ = try await answer.value
    #expect(Shell(html: recording.html).regions == ["rest", "notes"])
    #expect(recording.html.contains("data-region=\"notes\" data-screen=\"notes\" data-state=\"content\">") as Bool)
    #expect(recording.finished.count == 1)
  }

  @Test func `a load can be held at a stage of its screen`() async throws {
    let asking = try OnePageApp(["notes/status/connecting": "Calling…"], rehearses: true)
    let answer = asking.navigation(to: page, at: "/notes?rehearse=notes:loading:connecting", into: recording)
    await asking.clock.waitForSleepers(4)
    await othersGoFirst()
    asking.clock.advance(by: .milliseconds(150))
    await recording.written.reaches(1)
    #expect(recording.html.contains(">Calling…<") as Bool)
    answer.cancel()
    await #expect(throws: CancellationError.self) { try await answer.value }
  }

  @Test func `content can be held in its refreshing state`() async throws {
    let answer = asking.navigation(to: page, at: "/notes?rehearse=notes:refreshing", into: recording)
    try await pass(.milliseconds(150), until: 1)
    #expect(
      recording.html.contains("data-state=\"content\" data-refresh=\"running\" data-placeholder-for=\"notes\"") as Bool)
    #expect(recording.html.contains("[refreshing]") as Bool)
    #expect(recording.html.contains("Milk") as Bool)
    answer.cancel()
    await #expect(throws: CancellationError.self) { try await answer.value }
  }

  @Test func `without the setting there is no rehearsal`() async throws {
    let asking = try OnePageApp()
    let response = await asking.whole(page, at: "/notes?rehearse=notes:failed")
    #expect(response.status == .ok)
    #expect(response.headers[.eTag] != nil)
    #expect(try await response.html().contains("Milk") as Bool)
  }

  private var page: Page {
    .notes {
      Region.notes("notes", there("Milk"))
      Region.notes("rest", there("Bread"))
    }
  }

  /// Advances the clock once all timers run: rehearsed load, deadline, grace unless that is over, and status line.
  private func pass(_ duration: Duration, until writes: Int) async throws {
    await asking.clock.waitForSleepers(writes == 1 ? 4 : 3)
    await othersGoFirst()
    asking.clock.advance(by: duration)
    await recording.written.reaches(writes)
  }
}
