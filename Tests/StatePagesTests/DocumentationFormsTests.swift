import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import StatePages
import StatePagesTesting
import StateViews
import TestSupport
import Testing

/// The theatre of the guides: it has no more seats than are asked for.
struct BoxOffice: Sendable {
  let asked = Tally()
  let answer: Result<Loaded<[Int]>, Interruption>
  let jobs = Jobs<Int, [Int]>()

  func reader(_ request: Request) -> Int { 1 }

  func booking(_ order: SeatOrder, _ key: IdempotencyKey) -> Loader<[Int]> {
    Loader { progress throws(Interruption) in
      progress("sending")
      asked.increment()
      return try answer.get()
    }
  }
}

/// The guides about forms, slow writes, static files and galleries, run with their templates.
@Suite(.timeLimit(.minutes(20))) struct DocumentationFormsTests {
  private func book(
    _ office: BoxOffice, _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void
  ) async throws {
    var texts = try Article(DocumentationTests.article).templates.filter { $0.key == "layouts/page" }
    for article in ["FormsOnTheWeb.md", "SlowWrites.md"] { try texts.merge(Article(article).templates) { $1 } }
    let files = try TemplateFiles(texts)
    let templates = try Templates(
      files.path, screens: [BookingScreen.self, ProblemScreen.self], pieces: [PageLayout.self, BookingForm.self],
      isReloading: false)
    let pages = Pages(templates, isStrict: true) { failure in
      Page(PageLayout(title: "Problem")) {
        Region<ProblemScreen>("page", failed: failure)
      }
    }
    let router = Router(context: PageRequestContext.self, options: .autoGenerateHeadEndpoints)
    router.addMiddleware(for: pages)
    addBookings(to: router, pages, office)
    try await Application(router: router).test(.router) { client in try await body(client) }
  }

  private func send(_ form: String, to path: String = "/bookings", _ client: any TestClientProtocol) async throws
    -> TestResponse
  {
    try await client.execute(
      uri: path, method: .post,
      headers: [.contentType: "application/x-www-form-urlencoded", .named("Sec-Fetch-Site"): "same-origin"],
      body: ByteBuffer(string: form))
  }

  @Test func `a booking is made once, and its page shows the seats`() async throws {
    let office = BoxOffice(answer: .success(.content([11, 12])))
    let version = office.jobs.version
    try await book(office) { client in
      let first = try await send("name=Ann&seats=2&version=7", client)
      let second = try await send("name=Ann&seats=2&version=7", client)
      #expect(first.status == .seeOther && first.headers[.location] == second.headers[.location])
      let address = try #require(first.headers[.location])
      let page = try await client.execute(uri: address, method: .get)
      #expect(page.status == .ok && String(buffer: page.body).contains("Your seats: 11, 12") as Bool)
      #expect(office.asked.count == 1)
      #expect(office.jobs.version == version + 1)
      let other = try await send("name=Ann&seats=3&version=7", client)
      #expect(other.headers[.location] != address)
    }
  }

  @Test func `an invalid booking is shown again with its values and messages`() async throws {
    let office = BoxOffice(answer: .success(.content([])))
    try await book(office) { client in
      let response = try await send("name=&seats=two&version=7", client)
      #expect(response.status == .unprocessableContent)
      let page = try HTMLReader.page(String(buffer: response.body))
      let inputs = page.all("input").filter { $0["type"] != "hidden" }
      #expect(inputs.map { $0["value"] } == ["", "two"])
      #expect(inputs.map { $0["autofocus"] != nil } == [true, false])
      #expect(page.element(id: "name-error")?.text.contains("Enter your name.") == true)
      #expect(page.element(id: "seats-error")?.text.contains("Enter a number of seats") == true)
      #expect(page.first("form")?["name"] == "booking-v\(office.jobs.version)")
      #expect(office.asked.count == 0)
    }
  }

  @Test func `failed work has a retry that runs it again, and unknown work is gone`() async throws {
    let office = BoxOffice(answer: .failure(.failed(Failure(.sourceFailed))))
    try await book(office) { client in
      let address = try #require(try await send("name=Ann&seats=2&version=7", client).headers[.location])
      let page = try await client.execute(uri: address, method: .get)
      #expect(page.status == .badGateway)
      let form = try #require(HTMLReader.page(String(buffer: page.body)).first("form"))
      #expect(form["action"] == "\(address)/retry")
      #expect(try await send("", to: "\(address)/retry", client).headers[.location] == address)
      _ = try await client.execute(uri: address, method: .get)
      #expect(office.asked.count == 2)
      let unknown = "/bookings/\(String(repeating: "0", count: 32))"
      let gone = try await client.execute(uri: unknown, method: .get)
      #expect(gone.status == .gone && String(buffer: gone.body).contains("Nothing is known of this booking") as Bool)
      #expect(try await send("", to: "\(unknown)/retry", client).status == .gone)
    }
  }

  @Test func `the gallery of the article shows its stories`() async throws {
    let files = try TemplateFiles(Article(DocumentationTests.article).templates)
    let templates = try Templates(
      files.path, screens: [BooksScreen.self, ProblemScreen.self], gates: [CardGate.self],
      pieces: [PageLayout.self], isReloading: false)
    let pages = Pages(templates, isStrict: true) { failure in
      Page(PageLayout(title: "Problem")) {
        Region<ProblemScreen>("page", failed: failure)
      }
    }
    let router = Router(context: PageRequestContext.self)
    router.addMiddleware(for: pages, on: Site(framesOwnPages: true))
    addGallery(to: router, pages)
    try await Application(router: router).test(.router) { client in
      func html(_ path: String, _ status: HTTPResponse.Status = .ok) async throws -> String {
        let response = try await client.execute(uri: path, method: .get)
        #expect(response.status == status, "\(path)")
        return String(buffer: response.body)
      }
      let index = try HTMLReader.page(try await html("/gallery"))
      #expect(index.all("tbody").first?.all("tr").count == 3)
      #expect(index.first { $0["href"] == "/gallery/books#failed" }?.text == "2")
      let failed = try await html("/gallery?state=failed")
      #expect(failed.contains("href=\"/gallery/books/failed/source-failed\"") as Bool)
      #expect(!failed.contains("href=\"/gallery/books/content\"") as Bool)
      let books = try HTMLReader.page(try await html("/gallery/books"))
      let frames = books.all("iframe").compactMap { $0["src"] }
      #expect(frames.contains("/gallery/books/empty/nothing-borrowed?only=books"))
      #expect(books.element(id: "failed") != nil && books.element(id: "failed-timed-out") != nil)
      for frame in frames { #expect(try await html(frame).contains("class=\"region-page\"") as Bool) }
      #expect(try await html("/gallery/signed-out/no-card", .ok).contains("data-reason=\"no-card\"") as Bool)
      _ = try await html("/gallery/nobody", .notFound)
      _ = try await html("/gallery?state=nonsense", .notFound)
    }
  }
}
