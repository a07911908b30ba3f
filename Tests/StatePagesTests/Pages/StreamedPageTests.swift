import HTTPTypes
import Hummingbird
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

@Suite(.timeLimit(.minutes(20))) struct StreamedPageTests {
  let asking: OnePageApp
  let recording = RecordedBody()
  let slow = HeldContent<[Note]>()

  init() throws { asking = try OnePageApp() }

  private func bar(_ letters: Int) -> String { "<i>\(String(repeating: "\u{2002}", count: letters))</i>" }

  @Test func `after the grace a page is sent with placeholders, then each region as it settles`() async throws {
    let page = Page.notes {
      PagePart.piece("head", Head(name: "Groceries"))
      Region.notes("slow", slow)
      Region.notes("quick", there("Milk"))
    }
    let answer = asking.navigation(to: page, into: recording)
    await asking.passGrace(slow)
    await recording.written.reaches(1)
    #expect(
      recording.html == """
        <!doctype html><title>Notes</title>
        <main id="main"><template shadowrootmode="open"><link rel="stylesheet" href="/style.css">\
        <slot name="head"></slot>\
        <slot name="slow"><div class="region notes panel" data-screen="notes" data-state="loading" \
        data-placeholder-for="slow" aria-busy="true"><p class="status" role="status">\
        \(slots("slow", around: "Loading…\n"))</p>\
        <ul class="skeleton" aria-hidden="true" inert><li>\(bar(5))<time>\(bar(10))</time></li><li>\(bar(5))</li></ul>\
        <p class="way-out"><a href="/notes">Load again
        </a></p></div>
        </slot><slot name="quick"></slot></template>
        <div class="piece head" slot="head"><h1>Groceries</h1></div>
        <div class="region notes panel" slot="quick" data-region="quick" data-screen="notes" data-state="content">\
        <ul><li>Milk</li></ul></div>

        """)

    slow.end(.success(.content([Note("Bread")])))
    let response = try await answer.value
    #expect(
      recording.writes.dropFirst() == [
        """
        <div class="region notes panel" slot="slow" data-region="slow" data-screen="notes" data-state="content">\
        <ul><li>Bread</li></ul></div>

        """, "</main>\n</html>\n",
      ])
    #expect(recording.finished.count == 1)
    #expect(response.status == .ok)
    #expect(response.headers[.eTag] == nil)
    #expect(response.headers[.contentLength] == nil)
    #expect(response.headers[.named("X-Accel-Buffering")] == "no")
    #expect(response.headers[.vary] == PageRequest.vary)
  }

  @Test func `regions are sent in the order in which they settle, and slots stay in reading order`() async throws {
    let held = (0..<4).map { _ in HeldContent<[Note]>() }
    let page = Page.notes {
      for (index, content) in held.enumerated() { Region.notes("r\(index)", content) }
    }
    let answer = asking.navigation(to: page, into: recording)
    for held in held { await held.begun.reaches(1) }
    await asking.clock.waitForSleepers(9)
    asking.clock.advance(by: .milliseconds(150))
    await recording.written.reaches(1)
    #expect(Shell(html: recording.html).slots == ["r0", "r1", "r2", "r3"])
    #expect(Shell(html: recording.html).placeholders == ["r0", "r1", "r2", "r3"])
    for (written, index) in [2, 0, 3, 1].enumerated() {
      held[index].end(.success(.content([])))
      await recording.written.reaches(written + 2)
    }
    _ = try await answer.value
    #expect(Shell(html: recording.html).regions == ["r2", "r0", "r3", "r1"])
    #expect(recording.html.hasSuffix("</main>\n</html>\n"))
  }

  /// Repeated, because the graces of the regions end in any order.
  @Test(arguments: 0..<25) func `every region that is still loading has its placeholder`(round: Int) async throws {
    let held = (0..<6).map { _ in HeldContent<[Note]>() }
    let page = Page.notes {
      for (index, content) in held.enumerated() { Region.notes("r\(index)", content) }
    }
    let answer = asking.navigation(to: page, into: recording)
    for held in held { await held.begun.reaches(1) }
    await asking.clock.waitForSleepers(13)
    asking.clock.advance(by: .milliseconds(150))
    await recording.written.reaches(1)
    #expect(Shell(html: recording.writes[0]).placeholders == (0..<6).map { "r\($0)" })
    for held in held { held.end(.success(.content([]))) }
    _ = try await answer.value
    #expect(Set(Shell(html: recording.html).regions).count == 6)
  }

  @Test func `a failure in a region stays in its region, and the page ends completely`() async throws {
    let other = HeldContent<[Note]>()
    let page = Page.notes {
      Region.notes("slow", slow, retry: .get("/notes"))
      Region.notes("other", other)
    }
    let answer = asking.navigation(to: page, into: recording)
    await asking.passGrace(slow, other)
    await recording.written.reaches(1)
    slow.end(.failure(.failed(Failure(.sourceFailed))))
    await recording.written.reaches(2)
    #expect(recording.writes[1].contains("data-state=\"failed\" data-reason=\"source-failed\"") as Bool)
    #expect(recording.writes[1].contains("request-7") as Bool)
    #expect(recording.writes[1].contains("Try again") as Bool)
    other.end(.success(.empty("nothing-yet")))
    #expect(try await answer.value.status == .ok)
    #expect(recording.writes[2].contains("data-state=\"empty\" data-reason=\"nothing-yet\"") as Bool)
    #expect(recording.finished.count == 1)
  }

  @Test func `a region that misses the deadline fails, and the page ends`() async throws {
    let deaf = HeldContent<[Note]>(heedsCancellation: false)
    let answer = asking.navigation(to: .notes { Region.notes("slow", deaf) }, into: recording)
    await asking.passGrace(deaf)
    await recording.written.reaches(1)
    await asking.pass(.milliseconds(29_850), withLoads: 1)
    _ = try await answer.value
    #expect(recording.html.contains("data-state=\"failed\" data-reason=\"timed-out\"") as Bool)
    #expect(Shell(html: recording.html).regions == ["slow"])
    #expect(recording.html.hasSuffix("</main>\n</html>\n"))
    #expect(recording.finished.count == 1)
    deaf.end(.success(.content([])))
  }

  @Test func `a load that cancels itself leaves its region unloaded, once`() async throws {
    let answer = asking.navigation(to: .notes { Region.notes("slow", slow) }, into: recording)
    await asking.passGrace(slow)
    await recording.written.reaches(1)
    slow.end(.failure(.cancelled))
    _ = try await answer.value
    #expect(Shell(html: recording.html).regions == ["slow"])
    #expect(recording.html.contains("data-state=\"unloaded\"") as Bool)
  }

  @Test func `a streamed page has its explicit status, too`() async throws {
    let answer = asking.navigation(to: .notes(status: .notFound) { Region.notes("slow", slow) }, into: recording)
    await asking.passGrace(slow)
    await recording.written.reaches(1)
    slow.end(.success(.content([])))
    #expect(try await answer.value.status == .notFound)
  }

  @Test func `the reload link leads back to the page, whatever its address contains`() async throws {
    let answer = asking.navigation(to: .notes { Region.notes("slow", slow) }, at: "/notes?a=1&b=%22'<", into: recording)
    await asking.passGrace(slow)
    await recording.written.reaches(1)
    #expect(recording.html.contains("<a href=\"/notes?a=1&amp;b=%22&#39;&lt;\">") as Bool)
    slow.end(.success(.content([])))
    _ = try await answer.value
  }

  @Test func `a name chosen by a reader is escaped in its region's caption`() async throws {
    let asking = try OnePageApp(["notes/loading": "<p>{{list}}</p>", "notes/status": "Loading {{list}}"])
    let region = Region<Notes>("slow", slow, caption: Notes.Caption(list: "<Groceries>"))
    let answer = asking.navigation(to: .notes { region }, into: recording)
    await asking.passGrace(slow)
    await recording.written.reaches(1)
    #expect(recording.html.contains("<p>&lt;Groceries&gt;</p>") as Bool)
    #expect(recording.html.contains("Loading &lt;Groceries&gt;") as Bool)
    slow.progress("connecting")
    await recording.written.reaches(2)
    #expect(recording.writes[1] == "<span slot=\"slow-status-1\">Loading &lt;Groceries&gt;</span>\n")
    slow.end(.success(.content([])))
    _ = try await answer.value
  }

  private func slots(_ region: String, around words: String) -> String {
    (1...8).reduce(words) { "<slot name=\"\(region)-status-\($1)\">\($0)</slot>" }
  }
}
