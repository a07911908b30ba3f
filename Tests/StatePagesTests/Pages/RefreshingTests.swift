import Hummingbird
import StatePagesTesting
import StateViews
import TestSupport
import Testing

@testable import StatePages

/// Regions with a last good copy to show while they load.
@Suite(.timeLimit(.minutes(20))) struct RefreshingTests {
  let asking: OnePageApp
  let recording = RecordedBody()
  let slow = HeldContent<[Note]>()

  init() throws { asking = try OnePageApp() }

  @Test func `a copy whose refresh was cancelled is not cached as the result`() async throws {
    func page(_ content: some StatefulContent<[Note]>) -> Page {
      .notes { Region.notes("notes", content, from: [Note("Old milk")]) }
    }
    let today = PageVersion("today")
    let cancelled = Loader<[Note]> { _ throws(Interruption) in throw .cancelled }
    let old = await asking.whole(page(cancelled), version: today)
    #expect(old.headers[.eTag] == nil)
    #expect(try await old.html().contains("Old milk") as Bool)
    let new = await asking.whole(page(there("New milk")), version: today)
    #expect(try await new.html().contains("New milk") as Bool)
    #expect(new.headers[.eTag] != nil)
    #expect(try await asking.whole(page(cancelled), version: today).html().contains("New milk") as Bool)
  }

  @Test func `after the grace the last good copy is shown, marked as refreshing`() async throws {
    let answer = try await begin()
    let shell = recording.writes[0]
    #expect(shell.contains("data-state=\"content\" data-refresh=\"running\" data-placeholder-for=\"notes\"") as Bool)
    #expect(shell.contains("aria-busy=\"true\"") as Bool)
    #expect(shell.contains("<p class=\"banner refreshing\" role=\"status\">Looking for changes…</p>") as Bool)
    #expect(shell.contains("<li>Old milk</li>") as Bool)
    #expect(!shell.contains("Loading…") as Bool)
    #expect(!shell.contains("skeleton") as Bool)
    #expect(Shell(html: shell).regions.isEmpty)
    #expect(Shell(html: shell).slots == ["notes"])
    slow.end(.success(.content([Note("New milk")])))
    _ = try await answer.value
    #expect(Shell(html: recording.html).regions == ["notes"])
    #expect(
      recording.writes[1] == """
        <div class="region notes panel" slot="notes" data-region="notes" data-screen="notes" data-state="content">\
        <ul><li>New milk</li></ul></div>

        """)
  }

  @Test func `a region that shows its last good copy has no status line besides the refreshing banner`() async throws {
    let answer = try await begin()
    #expect(recording.writes[0].ranges(of: "role=\"status\"").count == 1)
    #expect(!recording.writes[0].contains("notes-status-1") as Bool)
    slow.progress("received")
    await asking.pass(.seconds(5), withLoads: 1)
    await othersGoFirst()
    slow.end(.success(.content([])))
    _ = try await answer.value
    #expect(recording.writes.count == 3)
  }

  @Test func `a refresh that fails keeps the content, with the failure above it`() async throws {
    let answer = try await begin()
    slow.end(.failure(.failed(Failure(.sourceFailed))))
    _ = try await answer.value
    let settled = recording.writes[1]
    #expect(settled.contains("data-state=\"content\" data-refresh=\"failed\" data-reason=\"source-failed\"") as Bool)
    #expect(settled.contains("<li>Old milk</li>") as Bool)
    #expect(settled.contains("looking for changes failed") as Bool)
    #expect(Shell(html: recording.html).regions == ["notes"])
  }

  @Test func `a refresh that ends empty leaves the region empty`() async throws {
    let answer = try await begin()
    slow.end(.success(.empty("nothing-yet")))
    _ = try await answer.value
    #expect(recording.writes[1].contains("data-state=\"empty\"") as Bool)
  }

  @Test func `within the grace only the new content is sent`() async throws {
    let region = Region.notes("notes", there("New milk"), from: [Note("Old milk")])
    let html = try await asking.whole(.notes { region }, [.secFetchDest: "document"]).html()
    #expect(html.contains("New milk") as Bool)
    #expect(!html.contains("Old milk") as Bool)
  }

  private func begin() async throws -> Task<Response, any Error> {
    let region = Region.notes("notes", slow, from: [Note("Old milk")])
    let answer = asking.navigation(to: .notes { region }, into: recording)
    await asking.passGrace(slow)
    await recording.written.reaches(1)
    return answer
  }
}
