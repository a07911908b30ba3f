import Foundation
import GRDB
import HTTPTypes
import Testing

@testable import TaskApp
@testable import TaskStore

/// What a browser may prefetch, and the response to it.
final class PrefetchingTests: RichTests {
  private static let prefetch: HTTPFields = [.secPurpose: "prefetch", .secFetchSite: "none"]

  /// The addresses of pages worth prefetching. A new route has to be added to one of these lists.
  private static let matched = [
    "/today", "/upcoming", "/lists", "/lists/{id}", "/lists/{id}/history", "/tasks/{id}", "/trash", "/settings",
    "/search", "/review", "/tags",
  ]
  /// Steps that are visited once, pages for signed-out readers, downloads, and addresses that are not pages.
  private static let left = [
    "/", "/add", "/manifest.webmanifest", "/health", "/assets/{name}", "/0", "/set-up", "/sign-in", "/sign-up",
    "/sign-in/done", "/sign-out", "/remote/new", "/remote/{id}",
    "/remote/{id}/address", "/remote/{id}/name", "/settings/export", "/settings/activity",
    "/settings/account", "/settings/display", "/settings/apps", "/settings/data", "/settings/reminders",
    "/lists/{id}/export", "/lists/{id}/take-along", "/search/export", "/lists/{id}/feeds",
    "/lists/{id}/sharing", "/join/{secret}", "/p/{secret}", "/answers/{token}/{act}", "/confirm/{secret}",
    "/lists/{id}/task",
    "/tasks/{id}/list", "/comments/{id}", "/settings/feeds", "/feeds/{name}",
    "/dav", "/dav/**", "/operator", "/drafts/{id}", "/import", "/import/{id}", "/import/{id}/text",
    "/import/{id}/result", "/gallery",
    "/gallery/{screen}", "/gallery/{screen}/**", "/.well-known/change-password", "/.well-known/caldav",
  ]

  @Test func `every address is either matched by the speculation rules or not, as listed`() async throws {
    let world = try await World(.rehearsing)
    let routes = RouteTable(of: world.app).all
    let forms = Set(routes.filter { $0.method == .post }.map(\.pattern))
    let rules = try await rules(world)
    let patterns = Set(rules.map { $0.replacing(":id", with: "{id}") })
    #expect(patterns == Set(Self.matched))
    for pattern in Set(routes.filter { $0.method == .get }.map(\.pattern)) {
      let isDecided = Self.matched.contains(pattern) || Self.left.contains(pattern)
      #expect(isDecided || forms.contains(pattern), "\(pattern)")
    }
  }

  @Test func `the speculation rules are a file that is cached forever, with their media type`() async throws {
    let world = try await World()
    let address = world.app.assets.addresses.rules
    #expect(address.wholeMatch(of: /\/assets\/speculation-rules-[0-9a-f]{8}\.json/) != nil)
    let answer = try await world.get(address)
    #expect(answer.status == .ok)
    #expect(answer.headers[.contentType] == "application/speculationrules+json")
    #expect(answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
  }

  @Test func `pages link the speculation rules for requests from the app's own pages only`() async throws {
    let rich = try await RichWorld(.rehearsing)
    let rules = "\"\(rich.world.app.assets.addresses.rules)\""
    for one in RouteCase.all(of: rich.world) where one.route.method == .get {
      let address = one.address(of: Things(rich))
      let site = try await rich.world.get(address, [.secFetchSite: "same-origin"])
      let isPage = one.isGated && site.status == .ok && site.headers[.contentType]?.hasPrefix("text/html") == true
      #expect(site.headers[.speculationRules] == (isPage ? rules : nil), "\(one)")
      for other in ["none", "cross-site"] {
        let answer = try await rich.world.get(address, [.secFetchSite: other])
        #expect(answer.headers[.speculationRules] == nil, "\(one)")
      }
      let signedOut = try await rich.world.showing("none=1").get(address, [.secFetchSite: "same-origin"])
      #expect(signedOut.headers[.speculationRules] == nil, "\(one)")
    }
  }

  @Test func `a prefetched page works like any other`() async throws {
    let page = try await world.get("/lists/\(rich.house)", Self.prefetch)
    #expect(page.status == .ok)
    #expect(page.headers[.speculationRules] != nil)
    let again = try await world.get(
      "/lists/\(rich.house)",
      [.secFetchSite: "same-origin", .ifNoneMatch: #require(page.headers[.eTag])])
    #expect(again.status == .notModified)
    #expect(again.headers[.speculationRules] != nil)
  }

  @Test func `a prefetch writes nothing and fetches nothing, and does not count as use of a session`() async throws {
    world.time.advance(by: .seconds(3 * 3_600))
    let asked = world.elsewhere.asked.count
    let before = try await changes(world)
    // The health check, which the page for operators shows as well, tries a write. A feed, which is not a page, notes its use.
    let others = ["/health", "/operator", "/feeds/{name}"]
    for one in RouteCase.all(of: world) where one.route.method == .get && !others.contains(one.route.pattern) {
      _ = try await world.get(one.address(of: Things(rich)), Self.prefetch)
      await world.app.writeUses(world.logger)
      #expect(try await changes(world) == before, "\(one)")
    }
    #expect(world.elsewhere.asked.count == asked)
    _ = try await world.get("/trash")
    await world.app.writeUses(world.logger)
    #expect(try await changes(world) > before)
  }

  @Test func `a prefetch of a page with a notice, a rehearsal, a failure or no page is refused`() async throws {
    let rich = try await RichWorld(.rehearsing)
    for address in [
      "/lists?did=\(rich.change)", "/settings/display?did=settings-saved",
      "/lists/\(rich.house)?rehearse=tasks:refresh-failed",
      "/lists/999999", "/settings/export", "/lists/\(rich.house)/tasks",
    ] {
      let answer = try await rich.world.get(address, Self.prefetch)
      #expect(answer.status == .serviceUnavailable, "\(address)")
      #expect(answer.headers[.cacheControl] == "no-store", "\(address)")
      #expect(answer.headers[.speculationRules] == nil, "\(address)")
      #expect(answer.body.isEmpty, "\(address)")
    }
    #expect(try await rich.world.showing("none=1").get("/lists", Self.prefetch).status == .unauthorized)
  }

  @Test func `after a form no prefetched page is shown`() async throws {
    let answer = try await world.post("/tasks/\(rich.open)/complete")
    #expect(answer.status == .seeOther)
    #expect(answer.headers[.clearSiteData] == "\"prefetchCache\"")
    #expect(try await world.post("/sign-out").headers[.clearSiteData] == "\"cache\"")
  }

  private func rules(_ world: World) async throws -> [String] {
    let body = try await world.get(world.app.assets.addresses.rules).body
    let file = try JSONDecoder().decode(Rules.self, from: Data(body.utf8))
    let rule = try #require(file.prefetch.first)
    #expect(file.prefetch.count == 1 && rule.eagerness == "conservative")
    #expect(rule.where.and.compactMap(\.selector) == ["a:hover"])
    return rule.where.and.compactMap(\.addresses).flatMap { $0 }
  }

  /// The number of rows written so far.
  private func changes(_ world: World) async throws -> Int {
    try await world.store.database.write { database in database.totalChangesCount }
  }

  private struct Rules: Decodable {
    let prefetch: [Rule]

    struct Rule: Decodable {
      let `where`: All
      let eagerness: String
    }

    struct All: Decodable { let and: [Condition] }

    struct Condition: Decodable {
      let addresses: [String]?
      let selector: String?

      enum CodingKeys: String, CodingKey {
        case addresses = "href_matches"
        case selector = "selector_matches"
      }
    }
  }
}
