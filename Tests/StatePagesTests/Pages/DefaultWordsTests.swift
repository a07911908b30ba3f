import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import StatePagesTesting
import StateViews
import TestSupport
import Testing

@testable import StatePages

/// What readers see of an app that has no words of its own, and what its operator finds in the log.
struct DefaultWordsTests {
  private struct Mishap: Error, CustomStringConvertible {
    let description = "connection reset"
  }

  private let app: OnePageApp
  private let log = RecordedLog()

  init() throws {
    app = try OnePageApp([
      "layouts/page": "<!doctype html><title>{{title}}</title><main>{{stage}}</main>",
      "problem/failed": "{{> states/failed}}", "states/failed/not-found": "{{> states/failed}}",
    ])
  }

  @Test func `every kind of failure has words of its own, none about saving`() async throws {
    var words: Set<String> = []
    for kind in Failure.Kind.allCases {
      let response = await app.pages.problem(Failure(kind), for: OnePageApp.request())
      let element = try #require(try HTMLReader.page(try await response.html()).region("page"))
      let text = try #require(element.first("h2")).text + (element.first("p")?.text ?? "")
      #expect(!text.lowercased().contains("save") as Bool, "\(text)")
      #expect(words.insert(text).inserted, "\(text)")
      #expect(element.all("h2").count == 1)
    }
  }

  @Test func `a failure that no retry can help with leads to the start page, below the base path`() async throws {
    let below = try OnePageApp(["problem/failed": "{{> states/failed}}"], basePath: try BasePath("/tours"))
    let html = try await below.pages.problem(Failure(.internal), for: OnePageApp.request()).html()
    #expect(html.contains("<a href=\"/tours/\">") as Bool)
    let retried = try await app.whole(
      .notes { Region.notes("notes", failing(Failure(.timedOut)), retry: .get("/notes")) }
    ).html()
    #expect(retried.contains("<button>Try again</button>") && !retried.contains("start page"))
  }

  @Test func `a failed region is logged once under the request id, with its reason and cause`() async throws {
    let failures = [
      "a": Failure(.sourceFailed, "closed", cause: Mishap()), "b": Failure(.internal, cause: Mishap()),
      "c": Failure(.notFound),
    ]
    let page = Page.notes {
      for (name, failure) in failures.sorted(by: { $0.key < $1.key }) { Region.notes(name, failing(failure)) }
      Region.notes("d", failing(Failure(.timedOut)), from: [Note("Milk")])
    }
    let html = try await app.pages.response(to: request) { () throws(Failure) in page }.html()
    #expect(!html.contains("connection reset") as Bool)
    let lines = log.lines.filter { $0.text.hasPrefix("a region failed") }
    #expect(lines.map(\.level).sorted() == [.debug, .info, .warning, .error])
    let told = lines.map(\.text).sorted()
    #expect(
      told[0] == "a region failed cause=connection reset hb.request.id=request-7 kind=internal reason=internal region=b"
    )
    #expect(
      told[1]
        == "a region failed cause=connection reset hb.request.id=request-7 kind=source-failed reason=closed region=a")
    #expect(told.last?.hasSuffix("kind=timed-out reason=timed-out region=d") == true)
  }

  @Test func `a failure that is thrown for a page is logged in the same way`() async throws {
    let response = await app.pages.response(to: request) { () throws(Failure) in
      throw Failure(.unavailable, cause: Mishap())
    }
    #expect(response.status == .serviceUnavailable)
    #expect(
      log.texts == [
        "a region failed cause=connection reset hb.request.id=request-7 kind=unavailable reason=unavailable region=page"
      ])
  }

  @Test func `causes do not tell failures apart`() {
    #expect(Failure(.timedOut, cause: Mishap()) == Failure(.timedOut))
    #expect(Set([Failure(.timedOut, cause: Mishap()), Failure(.timedOut)]).count == 1)
  }

  @Test func `the starter stylesheet styles each class of the templates, and hides the way out at first`() async throws
  {
    let router = Router().addStarterStylesheet()
    let css = try await Application(router: router).test(.router) { client in
      let response = try await client.executeRequest(uri: "/style.css", method: .get, headers: [:], body: nil)
      #expect(response.headers[.contentType] == "text/css; charset=utf-8")
      return String(buffer: response.body)
    }
    #expect(css.utf8.count < 4_400)
    let classes = EmbeddedTemplates.texts.values.flatMap { text in
      text.matches(of: /\sclass="([a-z -]+)"/).flatMap { $0.output.1.split(separator: " ") }
    }
    for name in Set(classes).subtracting(["gallery-table", "gallery-group", "hint", "back", "refresh-failed"]) {
      #expect(css.contains(".\(name)") as Bool, "\(name)")
    }
    #expect(css.contains(".way-out { margin: 0 0 1rem; animation: appear .3s 20s both; }") as Bool)
  }

  private var request: PageRequest {
    var logger = log.logger(from: .trace)
    logger[metadataKey: "hb.request.id"] = "request-7"
    return PageRequest(OnePageApp.request().request, logger)
  }
}
