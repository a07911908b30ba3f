import HTTPTypes
import Hummingbird
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

/// A page that was kept by its version is sent again without being made.
struct KeptPageTests {
  let asking: OnePageApp
  let made = Tally()

  init() throws { asking = try OnePageApp() }

  @Test func `an equal version makes no second page, and another one does`() async throws {
    let first = try await answer(to: PageVersion("a"))
    #expect(try await answer(to: PageVersion("a")).html() == first.html())
    #expect(made.count == 1)
    #expect(try await answer(to: PageVersion("b")).headers[.eTag] == first.headers[.eTag])
    #expect(made.count == 2)
    _ = try await answer(to: nil)
    #expect(made.count == 3)
  }

  @Test func `a matching tag is answered with 304, and each coding is stored apart`() async throws {
    let tag = try #require(try await answer(to: PageVersion("a")).headers[.eTag])
    #expect(try await answer(to: PageVersion("a"), [.ifNoneMatch: tag]).status == .notModified)
    #expect(made.count == 1)
    for _ in 0..<2 {
      let gzip = try await answer(to: PageVersion("a"), [.acceptEncoding: "gzip"])
      #expect(gzip.headers[.contentEncoding] == "gzip" && gzip.headers[.eTag] != tag)
    }
    // Once for each coding.
    #expect(made.count == 2)
  }

  @Test func `versions that are canonically equivalent are two`() async throws {
    #expect("\u{e9}" == "e\u{301}")
    _ = try await answer(to: PageVersion("\u{e9}x"))
    _ = try await answer(to: PageVersion("e\u{301}"))
    #expect(made.count == 2)
  }

  @Test func `a version counts for its address, and for one region of the page`() async throws {
    let paths = ["/notes", "/notes?page=2", "/notes?only=notes"]
    for (count, path) in paths.enumerated() {
      for _ in 0..<2 { #expect(try await answer(to: PageVersion("a"), at: path).status == .ok) }
      #expect(made.count == count + 1)
    }
  }

  @Test func `a page that is not kept, not stored, failed or for a form is made every time`() async throws {
    var passing = page
    passing.isKept = false
    var secret = page
    secret.isStored = false
    var decided = page
    decided.status = .conflict
    let failed = Page.notes { Region.notes("notes", failing(Failure(.unavailable))) }
    for (count, page) in [passing, secret, decided, failed].enumerated() {
      for _ in 0..<2 { _ = try await answer(to: PageVersion(count), with: page) }
      #expect(made.count == 2 * (count + 1))
    }
    for _ in 0..<2 { _ = try await answer(to: PageVersion("form"), method: .post) }
    #expect(made.count == 10)
  }

  @Test func `a page that is not kept has a tag of its bytes`() async throws {
    var passing = page
    passing.isKept = false
    let tag = try #require(try await answer(to: PageVersion("a"), with: passing).headers[.eTag])
    #expect(try await answer(to: PageVersion("b"), [.ifNoneMatch: tag], with: passing).status == .notModified)
    #expect(made.count == 2)
  }

  @Test func `a page that cannot be made throws its failure, and is made again later`() async throws {
    for _ in 0..<2 {
      await #expect(throws: Failure(.notFound)) {
        _ = try await asking.pages.page(for: OnePageApp.request(), version: PageVersion("a")) {
          () async throws(Failure) in
          throw Failure(.notFound)
        }
      }
    }
    #expect(try await answer(to: PageVersion("a")).status == .ok)
  }

  private var page: Page {
    .notes { Region.notes("notes", there(String(repeating: "Milk ", count: 400))) }
  }

  private func answer(
    to version: PageVersion?, at path: String = "/notes", _ headers: HTTPFields = [:],
    method: HTTPRequest.Method = .get, with page: Page? = nil
  ) async throws -> Response {
    let page = page ?? self.page
    return try await asking.pages.page(
      for: OnePageApp.request(at: path, method: method, headers), version: version
    ) { () async throws(Failure) in
      made.increment()
      return page
    }
  }
}
