import Foundation
import GRDB
import HTTPTypes
import Notifications
import RemoteLists
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// WebDAV-Push: what clients learn of it, and how they subscribe.
struct DavPushTests {
  private let pushed: PushedWorld
  private let client: DavClient
  private let list: ListID
  private var world: World { pushed.world }
  private var calendar: String { "\(client.home)\(list)/" }

  init() async throws {
    pushed = try await PushedWorld()
    client = try await DavClient(pushed.world)
    list = try await pushed.world.makeList()
  }

  private static let ask = """
    <propfind xmlns="DAV:" xmlns:P="https://bitfire.at/webdav-push"><prop><P:transports/><P:topic/><P:supported-triggers/></prop></propfind>
    """
  private static let names = ["transports", "topic", "supported-triggers"].map { XMLName.push($0) }

  @Test func `lists and the home tell that they push, and nothing else does`() async throws {
    _ = try await client.send("PUT", "\(calendar)a.ics", [:], DavClient.todo("a"))
    let home = try await client.resources("PROPFIND", client.home, depth: "1", Self.ask)
    let list = try #require(home[calendar]?.found)
    let key = list[.push("transports")]?.first(.push("web-push"))?.first(.push("vapid-public-key"))
    #expect(key?.text == world.app.pushKey.publicKey && key?.attributes["type"] == "p256ecdsa")
    let triggers = try #require(list[.push("supported-triggers")])
    #expect(triggers.first(.push("content-update"))?.first(.dav("depth"))?.text == "1")
    #expect(triggers.first(.push("property-update"))?.first(.dav("depth"))?.text == "0")
    let own = try #require(home[client.home]?.found)
    #expect(own[.push("supported-triggers")]?.children.map(\.name) == [.push("content-update")])
    let topics = home.values.compactMap { $0.found[.push("topic")]?.text }
    #expect(topics.count == 3 && Set(topics).count == 3 && topics.allSatisfy { $0.utf8.count == 22 })
    for address in ["/dav/", "/dav/principals/\(client.account)/", "\(calendar)a.ics"] {
      let found = try await client.resources("PROPFIND", address, Self.ask).values.first
      #expect(found?.missing == Set(Self.names), "\(address)")
    }
    let all = try await client.resources("PROPFIND", calendar).values.first?.found
    #expect(all?[.push("topic")]?.text == list[.push("topic")]?.text)
    let body = "<propfind xmlns='DAV:'><propname/></propfind>"
    let names = try await client.resources("PROPFIND", calendar, body).values.first?.found.keys
    #expect(Self.names.allSatisfy { names?.contains($0) == true })
    let dav = try #require(HTTPField.Name("DAV"))
    #expect(try await client.send("OPTIONS", calendar).headers[dav]?.hasSuffix(", webdav-push") == true)
    let patch = """
      <propertyupdate xmlns="DAV:"><set><prop><topic xmlns="https://bitfire.at/webdav-push">x</topic></prop></set></propertyupdate>
      """
    #expect(try await client.send("PROPPATCH", calendar, [:], patch).body.contains("403"))
  }

  @Test func `a server that sends nothing doesn't offer it`() async throws {
    let world = try await World()
    let client = try await DavClient(world)
    let list = try await world.makeList()
    let calendar = "\(client.home)\(list)/"
    let found = try await client.resources("PROPFIND", calendar, Self.ask).values.first
    #expect(found?.missing == Set(Self.names))
    let dav = try #require(HTTPField.Name("DAV"))
    #expect(try await client.send("OPTIONS", calendar).headers[dav]?.contains("push") == false)
    let answer = try await client.register(at: calendar)
    #expect(answer.status == .forbidden && answer.body.contains("<P:push-not-available/>"))
  }

  @Test func `a subscription has an address and an end, and is the same when it is renewed`() async throws {
    let now = world.time.now
    let made = try await client.register(at: calendar)
    let location = try #require(made.location)
    #expect(made.status == .noContent && location.hasPrefix("http://localhost/dav/subscriptions/"))
    #expect(made.headers[.expires] == DavHeader.date(now.addingTimeInterval(3 * 86_400)))
    func expires(_ text: String) async throws -> String? {
      let answer = try await client.register(PushRegister(more: "<expires>\(text)</expires>"), at: calendar)
      #expect(answer.location == location)
      return answer.headers[.expires]
    }
    let hour = DavHeader.date(now.addingTimeInterval(3_600))
    #expect(try await expires(hour) == hour)
    let last = DavHeader.date(now.addingTimeInterval(3 * 86_400))
    let others = [
      DavHeader.date(now.addingTimeInterval(30 * 86_400)), DavHeader.date(now.addingTimeInterval(-60)), "tomorrow",
      "Wed, 31 Feb 2027 10:00:00 GMT", "", String(repeating: " ", count: 1_000),
    ]
    for text in others { #expect(try await expires(text) == last, "\(text)") }
    #expect(try await client.subscribe("https://push.example/two", to: calendar) != location)
    #expect(try await client.subscribe(to: client.home) != location)
    #expect(try await count() == 3)
  }

  private func count(of account: AccountID? = nil) async throws -> Int {
    let account = (account ?? world.account).value
    return try await world.store.database.read { db in
      try db.count("SELECT count(*) FROM push_subscriptions WHERE account = ?", [account])
    }
  }

  @Test func `a subscription is deleted by its account alone, and is no deletion of a task`() async throws {
    let stranger = try await Stranger(in: world)
    let other = try await DavClient(world, as: "Stranger", of: stranger.account)
    let address = path(of: try await client.subscribe(to: calendar))
    #expect(try await other.send("DELETE", address).status == .notFound)
    #expect(try await other.register(at: calendar).status == .notFound, "another account's list")
    #expect(try await count() == 1)
    #expect(try await client.send("GET", address).status == .notFound)
    #expect(try await client.send("PUT", address, [:], DavClient.todo("a")).status == .methodNotAllowed)
    #expect(try await client.send("DELETE", address).status == .noContent)
    #expect(!world.app.appDeletions.take(world.account))
    for unknown in [address, "/dav/subscriptions/0", "/dav/subscriptions/x", "/dav/subscriptions/99999999999999999999"]
    {
      #expect(try await client.send("DELETE", unknown).status == .notFound, "\(unknown)")
    }
    #expect(try await count() == 0)
  }

  @Test func `an ended subscription is none, and is forgotten`() async throws {
    let address = path(of: try await client.subscribe(to: calendar))
    world.time.advance(by: .seconds(3 * 86_400))
    #expect(try await client.send("DELETE", address).status == .notFound)
    try await world.store.purge(deletedBefore: world.time.now.addingTimeInterval(-30 * 86_400))
    #expect(try await count() == 0)
  }

  @Test func `an account has so many subscriptions, and ended ones make room`() async throws {
    for number in 1...Limits.pushSubscriptions {
      _ = try await client.subscribe("https://push.example/\(number)", to: calendar)
    }
    let over = try await client.register(PushRegister(resource: "https://push.example/over"), at: calendar)
    #expect(over.status.code == 507 && over.body.contains("quota-not-exceeded"))
    _ = try await client.subscribe("https://push.example/7", to: calendar)
    let stranger = try await Stranger(in: world)
    let other = try await DavClient(world, as: "Stranger", of: stranger.account)
    _ = try await other.subscribe(to: other.home)
    world.time.advance(by: .seconds(3 * 86_400))
    _ = try await client.subscribe("https://push.example/over", to: calendar)
    #expect(try await count() == 1)
  }

  /// Body, status, and the precondition.
  private static let refused: [(body: String, status: Int, condition: String)] = {
    func body(_ change: (inout PushRegister) -> Void) -> String {
      var register = PushRegister()
      change(&register)
      return register.xml
    }
    let invalid: [(inout PushRegister) -> Void] = [
      { $0.resource = "http://push.example/x" }, { $0.resource = "https://127.0.0.1/x" },
      { $0.resource = "https://[::1]/x" }, { $0.resource = "https://push.example:25/x" }, { $0.resource = "" },
      { $0.resource = "push.example" }, { $0.resource = "https://u:p@push.example/" }, { $0.resource = "mailto:a@b.c" },
      { $0.resource = "https://push.example/" + String(repeating: "x", count: 8_000) }, { $0.encoding = "aesgcm" },
      { $0.key = "" }, { $0.key = String(repeating: "A", count: 87) }, { $0.keyType = "p256ecdsa" },
      { $0.secret = "BTBZMqHH6r4Tts7J_aSI" }, { $0.secret = "!" },
    ]
    let whole = PushRegister()
    let none = whole.xml.replacing(whole.subscription, with: "")
    let nested = String(repeating: "<x>", count: 100) + String(repeating: "</x>", count: 100)
    return invalid.map { (body($0), 403, "invalid-subscription") } + [
      (none, 403, "invalid-subscription"), (body { $0.more = $0.subscription }, 403, "invalid-subscription"),
      (body { $0.trigger = "" }, 403, "no-supported-trigger"),
      (body { $0.trigger = "<move-update/>" }, 403, "no-supported-trigger"),
      ("", 400, ""), ("<push-register", 400, ""), ("<push-register xmlns='DAV:'/>", 400, ""), ("{}", 400, ""),
      ("<!DOCTYPE x [<!ENTITY a 'b'>]><push-register xmlns='https://bitfire.at/webdav-push'/>", 400, ""),
      (body { $0.more = nested }, 413, ""),
      (body { $0.more = "<!-- \(String(repeating: "x", count: 70_000)) -->" }, 413, ""),
    ]
  }()

  @Test(arguments: refused.indices) func `a wrong registration is refused, and stores nothing`(index: Int) async throws
  {
    let one = Self.refused[index]
    let answer = try await client.send("POST", calendar, ["Content-Type": "application/xml"], one.body)
    #expect(answer.status.code == one.status, "\(answer.body.prefix(200))")
    #expect(one.condition.isEmpty || answer.body.contains("<P:\(one.condition)/>"), "\(answer.body.prefix(200))")
    #expect(try await count() == 0)
  }

  @Test func `only lists and the home are subscribed to, by XML`() async throws {
    _ = try await client.send("PUT", "\(calendar)a.ics", [:], DavClient.todo("a"))
    for address in ["/dav/", "/dav/principals/\(client.account)/", "\(calendar)a.ics"] {
      let answer = try await client.register(at: address)
      #expect(answer.status == .forbidden && answer.body.contains("<P:push-not-available/>"), "\(address)")
    }
    let property = "<property-update><D:depth>0</D:depth></property-update>"
    let home = try await client.register(PushRegister(trigger: property), at: client.home)
    #expect(home.status == .forbidden && home.body.contains("no-supported-trigger"))
    #expect(try await client.register(at: "\(client.home)none/").status == .notFound)
    for type in ["text/plain", "application/x-www-form-urlencoded", ""] {
      let answer = try await client.send("POST", calendar, ["Content-Type": type], PushRegister().xml)
      #expect(answer.status == .unsupportedMediaType, "a form of another site: \(type)")
    }
    #expect(try await count() == 0)
  }

  @Test func `app passwords tell whether their programs are told, and how that went`() async throws {
    func row() async throws -> String {
      try #require(try await world.page("/settings/apps").region("app-passwords")?.first("li")).text
    }
    #expect(try await !row().contains("Told of changes"))
    _ = try await client.subscribe(to: calendar)
    #expect(try await row().contains("Told of changes at once"))
    #expect(try await !row().contains("last told"))
    try await pushed.addTask(to: list)
    #expect(try await pushed.wait(3).count == 1)
    #expect(try await row().contains("last told"))
    let reply = ServerReply(status: 429, text: "Too many <b>requests</b>")
    pushed.service.fail("https://push.example/one", with: .deferred(reply))
    try await pushed.addTask(to: list)
    #expect(try await pushed.wait(3).count == 1)
    let text = try await row()
    #expect(text.contains("Not told") && text.contains("Too many <b>requests</b>") && !text.contains("last told"))
    try await world.mine.endSecret(of: AppPasswordID(1))
    #expect(try await !row().contains("Told of changes"))
  }
}
