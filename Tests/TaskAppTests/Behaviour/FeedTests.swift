import Foundation
import HTTPTypes
import Logging
import StatePagesTesting
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

/// Calendar feeds: making, reading, renewing and ending them.
final class FeedTests: WorldTests {
  /// The path of the address that a page shows.
  private func path(_ page: HTMLElement) throws -> String {
    let url = try #require(page.element(id: "feed-address")?["value"])
    return try String(url[#require(url.firstRange(of: "/feeds/")).lowerBound...])
  }

  private func make(_ world: World, at address: String) async throws -> String {
    let made = try await world.press(world.form(at: address))
    return try path(try await world.follow(made).page)
  }

  /// A calendar app: it has no cookie.
  private func app(_ world: World) -> World { world.showing("none=1") }

  @Test(arguments: [
    "/feeds/x.ics", "/feeds/x", "/feeds/.ics", "/feeds/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.ics",
    "/feeds/%00.ics", "/feeds/a%2Fb.ics?as=events",
  ])
  func `addresses of no feed are all answered alike`(address: String) async throws {
    let ended = try await make(world, at: "/settings/feeds")
    let id = try #require(try await mine.feeds().first).id
    try await mine.endSecret(of: id)
    let (unknown, known) = (try await app(world).get(address), try await app(world).get(ended))
    #expect(unknown.status == .notFound && unknown.body == known.body)
    #expect(unknown.headers == known.headers && known.headers[.setCookie] == nil)
    #expect(try await world.get(address).body == known.body, "signed in, too")
  }

  @Test func `a secret is in no log, not in the database and on one page only`() async throws {
    var world = try await World()
    world.logLevel = .trace
    let path = try await make(world, at: "/settings/feeds")
    let secret = String(path.dropFirst("/feeds/".count).dropLast(".ics".count))
    #expect(secret.utf8.count == 43)
    for address in [path, path + "?as=events", "/" + path, path + "/", path.replacing("feeds", with: "Feeds")] {
      _ = try await app(world).get(address)
      _ = try await app(world).send(.post, address, .form, body: "")
    }
    #expect(world.log.texts.contains { $0.contains("/feeds/…") })
    for line in world.log.texts { #expect(!line.contains(secret), "\(line)") }
    #expect(try await !Rows(of: world.store).contains(secret))
    let referrer = try #require(HTTPField.Name("Referrer-Policy"))
    #expect(try await app(world).get(path).headers[referrer] == "same-origin")
  }

  @Test func `guesses are limited, and a feed is not read all the time`() async throws {
    var world = try await World()
    world.peer = "127.0.0.7"
    let path = try await make(world, at: "/settings/feeds")
    for _ in 0..<60 { #expect(try await app(world).get(path).status == .ok) }
    let often = try await app(world).get(path)
    #expect(often.status == .tooManyRequests && often.headers[.retryAfter] != nil)
    for _ in 0..<239 { _ = try await app(world).get("/feeds/x.ics") }
    #expect(try await app(world).get("/feeds/x.ics").status == .tooManyRequests)
    world.peer = "127.0.0.8"
    #expect(try await app(world).get("/feeds/x.ics").status == .notFound)
  }

  @Test func `a few calendar apps can read an account's large feeds at once, and small ones hold nothing`()
    async throws
  {
    let rich = try await RichWorld()
    let small = try await make(rich.world, at: "/settings/feeds")
    let large = try await make(rich.world, at: "/lists/\(rich.garden)/feeds")
    for index in 0..<40 {
      try await rich.world.add(
        TaskInput(title: "long \(index)", notes: String(repeating: "n", count: 8_000)), to: rich.garden)
    }
    var held: [Any] = []
    for _ in 0..<8 { held.append(try await app(rich.world).respond(.get, small, [:])) }
    for _ in 0..<4 { held.append(try await app(rich.world).respond(.get, large, [:])) }
    let busy = try await app(rich.world).get(large)
    #expect(busy.status == .serviceUnavailable && busy.headers[.retryAfter] != nil)
    held.removeAll()
    let answer = try await app(rich.world).get(large)
    #expect(answer.status == .ok && answer.body.contains("SUMMARY:long 39"))
    #expect(answer.body.hasSuffix("END:VCALENDAR\r\n"))
  }
}
