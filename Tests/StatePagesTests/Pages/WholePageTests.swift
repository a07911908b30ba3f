import HTTPTypes
import Hummingbird
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

@Suite(.timeLimit(.minutes(20))) struct WholePageTests {
  let asking: OnePageApp

  init() throws { asking = try OnePageApp() }

  @Test func `a page has its parts in reading order, between the two halves of its layout`() async throws {
    let page = Page.notes {
      PagePart.piece("head", Head(name: "Groceries"))
      Region.notes("open", there("Milk"))
      Region.notes("done", Loader { _ in .empty("nothing-yet") })
    }
    let response = await asking.whole(page)
    #expect(
      try await response.html() == """
        <!doctype html><title>Notes</title>
        <main id="main"><div class="piece head" slot="head"><h1>Groceries</h1></div>
        <div class="region notes panel" slot="open" data-region="open" data-screen="notes" data-state="content"><ul><li>Milk</li></ul></div>
        <div class="region notes panel" slot="done" data-region="done" data-screen="notes" data-state="empty" data-reason="nothing-yet"><p>There is nothing here.</p>
        </div>
        </main>
        </html>

        """)
  }

  @Test func `a page has its content type and length`() async throws {
    let response = await asking.whole(.notes { Region.notes("notes", there("Brötchen")) })
    #expect(response.headers[.contentType] == "text/html; charset=utf-8")
    #expect(response.headers[.cacheControl] == "private, no-cache")
    #expect(response.headers[.vary] == PageRequest.vary)
    #expect(response.headers[.contentLength] == String(try await response.html().utf8.count))
  }

  @Test func `a client that does not stream waits for the whole page`() async throws {
    let held = HeldContent<[Note]>()
    let answer = Task { await asking.whole(.notes { Region.notes("notes", held) }) }
    await asking.passGrace(held)
    await asking.pass(.seconds(20), withLoads: 1)
    held.progress("connecting")
    held.end(.success(.content([Note("Milk")])))
    let html = try await answer.value.html()
    #expect(html.contains("Milk") as Bool)
    #expect(!html.contains("<template") as Bool)
  }

  @Test func `a page that is ready within the grace is sent whole, with its tag`() async throws {
    let page = Page.notes { Region.notes("notes", there("Milk")) }
    let response = await asking.whole(page, [.secFetchDest: "document"])
    #expect(response.headers[.eTag] != nil)
    #expect(try await !response.html().contains("<template") as Bool)
  }

  @Test func `a load that cancels itself leaves its region unloaded, once`() async throws {
    let gaveUp = Loader<[Note]> { _ throws(Interruption) in throw .cancelled }
    let response = await asking.whole(.notes { Region.notes("notes", gaveUp, retry: .get("/notes")) })
    let html = try await response.html()
    #expect(html.ranges(of: "data-region=").count == 1)
    #expect(html.contains("data-state=\"unloaded\"") as Bool)
    #expect(html.contains("Try again") as Bool)
  }

  @Test func `a load that exceeds its deadline fails, and the page is sent`() async throws {
    let held = HeldContent<[Note]>(heedsCancellation: false)
    let answer = Task { await asking.whole(.notes { Region.notes("notes", held) }) }
    await asking.passGrace(held)
    await asking.pass(.seconds(30), withLoads: 1)
    #expect(await answer.value.status == .gatewayTimeout)
    await held.cancelled.reaches(1)
    held.end(.success(.content([])))
  }

  @Test func `content whose refresh fails is still content, with the failure above it`() async throws {
    let region = Region.notes("notes", failing(Failure(.unavailable)), from: [Note("Milk")], retry: .get("/notes"))
    let html = try await asking.whole(.notes { region }).html()
    #expect(html.contains("data-state=\"content\" data-refresh=\"failed\" data-reason=\"unavailable\"") as Bool)
    #expect(html.contains("Milk") as Bool)
    #expect(html.contains("looking for changes failed") as Bool)
    #expect(html.contains("Try again") as Bool)
  }

  @Test func `a failed region names the request`() async throws {
    let asking = try OnePageApp(["notes/failed": "{{request}}"])
    let html = try await asking.whole(.notes { Region.notes("notes", failing(Failure(.timedOut))) }).html()
    #expect(html.contains(">request-7</div>") as Bool)
  }

  @Test func `a cancelled request cancels its loads, and its page is not stored`() async {
    let held = HeldContent<[Note]>()
    let page = Page.notes { Region.notes("notes", held) }
    let answer = Task { await asking.whole(page) }
    await held.begun.reaches(1)
    answer.cancel()
    let response = await answer.value
    await held.cancelled.reaches(1)
    #expect(response.status == .serviceUnavailable)
    #expect(response.headers[.eTag] == nil)
  }

  @Test func `a page can have no regions at all`() async throws {
    let html = try await asking.whole(.notes { PagePart.piece("head", Head()) }, [.secFetchDest: "document"]).html()
    #expect(html.contains("<h1>Groceries</h1></div>\n</main>") as Bool)
  }
}
