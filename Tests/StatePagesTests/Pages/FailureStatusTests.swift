import HTTPTypes
import Hummingbird
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

struct FailureStatusTests {
  static let statuses: [Failure.Kind: Int] = [
    .notFound: 404, .gone: 410, .forbidden: 403, .conflict: 409, .invalid: 422, .unavailable: 503, .timedOut: 504,
    .sourceFailed: 502, .unreadable: 502, .internal: 500,
  ]

  let asking: OnePageApp

  init() throws { asking = try OnePageApp() }

  @Test(arguments: Failure.Kind.allCases)
  func `a buffered page has the status of its main region's failure`(kind: Failure.Kind) async throws {
    let page = Page.notes {
      Region.notes("first", there("Milk"))
      Region.notes("notes", failing(Failure(kind)))
    }
    let response = await asking.whole(page)
    #expect(response.status.code == Self.statuses[kind])
    #expect(response.headers[.eTag] == nil)
    #expect(response.headers[.retryAfter] == (kind == .unavailable ? "5" : nil))
    let html = try await response.html()
    #expect(
      html.contains(
        "data-region=\"notes\" data-screen=\"notes\" data-state=\"failed\" data-reason=\"\(kind.rawValue)\"") as Bool)
    #expect(html.contains("Milk") as Bool)
  }

  @Test(arguments: Failure.Kind.allCases)
  func `a page whose secondary region fails has status 200, and no tag`(kind: Failure.Kind) async {
    let page = Page.notes {
      Region.notes("notes", failing(Failure(kind)), weight: .secondary)
    }
    let response = await asking.whole(page)
    #expect(response.status == .ok)
    #expect(response.headers[.eTag] == nil)
    #expect(response.headers[.retryAfter] == nil)
  }

  @Test(arguments: Failure.Kind.allCases)
  func `a page that cannot be made is answered with the page of its failure`(kind: Failure.Kind) async throws {
    let response = await asking.pages.response(to: OnePageApp.request()) { () throws(Failure) in throw Failure(kind) }
    #expect(response.status.code == Self.statuses[kind])
    #expect(response.headers[.eTag] == nil)
    #expect(response.headers[.retryAfter] == (kind == .unavailable ? "5" : nil))
    #expect(try await response.html().contains("<p>Request request-7.</p>") as Bool)
  }

  @Test(arguments: [
    (Failure.Retry.after(.seconds(60)), String?("60")), (.after(.milliseconds(1200)), "2"), (.after(.zero), "1"),
    (.now, "5"), (.never, String?.none),
  ])
  func `Retry-After is in whole seconds, rounded up`(retry: Failure.Retry, seconds: String?) async {
    let page = Page.notes { Region.notes("notes", failing(Failure(.unavailable, retry: retry))) }
    #expect(await asking.whole(page).headers[.retryAfter] == seconds)
  }

  @Test func `the first main failure in reading order decides`() async {
    let page = Page.notes {
      Region.notes("first", failing(Failure(.gone)), weight: .secondary)
      Region.notes("second", failing(Failure(.conflict)))
      Region.notes("third", failing(Failure(.notFound)))
    }
    #expect(await asking.whole(page).status == .conflict)
  }

  @Test func `an explicit status is kept`() async {
    let page = Page.notes(status: .unprocessableContent) { Region.notes("notes", there("Milk")) }
    #expect(await asking.whole(page, method: .post).status == .unprocessableContent)
  }

  @Test func `an empty region is not a failure`() async throws {
    let response = await asking.whole(.notes { Region.notes("notes", Loader { _ in .empty("nothing-yet") }) })
    #expect(response.status == .ok)
    #expect(try await response.html().contains("data-state=\"empty\" data-reason=\"nothing-yet\"") as Bool)
  }
}
