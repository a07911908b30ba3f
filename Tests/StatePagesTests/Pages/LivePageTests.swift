import HTTPTypes
import Hummingbird
import StatePagesTesting
import StateViews
import Synchronization
import TestSupport
import Testing

@testable import StatePages

@Suite(.timeLimit(.minutes(20))) struct LivePageTests {
  private let asking: OnePageApp
  private let recording = RecordedBody()
  private let board = Board()

  init() throws { asking = try OnePageApp() }

  /// What a page shows, which changes.
  private final class Board: Sendable {
    private let state = Mutex<(notes: Result<[String], Failure>, lastNote: Int)>((.success(["Milk"]), 0))
    /// How often the page was made.
    let made = Tally()
    let changes = AsyncStream.makeStream(of: Void.self)

    func set(_ notes: Result<[String], Failure>) {
      setSilently(notes)
      changes.continuation.yield()
    }

    func setSilently(_ notes: Result<[String], Failure>) { state.withLock { $0.notes = notes } }

    /// The page, whose notes are counted.
    func page(holding held: (any Sendable)? = nil, keeping lasting: String? = nil) throws(Failure) -> Page {
      made.increment()
      let notes = try state.withLock { $0.notes }.get().map { Note($0) }
      let page = Page.notes {
        if lasting != nil { PagePart.piece("first", Head(name: notes[0].title)) }
        if let lasting { PagePart.piece(lasting, Head(name: "Field")) }
        Region.notes("notes", Loader { _ in .content(notes) })
      }
      if isOver.withLock({ $0 }) { return page }
      return page.live(changes.stream, for: .seconds(50), holding: held, keeping: lasting) { [self] isOpen in
        if !isOpen { return Head(name: "once") }
        let number = state.withLock { state in
          state.lastNote += 1
          return state.lastNote
        }
        return Head(name: String(number))
      }
    }

    /// Whether the page is not kept up to date any more.
    let isOver = Mutex(false)
  }

  /// Requests the page as a browser does, or another client.
  private func answer(
    _ dest: String? = "document", holding held: (any Sendable)? = nil, keeping lasting: String? = nil
  ) -> Task<Response, any Error> {
    Task { [asking, recording, board] in
      var headers: HTTPFields = [.acceptEncoding: "gzip"]
      headers[.secFetchDest] = dest
      let response = await asking.pages.response(to: OnePageApp.request(headers)) { () throws(Failure) in
        try board.page(holding: held, keeping: lasting)
      }
      try await response.body.write(recording)
      return response
    }
  }

  private func stage(_ title: String) -> String {
    """
    <div class="live" slot="live"><div class="region notes panel" slot="notes" data-region="notes" data-screen="notes" \
    data-state="content"><ul><li>\(title)</li></ul></div>

    """
  }

  private func note(_ number: Int) -> String { "<div class=\"piece note\" slot=\"note\"><h1>\(number)</h1></div>\n" }

  private let opening = """
    <!doctype html><title>Notes</title>
    <main id="main"><template shadowrootmode="open"><link rel="stylesheet" href="/style.css">\
    <slot name="live"></slot></template>

    """

  @Test func `each change is another stage in the same slot, and the response goes on`() async throws {
    let answer = answer()
    await recording.written.reaches(1)
    board.set(.success(["Bread"]))
    await recording.written.reaches(2)
    board.set(.success(["Honey"]))
    await recording.written.reaches(3)
    #expect(
      recording.writes == [
        opening + stage("Milk") + note(1), "</div>\n" + stage("Bread") + note(2), "</div>\n" + stage("Honey") + note(3),
      ])
    #expect(recording.finished.count == 0)
    answer.cancel()
    await #expect(throws: CancellationError.self) { try await answer.value }
  }

  @Test func `a change that shows nothing new sends nothing, and an interval sends a note`() async throws {
    let answer = answer()
    await recording.written.reaches(1)
    board.set(.success(["Milk"]))
    await board.made.reaches(2)
    await asking.clock.waitForSleepers(2)
    asking.clock.advance(by: .seconds(20))
    await recording.written.reaches(2)
    #expect(recording.writes.dropFirst() == [note(2)])
    // What no change told of is seen at the interval.
    board.setSilently(.success(["Bread"]))
    await asking.clock.waitForSleepers(2)
    asking.clock.advance(by: .seconds(20))
    await recording.written.reaches(3)
    #expect(recording.writes.last == "</div>\n" + stage("Bread") + note(3))
    answer.cancel()
    _ = await answer.result
  }

  @Test func `when its time is over, the page ends properly, and the browser requests it again`() async throws {
    let answer = answer()
    await recording.written.reaches(1)
    await asking.clock.waitForSleepers(2)
    asking.clock.advance(by: .seconds(50))
    let response = try await answer.value
    #expect(response.headers[.contentEncoding] == nil)
    #expect(
      recording.html.hasSuffix("<meta http-equiv=\"refresh\" content=\"0;url=/notes\">\n</div>\n</main>\n</html>\n"))
    #expect(recording.finished.count == 1)
  }

  @Test func `a failure that a retry may mend leaves the page as it is, and any other ends it`() async throws {
    let answer = answer()
    await recording.written.reaches(1)
    board.set(.failure(Failure(.unavailable)))
    await board.made.reaches(2)
    board.set(.success(["Bread"]))
    await recording.written.reaches(2)
    #expect(recording.writes.last == "</div>\n" + stage("Bread") + note(2))
    board.set(.failure(Failure(.notFound)))
    _ = try await answer.value
    let last = recording.writes.dropFirst(2).joined()
    #expect(
      last.contains("data-region=\"page\" data-screen=\"problem\" data-state=\"failed\" data-reason=\"not-found\""))
    #expect(last.hasSuffix("</div>\n</main>\n</html>\n") && !last.contains("refresh"))
  }

  @Test func `other clients get the page once, with its note`() async throws {
    let response = try await answer(nil).value
    #expect(response.headers[.eTag] != nil)
    #expect(!recording.html.contains("live"))
    #expect(recording.html.contains("<h1>once</h1>"))
    #expect(board.made.count == 1)
    let selecting = OnePageApp.request(at: "/notes?only=notes", [.secFetchDest: "document"])
    let selected = await asking.pages.response(to: selecting) { () throws(Failure) in try board.page() }
    #expect(selected.status == .ok && selected.headers[.contentLength] != nil)
  }

  @Test func `a piece that lasts is sent once, between the parts before it and those behind`() async throws {
    let answer = answer(keeping: "field")
    await recording.written.reaches(1)
    func leading(_ title: String) -> String {
      """
      <div class="live leading" slot="live-leading"><div class="piece first" slot="first"><h1>\(title)</h1></div>
      </div>

      """
    }
    #expect(
      recording.writes == [
        opening.replacing(
          "<slot name=\"live\">",
          with: "<slot name=\"live-leading\"></slot><slot name=\"field\"></slot><slot name=\"live\">")
          + "<div class=\"piece field\" slot=\"field\"><h1>Field</h1></div>\n" + leading("Milk") + stage("Milk")
          + note(1)
      ])
    board.set(.success(["Bread"]))
    await recording.written.reaches(2)
    #expect(recording.writes.last == "</div>\n" + leading("Bread") + stage("Bread") + note(2))
    answer.cancel()
    _ = await answer.result
  }

  @Test func `with a piece that lasts, the page ends with words, and what was typed stays`() async throws {
    let answer = answer(keeping: "field")
    await recording.written.reaches(1)
    await asking.clock.waitForSleepers(2)
    asking.clock.advance(by: .seconds(50))
    _ = try await answer.value
    #expect(
      recording.html.hasSuffix(
        "<div class=\"piece note\" slot=\"note\"><h1>once</h1></div>\n</div>\n</main>\n</html>\n"))
    #expect(!recording.html.contains("http-equiv"))
  }

  @Test func `what ends a page takes the place of the piece that lasts, too`() async throws {
    let answer = answer(keeping: "field")
    await recording.written.reaches(1)
    board.set(.failure(Failure(.notFound)))
    _ = try await answer.value
    #expect(recording.html.contains("<div class=\"live last\" slot=\"live\"><div class=\"region problem"))
  }

  @Test func `a page that is kept up to date no longer shows its parts once more, and the browser requests it`()
    async throws
  {
    let answer = answer()
    await recording.written.reaches(1)
    board.isOver.withLock { $0 = true }
    board.set(.success(["Bread"]))
    _ = try await answer.value
    let last = stage("Bread").replacing("class=\"live\"", with: "class=\"live last\"")
    #expect(
      recording.writes.dropFirst().joined()
        == "</div>\n" + last + "<meta http-equiv=\"refresh\" content=\"0;url=/notes\">\n</div>\n</main>\n</html>\n")
  }

  @Test func `what a button opens has a name of its own in each stage`() {
    let menu = Markup(
      rendered: "<p id=\"a\">1</p><b popovertarget=\"a-b\"></b><i id=\"a-b\" popover></i><u id=\"a-bc\">")
    #expect(
      menu.namingPopovers(7).html
        == "<p id=\"a\">1</p><b popovertarget=\"a-b-7\"></b><i id=\"a-b-7\" popover></i><u id=\"a-bc\">")
    #expect(Markup(rendered: "<p id=\"a\">").namingPopovers(7).html == "<p id=\"a\">")
  }

  @Test func `what a page holds is released when its client has left`() async throws {
    let released = Tally()
    let answer = answer(holding: Held(released))
    await recording.written.reaches(1)
    #expect(released.count == 0)
    answer.cancel()
    _ = await answer.result
    await released.reaches(1)
  }

  /// Counts its end.
  private final class Held: Sendable {
    private let released: Tally

    init(_ released: Tally) { self.released = released }

    deinit { released.increment() }
  }
}
