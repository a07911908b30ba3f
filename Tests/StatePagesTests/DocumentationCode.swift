// The code of the articles "From an empty app to a stateful screen" and "Coming from stateful view controllers", unchanged.

import Hummingbird
import StatePages
import StatePagesServing
import StateViews

struct Book: Sendable {
  let title: String
  /// Seconds since 1970.
  let dueBack: Int64
}

func borrowedBooks(_ ask: @escaping @Sendable () async throws -> [Book]) -> Loader<[Book]> {
  Loader(catching: .sourceFailed) { progress in
    progress("asking")
    return Loaded(try await ask(), orEmpty: "nothing-borrowed")
  }
}

struct BookRow: TemplateView {
  static let fields: [String: Field<BookRow>] = ["title": .text(\.title), "due": .view { $0.due }]
  let title: String
  let due: Moment
}

enum BooksScreen: ListScreen {
  typealias Content = [Book]

  static let name: ViewName = "books"
  static let emptyReasons: [Reason] = ["nothing-borrowed"]
  static let failures = [Failure(.sourceFailed), Failure(.timedOut)]
  static let stages: [Reason] = ["asking"]
  static let samples = [
    Sample<BooksScreen>("two", content: [Book(title: "Emma", dueBack: 0), Book(title: "Persuasion", dueBack: 86_400)])
  ]

  static let fields: [String: Field<ListView<BooksScreen>>] = ["books": .rows(\.rows)]

  static func rows(of books: [Book], for look: Look) -> [BookRow] {
    books.map { BookRow(title: $0.title, due: Moment($0.dueBack, for: look)) }
  }
}

struct PageLayout: Layout {
  static let template = "layouts/page"
  static let fields: [String: Field<PageLayout>] = ["stage": stage, "title": .text(\.title)]
  let title: String
}

enum CardGate: Gate {
  enum Reason: String, CaseIterable { case noCard = "no-card" }

  static let name: ViewName = "signed-out"
  static let samples = [GateSample<CardGate>(.noCard, View(next: "/books"))]
}

func makePages(_ templates: String, rehearses: Bool = false) throws -> Pages {
  let templates = try Templates(
    templates, screens: [BooksScreen.self, ProblemScreen.self], gates: [CardGate.self], pieces: [PageLayout.self])
  return Pages(templates, rehearses: rehearses) { failure in
    Page(PageLayout(title: "That did not work")) { Region<ProblemScreen>(failed: failure) }
  }
}

func makeRouter(_ pages: Pages, _ books: some StatefulContent<[Book]>) throws -> Router<PageRequestContext> {
  try Router(context: PageRequestContext.self, options: .autoGenerateHeadEndpoints).addPages(pages) { router in
    router.addStarterStylesheet(at: "/style.css")
    router.get("/books") { request, context in
      await pages.response(to: request, in: context) {
        Page(PageLayout(title: "Your books")) {
          Region<BooksScreen>("books", books)
        }
      }
    }
    router.get("/") { _, _ in Response.seeOther("/books") }
    router.post("/sign-in") { _, _ in Response.seeOther("/books") }
    router.addHealthReport(version: "borrowed 1.0")
  }
}

func site() throws -> Site {
  try Site(hosts: ["books.example"], proxies: "127.0.0.1")
}

func serve(_ books: Loader<[Book]>) async throws {
  let router = try makeRouter(makePages("Templates"), books)
  try await Application(
    router: router, server: .clientBound(), configuration: .init(address: .hostname("127.0.0.1", port: 8080))
  ).runService()
}

enum Borrowed {
  static func main() async {
    await runOrExit { try await serve(borrowedBooks { [] }) }
  }
}

func page(of reader: Int, _ books: Loader<[Book]>, revision: Int) -> Page {
  Page(PageLayout(title: "Your books"), cacheKey: CacheKey(reader)) {
    Region<BooksScreen>("books", books, cacheKey: CacheKey(reader, revision))
  }
}

func shelves(_ borrowed: Loader<[Book]>, _ reserved: Loader<[Book]>, for look: Look) -> Page {
  Page(PageLayout(title: "Your books"), for: look) {
    Region<BooksScreen>("borrowed", borrowed, placement: .page)
    Region<BooksScreen>("reserved", reserved, placement: .panel)
  }
}

func page(for access: Access<Int, CardGate.Reason>, at address: String, _ books: Loader<[Book]>) -> Page {
  switch access {
  case .granted(let reader):
    page(of: reader, books, revision: 1)
  case .signedOut(let reason):
    Page(PageLayout(title: "Your card, please")) {
      GateRegion<CardGate>(reason: reason, CardGate.View(next: address))
    }
  }
}

func show(_ request: Request, _ context: some RequestContext, _ pages: Pages, _ shelf: Shelf) async -> Response {
  await pages.response(to: request, in: context) { () throws(Failure) in
    guard let books = shelf.books(of: context.parameters.get("reader")) else { throw Failure(.notFound) }
    return Page(PageLayout(title: "Your books")) {
      Region<BooksScreen>("books", books)
    }
  }
}

func addGallery(to router: Router<PageRequestContext>, _ pages: Pages) {
  router.addGallery(for: pages) { title, parts in
    Page(PageLayout(title: title)) { for part in parts { part } }
  }
}
