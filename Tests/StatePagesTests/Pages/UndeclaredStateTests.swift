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

/// Mistakes of an app that only a page shows: strict pages report them.
struct UndeclaredStateTests {
  @Test(
    arguments: [
      (
        .empty("all-dnoe"),
        "is empty for the reason “all-dnoe”, which Notes.emptyReasons does not declare: is all-done meant?"
      ),
      (.empty(Reason("all-done", ["completed": .number(1), "by": .number(2)])), "does not declare so: by."),
      (.failed(Failure(.conflict, "locked")), "has failed as conflict for the reason “locked”, which Notes.failures"),
      (.failed(Failure(.gone)), "has failed as gone for the reason “gone”, which Notes.failures"),
      (.content([Note("Milk")], .failed(Failure(.forbidden))), "has failed as forbidden"),
      (.loading("asking"), "is at the stage “asking”, which Notes.stages does not declare"),
      (
        .loading(Reason("received", ["of": .number(1)])),
        "“received” with facts that Notes.stages does not declare so: of."
      ),
      (.empty("nothing-yet"), nil), (.failed(Failure(.notFound)), nil), (.failed(Failure(.internal)), nil),
      (.failed(Failure(.conflict, "changed-since")), nil), (.failed(.stopping), nil), (.unloaded, nil),
      (.loading(nil), nil),
      (.content([], .idle), nil), (.loading(Reason("received", ["number": .number(3)])), nil),
    ] as [(ViewState<[Note]>, String?)])
  func `a state that the screen does not declare is a mistake`(state: ViewState<[Note]>, words: String?) {
    let mistake = Region.notes("notes", there("Milk")).mistake(in: state)?.description
    #expect((mistake == nil) == (words == nil), "\(mistake ?? "")")
    if let mistake, let words { #expect(mistake.contains(words) as Bool, "\(mistake)") }
    #expect(mistake?.hasPrefix("The region “notes” (StatePagesTests/OnePageApp.swift:") != false)
  }

  @Test func `a list screen that shows no rows is a mistake`() {
    let region = Region<Rows>("rows", Loader<[Note]>(.content([])))
    #expect(region.mistake(in: .content([], .idle))?.description.contains("Loaded(rows, orEmpty: …)") == true)
    #expect(region.mistake(in: .content([Note("Milk")], .idle)) == nil)
  }

  @Test func `strict pages report it in place of the page, and others show it`() async throws {
    let page = Page.notes { Region.notes("notes", Loader { _ in .empty("forgotten") }) }
    let strict = await (try OnePageApp(isStrict: true)).whole(page)
    #expect(strict.status == .internalServerError)
    #expect(try await strict.html().contains("“forgotten”") as Bool)
    #expect(await (try OnePageApp()).whole(page).status == .ok)
  }

  @Test func `a streamed page logs it and shows it in the place of the region`() async throws {
    let (app, held, log) = (try OnePageApp(isStrict: true), HeldContent<[Note]>(), RecordedLog())
    let request = PageRequest(OnePageApp.request([.secFetchDest: "document"]).request, log.logger(from: .error))
    let page = Page.notes { Region.notes("notes", held) }
    let visit = StreamedVisit { await app.pages.response(to: request) { () throws(Failure) in page } }
    await app.passGrace(held)
    #expect(await visit.shows("data-placeholder-for"))
    held.progress("asking")
    held.end(.success(.empty("nothing-yet")))
    let html = try await visit.end().html
    #expect(log.texts.contains { $0.contains("is at the stage “asking”") })
    #expect(html.contains("is at the stage “asking”") && !html.contains("Nothing yet"))
    #expect(html.contains("data-state=\"failed\" data-reason=\"mistake\"") as Bool)
  }

  @Test func `an empty page and a name with a space are mistakes`() async throws {
    let app = try OnePageApp(isStrict: true)
    #expect(try await app.whole(.notes {}).html().contains("is empty. Give it a region or a piece.") as Bool)
    let named = Page.notes { Region.notes("my notes", there("Milk")) }
    #expect(try await app.whole(named).html().contains("has the name “my notes”") as Bool)
  }

  @Test func `two elements with one id are a mistake, also in different regions`() async throws {
    let app = try OnePageApp(["notes/content": "<b id=\"first\">{{list}}</b>"], isStrict: true)
    let html = try await app.whole(
      .notes {
        Region.notes("a", there("Milk"))
        Region.notes("b", there("Bread"))
      }
    ).html()
    #expect(html.contains("Two elements of this page have the id “first”") as Bool)
  }

  @Test func `the query of a retry becomes fields`() {
    #expect(
      FormAction.get("/notes?page=2&all", [.init("a", "b")])
        == .get("/notes", [.init("page", "2"), .init("all", ""), .init("a", "b")]))
  }

  @Test func `a route without the middleware is reported`() async throws {
    let files = try TemplateFiles()
    let pages = Pages(try files.templates(), clock: ManualClock(), isStrict: true) { .problem($0) }
    let router = Router(context: PageRequestContext.self)
    @Sendable func page(_ request: Request, _ context: PageRequestContext) async -> Response {
      await pages.response(to: request.forPage(in: context)) { .notes { Region.notes("notes", there("Milk")) } }
    }
    router.get("/before", use: page)
    router.addMiddleware(for: pages)
    router.get("/after", use: page)
    try await Application(router: router).test(.router) { client in
      for (path, status) in [("/before", 500), ("/after", 200)] {
        let response = try await client.executeRequest(uri: path, method: .get, headers: [:], body: nil)
        #expect(response.status.code == status)
        #expect(String(buffer: response.body).contains("has no middleware") == (status == 500))
      }
    }
  }

  @Test(.enabled(if: Pages.isDebugBuild)) func `reading a field that was not declared stops a debug build`() async {
    await #expect(processExitsWith: .failure) {
      let form = try FormBody(Array("name=Ann".utf8)) { $0 == "name" }
      _ = form["nmae"]
    }
  }
}

private enum Rows: ListScreen {
  typealias Content = [Note]
  static let name: ViewName = "rows"
  static let samples = [Sample<Rows>("one", content: [Note("Milk")])]
  static let fields: [String: Field<ListView<Rows>>] = ["rows": .rows(\.rows)]
  static func rows(of notes: [Note], for look: DisplaySettings) -> [Note] { notes }
}
