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
  private func path(_ page: HTMLElement, events: Bool = false) throws -> String {
    let url = try #require(page.element(id: events ? "feed-events" : "feed-address")?["value"])
    return try String(url[#require(url.firstRange(of: "/feeds/")).lowerBound...])
  }

  private func make(_ world: World, at address: String) async throws -> String {
    let made = try await world.press(world.form(at: address))
    return try path(try await world.follow(made).page)
  }

  /// A calendar app: it has no cookie.
  private func app(_ world: World) -> World { world.showing("none=1") }

  @Test func `a feed of a list is read without a session, as tasks or as events`() async throws {
    let rich = try await RichWorld()
    let path = try await make(rich.world, at: "/lists/\(rich.house)/feeds")
    let answer = try await app(rich.world).get(path)
    #expect(answer.status == .ok)
    #expect(answer.headers[.contentType] == "text/calendar; charset=utf-8")
    #expect(answer.headers[.cacheControl] == "private, no-cache")
    #expect(answer.headers[.setCookie] == nil)
    #expect(answer.headers[values: .vary] == ["Accept-Encoding"])
    #expect(answer.body.hasPrefix("BEGIN:VCALENDAR\r\n") && answer.body.hasSuffix("END:VCALENDAR\r\n"))
    #expect(answer.body.contains("X-WR-CALNAME:House") && answer.body.contains("SUMMARY:Order tiles"))
    #expect(answer.body.contains("BEGIN:VTODO") && !answer.body.contains("VEVENT"))
    for other in ["Garden", "اتصل", "Buy sandpaper", "Secret"] { #expect(!answer.body.contains(other), "\(other)") }
    let events = try await app(rich.world).get(path + "?as=events")
    #expect(events.body.contains("BEGIN:VEVENT") && !events.body.contains("VTODO"))
    #expect(events.headers[.eTag] != answer.headers[.eTag])
    let head = try await app(rich.world).send(.head, path)
    #expect(head.status == .ok && head.body.isEmpty)
    for name in [HTTPField.Name.eTag, .contentType, .cacheControl, .vary] {
      #expect(head.headers[name] == answer.headers[name], "\(name)")
    }
  }

  @Test func `an unchanged feed is answered with 304, and a change has another tag`() async throws {
    let rich = try await RichWorld()
    for address in ["/lists/\(rich.house)/feeds", "/settings/feeds"] {
      let path = try await make(rich.world, at: address)
      let tag = try #require(try await app(rich.world).get(path).headers[.eTag])
      for known in [tag, "\"x\", \(tag)", "*", String(tag.dropFirst(2))] {
        let again = try await app(rich.world).get(path, [.ifNoneMatch: known])
        #expect(again.status == .notModified && again.body.isEmpty && again.headers[.eTag] == tag, "\(known)")
      }
      #expect(try await app(rich.world).get(path, [.ifNoneMatch: "\"x\""]).status == .ok)
      try await rich.world.add("New", to: rich.house)
      let changed = try await app(rich.world).get(path, [.ifNoneMatch: tag])
      #expect(changed.status == .ok && changed.headers[.eTag] != tag)
    }
  }

  @Test func `the feed of Today has what is late, due today and soon`() async throws {
    let rich = try await RichWorld()
    let path = try await make(rich.world, at: "/settings/feeds")
    let body = try await app(rich.world).get(path).body
    #expect(body.components(separatedBy: "BEGIN:VCALENDAR").count == 2)
    #expect(body.contains("X-WR-CALNAME:Today"))
    for title in ["Order tiles", "اتصل"] { #expect(body.contains(title)) }
    for title in ["SUMMARY:one", "Chop wood", "Sweep"] { #expect(!body.contains(title), "\(title)") }
    // A week later all of it is late, and has another tag without a write.
    let tag = try #require(try await app(rich.world).get(path).headers[.eTag])
    rich.world.time.advance(by: .seconds(86_400))
    #expect(try await app(rich.world).get(path, [.ifNoneMatch: tag]).status == .ok)
  }

  @Test func `a saved filter has the feed of its matches`() async throws {
    let rich = try await RichWorld()
    let filter = try await rich.world.mine.saveFilter(
      "priority=high", as: ListName(stored: "Urgent"), submission: .fresh()
    ).list
    let path = try await make(rich.world, at: "/lists/\(filter)/feeds")
    let body = try await app(rich.world).get(path).body
    #expect(body.contains("X-WR-CALNAME:Urgent") && body.contains("Order tiles"))
    #expect(body.components(separatedBy: "BEGIN:VTODO").count == 2)
  }

  @Test func `the address is shown once, to the session that made it`() async throws {
    let page = try await world.page("/settings/feeds")
    let made = try await world.press(page.form(to: "/settings/feeds"))
    let shown = try await world.follow(made)
    #expect(try path(shown.page).hasSuffix(".ics"))
    #expect(try path(shown.page, events: true).hasSuffix(".ics?as=events"))
    #expect(shown.headers[.cacheControl]?.contains("no-store") == true)
    #expect(try await world.page("/settings/feeds").element(id: "feed-address") == nil)
    // Sent again, it makes no other feed.
    let again = try await world.press(page.form(to: "/settings/feeds"))
    #expect(again.location == made.location)
    #expect(try await mine.feeds().count == 1)
    #expect(try path(try await world.follow(again).page) == path(shown.page))
    let other = world.showing(try await world.signIn(world.account))
    #expect(try await other.follow(made).page.element(id: "feed-address") == nil)
    world.time.advance(by: Limits.undoWindow + .seconds(1))
    #expect(try await world.follow(made).page.element(id: "feed-address") == nil)
  }

  @Test func `a feed is renewed, ended and resumed where its row is`() async throws {
    let rich = try await RichWorld()
    let (world, address) = (rich.world, "/lists/\(rich.house)/feeds")
    let old = try await make(world, at: address)
    let id = try #require(try await world.mine.feeds().last).id
    func press(_ action: String) async throws -> Answer {
      try await world.press(world.form("/settings/feeds/\(id)/\(action)", at: address))
    }
    let renewed = try await press("renew")
    #expect(renewed.location == "\(address)?new=\(id)")
    let new = try path(try await world.follow(renewed).page)
    #expect(new != old)
    #expect(try await app(world).get(old).status == .notFound)
    #expect(try await app(world).get(new).status == .ok)
    let ended = try await press("end")
    #expect(ended.location == "\(address)#feed-\(id)")
    #expect(try await app(world).get(new).status == .notFound)
    #expect(try await world.page(address).element(id: "feed-\(id)")?["class"] == "crossed-out")
    _ = try await press("resume")
    #expect(try await app(world).get(new).status == .ok)
  }

  @Test func `the last use is noted, at most once a minute, and shown`() async throws {
    let path = try await make(world, at: "/settings/feeds")
    #expect(try await world.page("/settings/feeds").region("feeds")?.text.contains("not used yet") == true)
    for pause in [0, 30, 50] {
      world.time.advance(by: .seconds(pause))
      _ = try await app(world).get(path)
      await world.app.writeUses(world.logger)
    }
    let first = try #require(try await mine.feeds().first?.used)
    #expect(world.time.now.timeIntervalSince(first) == 0)
    world.time.advance(by: .seconds(59))
    _ = try await app(world).get(path)
    await world.app.writeUses(world.logger)
    #expect(try await mine.feeds().first?.used == first)
    #expect(try await world.page("/settings/feeds").region("feeds")?.text.contains("last used today") == true)
  }

  @Test(arguments: [
    "/feeds/x.ics", "/feeds/x", "/feeds/.ics", "/feeds/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.ics",
    "/feeds/%00.ics", "/feeds/a%2Fb.ics?as=events",
  ])
  func `addresses of no feed are all answered alike`(address: String) async throws {
    let ended = try await make(world, at: "/settings/feeds")
    let id = try #require(try await mine.feeds().first).id
    try await mine.endFeed(id)
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

  @Test func `too many feeds are refused in place`() async throws {
    for _ in 0..<Limits.feedsPerAccount {
      _ = try await mine.addFeed(of: .today, digest: FeedSecret().digest, submission: .fresh())
    }
    let answer = try await world.press(world.form(at: "/settings/feeds"))
    #expect(answer.status == .unprocessableContent)
    #expect(try answer.page.first { $0["class"] == "error" }?.text.contains("50 calendar feeds") == true)
  }

  @Test func `a followed list has no feed`() async throws {
    let rich = try await RichWorld()
    #expect(try await rich.world.get("/lists/\(rich.followed)/feeds").location == "/lists/\(rich.followed)")
    #expect(try await rich.world.post("/lists/\(rich.followed)/feeds", ["version": ""]).status == .notFound)
  }
}
