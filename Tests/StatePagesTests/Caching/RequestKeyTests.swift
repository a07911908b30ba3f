import HTTPTypes
import Hummingbird
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

/// A page that was stored for a request key is sent again without being made.
struct RequestKeyTests {
  let asking: OnePageApp
  let made = Tally()

  init() throws { asking = try OnePageApp() }

  @Test func `an equal request key makes no second page, and another one does`() async throws {
    let first = try await answer(to: CacheKey("a"))
    #expect(try await answer(to: CacheKey("a")).html() == first.html())
    #expect(made.count == 1)
    #expect(try await answer(to: CacheKey("b")).headers[.eTag] == first.headers[.eTag])
    #expect(made.count == 2)
    _ = try await answer(to: nil)
    #expect(made.count == 3)
  }

  @Test func `a matching tag is answered with 304, and each coding is stored apart`() async throws {
    let tag = try #require(try await answer(to: CacheKey("a")).headers[.eTag])
    #expect(try await answer(to: CacheKey("a"), [.ifNoneMatch: tag]).status == .notModified)
    #expect(made.count == 1)
    for _ in 0..<2 {
      let gzip = try await answer(to: CacheKey("a"), [.acceptEncoding: "gzip"])
      #expect(gzip.headers[.contentEncoding] == "gzip" && gzip.headers[.eTag] != tag)
    }
    // Once for each coding.
    #expect(made.count == 2)
  }

  @Test func `request keys that are canonically equivalent are two`() async throws {
    #expect("\u{e9}" == "e\u{301}")
    _ = try await answer(to: CacheKey("\u{e9}x"))
    _ = try await answer(to: CacheKey("e\u{301}"))
    #expect(made.count == 2)
  }

  @Test func `a page that is transient, untagged, failed or for a form is made every time`() async throws {
    var passing = page
    passing.isLasting = false
    var decided = page
    decided.status = .conflict
    let failed = Page.notes(cacheKey: CacheKey("failed")) {
      Region.notes("notes", failing(Failure(.unavailable)), cacheKey: CacheKey("failed"))
    }
    for (count, page) in [passing, decided, failed, .notes { Region.notes("notes", there("Milk")) }].enumerated() {
      for _ in 0..<2 { _ = try await answer(to: CacheKey(count), with: page) }
      #expect(made.count == 2 * (count + 1))
    }
    for _ in 0..<2 { _ = try await answer(to: CacheKey("form"), method: .post) }
    #expect(made.count == 10)
  }

  @Test func `a page that cannot be made throws its failure, and is made again later`() async throws {
    for _ in 0..<2 {
      await #expect(throws: Failure(.notFound)) {
        _ = try await asking.pages.page(for: OnePageApp.request(), requestKey: CacheKey("a")) {
          () async throws(Failure) in
          throw Failure(.notFound)
        }
      }
    }
    #expect(try await answer(to: CacheKey("a")).status == .ok)
  }

  private var page: Page {
    .notes(cacheKey: CacheKey("page")) {
      Region.notes("notes", there(String(repeating: "Milk ", count: 400)), cacheKey: CacheKey("region"))
    }
  }

  private func answer(
    to requestKey: CacheKey?, _ headers: HTTPFields = [:], method: HTTPRequest.Method = .get, with page: Page? = nil
  ) async throws -> Response {
    let page = page ?? self.page
    return try await asking.pages.page(
      for: OnePageApp.request(method: method, headers), requestKey: requestKey
    ) { () async throws(Failure) in
      made.increment()
      return page
    }
  }
}
