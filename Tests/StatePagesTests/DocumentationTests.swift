import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

/// The code of the articles, compiled and run with the templates of the article.
@Suite(.timeLimit(.minutes(20))) struct DocumentationTests {
  static let article = "FromAnEmptyAppToAStatefulScreen.md"
  let templates: TemplateFiles

  init() throws {
    templates = try TemplateFiles(Article(Self.article).templates)
  }

  @Test func `the books are shown, or the page reports that there are none`() async throws {
    let some = borrowedBooks { [Book(title: "Emma & Co", dueBack: 0)] }
    try await answer(some, "/books") { response, html in
      #expect(response.status == .ok)
      #expect(
        html.contains("<li>Emma &amp; Co, due <time datetime=\"1970-01-01T00:00:00Z\">1 Jan 1970</time></li>") as Bool)
      #expect(html.contains("data-region=\"books\" data-screen=\"books\" data-state=\"content\"") as Bool)
    }
    try await answer(borrowedBooks { [] }, "/books") { response, html in
      #expect(response.status == .ok)
      #expect(html.contains("data-state=\"empty\" data-reason=\"nothing-borrowed\"") as Bool)
      #expect(html.contains("No books at the moment") as Bool)
    }
  }

  @Test func `a closed library is a failure with a retry`() async throws {
    try await answer(borrowedBooks { throw Closed() }, "/books") { response, html in
      #expect(response.status == .badGateway)
      #expect(html.contains("data-state=\"failed\" data-reason=\"source-failed\"") as Bool)
      #expect(html.contains("<form method=\"get\" action=\"/books\">") as Bool)
      #expect(html.contains("<p>Request ") as Bool)
    }
  }

  @Test func `an unknown address has the problem page`() async throws {
    try await answer(borrowedBooks { [] }, "/nowhere") { response, html in
      #expect(response.status == .notFound)
      #expect(html.contains("<title>That did not work</title>") as Bool)
    }
  }

  @Test func `a slow library is streamed`() async throws {
    let held = Tally()
    let slow = borrowedBooks {
      await held.reaches(1)
      return [Book(title: "Emma", dueBack: 0)]
    }
    let pages = try patientPages()
    let recording = RecordedBody()
    let answer = Task {
      let request = OnePageApp.request(at: "/books", [.secFetchDest: "document"])
      let response = await pages.response(to: request) { page(of: 1, slow) }
      try await response.body.write(recording)
    }
    await recording.written.reaches(1)
    held.increment()
    try await answer.value
    #expect(recording.writes[0].contains("data-placeholder-for=\"books\"") as Bool)
    #expect(Shell(html: recording.html).regions == ["books"])
  }

  @Test func `a page with a version is loaded once`() async throws {
    let asked = Tally()
    let books = borrowedBooks {
      asked.increment()
      return []
    }
    let pages = try patientPages()
    let router = Router()
    router.get("books/{revision}") { request, context in
      await response(
        to: request, context, pages, of: 1, books, revision: context.parameters.get("revision", as: Int.self) ?? 0)
    }
    try await Application(router: router).test(.router) { client in
      let first = try await client.execute(uri: "/books/7", method: .get)
      let tag = try #require(first.headers[.eTag])
      let again = try await client.execute(uri: "/books/7", method: .get, headers: [.ifNoneMatch: tag])
      #expect(again.status == .notModified)
    }
    // A debug build loads it once more, to compare.
    #expect(asked.count == (Pages.isDebugBuild ? 2 : 1))
  }

  @Test func `the status is decided before the page`() async throws {
    let pages = try patientPages()
    let router = Router()
    router.get("shelves/{reader}") { request, context in await show(request, context, pages, Shelf()) }
    try await Application(router: router).test(.router) { client in
      try await client.execute(uri: "/shelves/ann", method: .get) { #expect($0.status == .ok) }
      try await client.execute(uri: "/shelves/bob", method: .get) { #expect($0.status == .notFound) }
    }
  }

  @Test func `a signed-out reader sees the gate in place of the page`() async throws {
    let pages = try patientPages()
    let request = OnePageApp.request(at: "/books", [.secFetchDest: "document"])
    let shut = await pages.response(to: request) {
      page(for: .signedOut(.noCard), at: "/books", borrowedBooks { [] })
    }
    #expect(shut.status == .unauthorized)
    let html = try await shut.html()
    #expect(html.contains("data-state=\"signed-out\" data-reason=\"no-card\"") as Bool)
    #expect(html.contains("name=\"next\" value=\"/books\"") as Bool)
    let open = await pages.response(to: request) { page(for: .granted(1), at: "/books", borrowedBooks { [] }) }
    #expect(open.status == .ok)
  }

  /// The pages of the article, with a deadline that no busy machine passes.
  private func patientPages(rehearses: Bool = false) throws -> Pages {
    var pages = try makePages(templates.path, rehearses: rehearses)
    pages.patience.deadline = .seconds(600)
    return pages
  }

  @Test func `a failed region does not affect its neighbour`() async throws {
    let pages = try patientPages()
    let response = await pages.response(to: OnePageApp.request(at: "/books")) {
      shelves(borrowedBooks { [] }, borrowedBooks { throw Closed() }, for: DisplaySettings())
    }
    let html = try await response.html()
    #expect(html.contains("data-region=\"borrowed\" data-screen=\"books\" data-state=\"empty\"") as Bool)
    #expect(html.contains("data-region=\"reserved\" data-screen=\"books\" data-state=\"failed\"") as Bool)
  }

  @Test(arguments: [
    ("books:empty:nothing-borrowed", "data-reason=\"nothing-borrowed\""),
    ("books:failed:source-failed", "data-reason=\"source-failed\""),
    ("books:refresh-failed", "data-refresh=\"failed\""),
  ])
  func `every state can be rehearsed`(cue: String, attribute: String) async throws {
    try await answer(borrowedBooks { [] }, "/books?rehearse=\(cue)", rehearses: true) { _, html in
      #expect(html.contains(attribute) as Bool)
    }
    #expect(try Article(Self.article).text.contains("/books?rehearse=\(cue)") as Bool)
  }

  @Test func `the tools for tests report the states of the article's page`() async throws {
    let loaded = try Templates(
      templates.path, screens: [BooksScreen.self, ProblemScreen.self], gates: [CardGate.self],
      pieces: [PageLayout.self])
    #expect(try problems(of: loaded) == [])
    let pages = try patientPages()
    let answer = try await TestBrowser(makeRouter(pages, borrowedBooks { [] })).open("/books")
    #expect(answer.html.states == ["books": "empty/nothing-borrowed"])
    let held = HeldContent<[Book]>()
    #expect(try await streamedBooks(makeRouter(pages, held), held) == ["Emma, due 1 Jan 1970"])
    withExtendedLifetime(templates) {}
  }

  @Test func `what the articles show in part is in the code that is compiled here`() throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "DocumentationCode.swift")
    let code = trimmed(try String(contentsOf: url, encoding: .utf8))
    var parts = 0
    for article in ["FlowsOnTheWeb.md", "FormsOnTheWeb.md", "SlowWrites.md"] {
      // As in the plugin `CompileArticles`, which compiles the others.
      for piece in try Article(article).pieces(in: "swift")
      where piece.prefixMatch(of: /(?:\/\/\/|struct|enum|func|extension)\s/) == nil || !piece.hasSuffix("\n}\n") {
        #expect(code.contains(trimmed(piece)) as Bool, "\(piece)")
        parts += 1
      }
    }
    #expect(parts == 5)
  }

  @Test func `the libraries that the article names exist`() throws {
    let manifest = try String(contentsOf: Article.root.appending(path: "Package.swift"), encoding: .utf8)
    let article = try Article(Self.article)
    for library in ["StateViews", "StatePages", "StatePagesServing"] {
      #expect(manifest.contains(".library(name: \"\(library)\"") as Bool)
      #expect(article.text.contains(".product(name: \"\(library)\", package: \"fourfold\")") as Bool)
    }
    for dependency in article.text.matches(of: /\.package\(url: .*\)/) {
      #expect(manifest.contains(dependency.output) as Bool)
    }
  }

  private func answer(
    _ books: Loader<[Book]>, _ path: String, rehearses: Bool = false,
    check: @escaping @Sendable (TestResponse, String) throws -> Void
  ) async throws {
    let router = try makeRouter(patientPages(rehearses: rehearses), books)
    try await Application(router: router).test(.router) { client in
      try await client.execute(uri: path, method: .get) { try check($0, String(buffer: $0.body)) }
    }
  }

  private func trimmed(_ code: String) -> String {
    code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
  }
}

private struct Closed: Error {}
