import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import StatePagesTesting
import StateViews
import Synchronization
import TestSupport
import Testing

@testable import StatePages

/// Pages that take long to decide, with a manual clock.
@Suite(.timeLimit(.minutes(10))) struct ShellTests {
  private let clock = ManualClock()
  private let files: TemplateFiles
  private let pages: Pages
  private let recording = RecordedBody()
  /// The reads that decide the page. They load nothing, and are held until the test ends them.
  private let reads = HeldContent<[Note]>()

  init() throws {
    files = try TemplateFiles(
      TestTemplates.texts.merging(["layouts/shell": "<!doctype html><title>App</title>\n<div>{{stage}}</div>\n"]) { $1 }
    )
    pages = Pages(
      try Templates(
        files.path, screens: TestTemplates.screens, pieces: TestTemplates.pieces + [ShellFrame.self]),
      clock: clock, shell: { _ in .shell }
    ) { .problem($0) }
  }

  private let navigation: HTTPFields = [.secFetchDest: "document"]

  /// Requests a page that is decided once the reads have ended.
  private func ask(
    _ headers: HTTPFields, method: HTTPRequest.Method = .get, isPage: Bool = true,
    _ answer: @escaping @Sendable (PageRequest, Pages) async -> Response
  ) -> Task<Response, any Error> {
    let base = CallbackResponder { [pages, reads] (request: Request, context: TestContext) in
      if isPage { pages.expectsPage() }
      // Only the end of the read matters, not its result.
      do { _ = try await reads.load { _ in } } catch {}
      return await answer(request.forPage(in: context), pages)
    }
    let responder = TransientResponder(base, promptly: pages, headers: [.server: "test"])
    return Task { [recording] in
      let request = OnePageApp.request(method: method, headers).request
      let response = try await responder.respond(to: request, context: TestContext())
      try await response.body.write(recording)
      return response
    }
  }

  private func notes(_ request: PageRequest, _ pages: Pages) async -> Response {
    await pages.response(to: request) { () throws(Failure) in
      Page.notes {
        PagePart.piece("head", Head(name: "Groceries"))
        Region.notes("list", there("Milk"))
      }
    }
  }

  /// Advances the clock to the limit once the reads have begun.
  private func passLimit() async {
    await reads.begun.reaches(1)
    await clock.waitForSleepers(1)
    clock.advance(by: pages.patience.decision)
  }

  @Test func `a page that is decided in time is sent without a shell`() async throws {
    let answer = ask(navigation, notes)
    await reads.begun.reaches(1)
    await clock.waitForSleepers(1)
    clock.advance(by: pages.patience.decision - .milliseconds(1))
    reads.end(.success(.empty("nothing-yet")))
    let response = try await answer.value
    #expect(response.status == .ok)
    #expect(recording.html.hasPrefix("<!doctype html><title>Notes</title>"))
    #expect(Shell(html: recording.html).regions == ["list"] && Shell(html: recording.html).placeholders == [])
  }

  @Test func `after the limit the shell is sent with a placeholder, then the page inside it`() async throws {
    let answer = ask(navigation, notes)
    await passLimit()
    await recording.written.reaches(1)
    #expect(recording.html.hasPrefix("<!doctype html><title>App</title>\n<div><template shadowrootmode=\"open\">"))
    #expect(Shell(html: recording.html).placeholders == ["page"])
    #expect(Shell(html: recording.html).slots == ["page"])
    reads.end(.success(.empty("nothing-yet")))
    let response = try await answer.value
    #expect(response.status == .ok)
    #expect(response.headers[.cacheControl] == "private, no-store")
    #expect(response.headers[.eTag] == nil && response.headers[.server] == "test")
    let inside = recording.writes.dropFirst().joined()
    #expect(inside.hasPrefix("<div slot=\"page\"><template shadowrootmode=\"open\">"))
    #expect(inside.contains("<h1>Groceries</h1>") && inside.contains("<li>Milk</li>"))
    #expect(inside.hasSuffix("</div></div>\n"))
    #expect(Shell(html: inside).regions == ["list"] && recording.finished.count == 1)
  }

  @Test func `slow regions are sent inside the shell, each as it settles`() async throws {
    let slow = HeldContent<[Note]>()
    let answer = ask(navigation) { request, pages in
      await pages.response(to: request) { () throws(Failure) in Page.notes { Region.notes("slow", slow) } }
    }
    await passLimit()
    await recording.written.reaches(1)
    reads.end(.success(.empty("nothing-yet")))
    await slow.begun.reaches(1)
    // Timers: deadline and status line of the shell, grace and deadline of the region, and the status line of the page.
    await clock.waitForSleepers(5)
    clock.advance(by: pages.patience.grace)
    await recording.written.reaches(2)
    #expect(Shell(html: recording.html).placeholders == ["page", "slow"])
    slow.end(.success(.content([Note("Bread")])))
    _ = try await answer.value
    #expect(recording.html.contains("data-region=\"slow\"") && recording.html.contains("<li>Bread</li>"))
    #expect(recording.finished.count == 1)
  }

  @Test func `a failure after the shell was sent is shown inside it`() async throws {
    let answer = ask(navigation) { request, pages in
      await pages.response(to: request) { () throws(Failure) -> Page in throw Failure(.notFound) }
    }
    await passLimit()
    await recording.written.reaches(1)
    reads.end(.success(.empty("nothing-yet")))
    #expect(try await answer.value.status == .ok)
    #expect(recording.html.contains("data-state=\"failed\" data-reason=\"not-found\""))
    #expect(recording.html.contains("Request "), "the id under which the log has the cause")
  }

  @Test func `a redirect after the shell was sent is a refresh inside it`() async throws {
    let answer = ask(navigation) { _, _ in .seeOther("/lists?a=1&b=\"2\"") }
    await passLimit()
    await recording.written.reaches(1)
    reads.end(.success(.empty("nothing-yet")))
    _ = try await answer.value
    #expect(
      recording.html.contains("<meta http-equiv=\"refresh\" content=\"0; url=/lists?a=1&amp;b=&quot;2&quot;\">"))
  }

  @Test func `a page that is never decided fails at the deadline, and its work is cancelled`() async throws {
    let answer = ask(navigation, notes)
    await passLimit()
    await recording.written.reaches(1)
    await clock.waitForSleepers(2)
    clock.advance(by: pages.patience.silence)
    await recording.written.reaches(2)
    #expect(recording.writes[1].contains("Still working"))
    clock.advance(by: pages.patience.deadline)
    _ = try await answer.value
    #expect(recording.html.contains("data-state=\"failed\" data-reason=\"timed-out\""))
    #expect(recording.finished.count == 1)
    await reads.cancelled.reaches(1)
  }

  @Test func `a client that disconnects after the shell cancels the work`() async throws {
    let answer = ask(navigation, notes)
    await passLimit()
    await recording.written.reaches(1)
    answer.cancel()
    await reads.cancelled.reaches(1)
    await #expect(throws: (any Error).self) { try await answer.value }
    #expect(recording.finished.count == 0)
  }

  @Test func `a client that waits for the whole page waits beyond the limit, and gets 503 at the deadline`()
    async throws
  {
    for isInTime in [true, false] {
      let (recording, reads) = (RecordedBody(), HeldContent<[Note]>())
      let base = CallbackResponder { [pages] (request: Request, context: TestContext) in
        pages.expectsPage()
        do { _ = try await reads.load { _ in } } catch {}
        return await pages.response(to: request.forPage(in: context)) { () throws(Failure) in
          Page.notes { Region.notes("list", there("Milk")) }
        }
      }
      let responder = TransientResponder(base, promptly: pages)
      let answer = Task {
        let response = try await responder.respond(to: OnePageApp.request().request, context: TestContext())
        try await response.body.write(recording)
        return response
      }
      await reads.begun.reaches(1)
      await clock.waitForSleepers(1)
      clock.advance(by: pages.patience.deadline - .milliseconds(1))
      await othersGoFirst()
      #expect(recording.written.count == 0)
      if isInTime { reads.end(.success(.empty("nothing-yet"))) } else { clock.advance(by: .milliseconds(1)) }
      let response = try await answer.value
      #expect(response.status == (isInTime ? .ok : .serviceUnavailable))
      #expect(response.headers[.retryAfter] == (isInTime ? nil : "5"))
      if !isInTime { await reads.cancelled.reaches(1) }
    }
  }

  @Test func `a prefetch gets 503 instead of a shell`() async throws {
    let answer = ask([.named("Sec-Purpose"): "prefetch", .secFetchDest: "document"], notes)
    await passLimit()
    let response = try await answer.value
    #expect(response.status == .serviceUnavailable && recording.html.isEmpty)
    #expect(response.headers[.cacheControl] == "no-store")
    await reads.cancelled.reaches(1)
  }

  @Test func `a response that may be no page has no shell, and a form never gets one`() async throws {
    let answer = ask(navigation, isPage: false) { _, _ in Response(status: .noContent) }
    await passLimit()
    await othersGoFirst()
    #expect(recording.written.count == 0)
    reads.end(.success(.empty("nothing-yet")))
    #expect(try await answer.value.status == .noContent)
    let form = ask(navigation, method: .post, notes)
    await reads.begun.reaches(2)
    reads.end(.success(.empty("nothing-yet")), load: 1)
    #expect(try await form.value.status == .ok)
  }

  @Test func `a response that is ready at once starts no timer`() async throws {
    let base = CallbackResponder { [pages] (request: Request, context: TestContext) in
      pages.expectsPage()
      return await pages.response(to: request.forPage(in: context)) { () throws(Failure) in
        Page.notes { PagePart.piece("head", Head(name: "Groceries")) }
      }
    }
    let responder = TransientResponder(base, promptly: pages)
    _ = try await responder.respond(to: OnePageApp.request(navigation).request, context: TestContext())
    #expect(clock.sleepers == 0)
  }
}

/// The layout of the tests' shells.
private struct ShellFrame: Layout {
  static let template = "layouts/shell"
  static let fields: [String: Field<ShellFrame>] = ["stage": stage]
}

extension Page {
  fileprivate static var shell: Page {
    Page(ShellFrame(), stylesheet: "/style.css", for: .test, cacheKey: nil) {
      Region<Problem>("page", failed: Failure(.timedOut))
    }
  }
}

private struct TestContext: RequestContext {
  typealias Source = TestSource
  var coreContext: CoreRequestContextStorage

  init() {
    coreContext = CoreRequestContextStorage(source: TestSource())
  }

  init(source: TestSource) {
    coreContext = CoreRequestContextStorage(source: source)
  }
}

private struct TestSource: RequestContextSource {
  var logger: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
}
