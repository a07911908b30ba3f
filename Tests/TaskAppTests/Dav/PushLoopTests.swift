import Foundation
import GRDB
import HTTPTypes
import Logging
import Notifications
import RemoteLists
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// WebDAV-Push: which program is told of what, and when.
struct PushLoopTests {
  private let pushed: PushedWorld
  private let client: DavClient
  private let list: ListID
  private var world: World { pushed.world }
  private var calendar: String { "\(client.home)\(list)/" }
  private let one = "https://push.example/one"

  init() async throws {
    pushed = try await PushedWorld()
    client = try await DavClient(pushed.world)
    list = try await pushed.world.makeList()
  }

  @Test func `a change on a page is told once, with the topic and the token of the list`() async throws {
    _ = try await client.subscribe(to: calendar)
    #expect(try await pushed.wait(5).isEmpty, "nothing has changed")
    try await pushed.addTask(to: list)
    let sent = try await pushed.wait(5)
    try #require(sent.count == 1)
    #expect(sent[0].to == one && sent[0].contact == "http://localhost")
    #expect(sent[0].text.name == .push("push-message"))
    #expect(sent[0].text.children.map(\.name) == [.push("topic"), .push("content-update")])
    let ask = """
      <propfind xmlns="DAV:" xmlns:P="https://bitfire.at/webdav-push"><prop><sync-token/><P:topic/></prop></propfind>
      """
    let found = try #require(try await client.resources("PROPFIND", calendar, ask).values.first).found
    #expect(sent[0].text.first(.push("topic"))?.text == found[.push("topic")]?.text)
    let token = sent[0].text.first(.push("content-update"))?.first(.dav("sync-token"))?.text
    #expect(token == found[.dav("sync-token")]?.text && token != nil)
    #expect(sent[0].topic.utf8.count == 22 && sent[0].topic != found[.push("topic")]?.text)
    #expect(try await pushed.wait(60).isEmpty)
  }

  @Test func `many changes are one message, and a stream of changes is told now and then`() async throws {
    _ = try await client.subscribe(to: calendar)
    for number in 1...10 { try await pushed.addTask("\(number)", to: list) }
    #expect(try await pushed.wait(1).isEmpty)
    try await pushed.addTask("11", to: list)
    #expect(try await pushed.wait(2).isEmpty, "it has just changed again")
    #expect(try await pushed.wait(1).count == 1)
    var count = 0
    for number in 1...40 {
      try await pushed.addTask("x\(number)", to: list)
      count += try await pushed.wait(1).count
    }
    count += try await pushed.wait(5).count
    #expect((3...4).contains(count), "every fifteen seconds, and the last one")
    let token = try await client.resources("PROPFIND", calendar, DavClient.propfind("d:sync-token"))
    #expect(token.values.first?.found[.dav("sync-token")] != nil)
  }

  @Test func `a program that says so is not told of its own change, and others are`() async throws {
    let mine = try await client.subscribe(to: calendar)
    _ = try await client.subscribe("https://push.example/two", to: calendar)
    func put(_ uid: String, _ header: String) async throws -> [String] {
      let answer = try await client.send(
        "PUT", "\(calendar)\(uid).ics", ["Push-Dont-Notify": header], DavClient.todo(uid))
      #expect(answer.status == .created)
      return try await pushed.wait(5).map(\.to).sorted()
    }
    let two = "https://push.example/two"
    #expect(try await put("a", "\"\(mine)\"") == [two])
    #expect(try await put("b", "*") == [])
    #expect(try await put("c", "\"https://elsewhere.example/x\", \"\(mine)\", \"/nothing\"") == [two])
    for invalid in ["\(mine)", "\"\(mine)x\"", "\"", "\"\"", "** \"", String(repeating: "\"", count: 5_000)] {
      #expect(try await put("d\(invalid.utf8.count)", invalid) == [one, two], "\(invalid.prefix(60))")
    }
    // A change that it doesn't know yet is told.
    try await pushed.addTask(to: list)
    #expect(try await put("e", "\"\(mine)\"") == [one, two])
    let gone = try await client.send("DELETE", "\(calendar)e.ics", ["Push-Dont-Notify": "\"\(mine)\""])
    #expect(gone.status == .noContent)
    #expect(try await pushed.wait(5).map(\.to) == [two])
  }

  @Test func `another account's subscription is not silenced`() async throws {
    let stranger = try await Stranger(in: world)
    let other = try await DavClient(world, as: "Stranger", of: stranger.account)
    try await join(stranger.account)
    _ = try await client.subscribe(to: calendar)
    let theirs = try await other.subscribe("https://push.example/theirs", to: "\(other.home)\(list)/")
    for header in ["\"\(theirs)\"", "*"] {
      _ = try await client.send(
        "PUT", "\(calendar)\(header.utf8.count).ics", ["Push-Dont-Notify": header],
        DavClient.todo("\(header.utf8.count)"))
      #expect(try await pushed.wait(5).map(\.to).contains("https://push.example/theirs"), "\(header)")
    }
  }

  private func join(_ account: AccountID, as role: Role = .editor) async throws {
    try await world.store.write { [list] db, _ in
      try db.execute(
        sql: "INSERT INTO memberships (account, list, role, position) VALUES (?, ?, ?, 9)",
        arguments: [account.value, list.value, role.rawValue])
    }
  }

  @Test func `every member's programs are told, and those of nobody else`() async throws {
    let stranger = try await Stranger(in: world)
    let other = try await DavClient(world, as: "Stranger", of: stranger.account)
    try await join(stranger.account, as: .viewer)
    _ = try await client.subscribe(to: calendar)
    _ = try await other.subscribe("https://push.example/theirs", to: "\(other.home)\(list)/")
    _ = try await other.subscribe("https://push.example/secret", to: "\(other.home)\(stranger.list)/")
    try await pushed.addTask(to: list)
    let sent = try await pushed.wait(5)
    #expect(Set(sent.map(\.to)) == [one, "https://push.example/theirs"])
    #expect(Set(sent.compactMap { $0.text.first(.push("topic"))?.text }).count == 2, "each has a topic of its own")
    try await world.mine.remove(stranger.account, from: list)
    try await pushed.addTask(to: list)
    #expect(try await pushed.wait(5).map(\.to) == [one])
  }

  @Test func `what has ended is told nothing more, also of a change before`() async throws {
    let end: [(String, () async throws -> Void)] = [
      ("app password revoked", { try await world.mine.endSecret(of: AppPasswordID(1)) }),
      ("resumed", { try await world.mine.resumeSecret(of: AppPasswordID(1)) }),
      ("account disabled", { try await world.store.disableAccount(world.account) }),
      ("enabled", { try await world.store.enableAccount(world.account) }),
    ]
    _ = try await client.subscribe(to: calendar)
    for (index, (name, act)) in end.enumerated() {
      if index % 2 == 0 {
        try await pushed.addTask(to: list)
        #expect(try await pushed.wait(1).isEmpty)
        try await act()
        #expect(try await pushed.wait(60).isEmpty, "\(name)")
      } else {
        try await act()
        #expect(try await pushed.wait(5).map(\.to) == [one], "\(name)")
      }
    }
  }

  @Test func `another secret of the app password, a restored copy and a removed account end subscriptions`()
    async throws
  {
    func rows() async throws -> Int {
      try await world.store.database.read { db in try db.count("SELECT count(*) FROM push_subscriptions", []) }
    }
    _ = try await client.subscribe(to: calendar)
    try await world.store.write { db, now in try Meta.beginCopy(db, at: now) }
    #expect(try await rows() == 0)
    _ = try await client.subscribe(to: calendar)
    try await pushed.addTask(to: list)
    try await world.mine.renewSecret(of: AppPasswordID(1), digest: Data(repeating: 7, count: 32))
    #expect(try await rows() == 0)
    #expect(try await pushed.wait(5).isEmpty)
    let again = try await DavClient(world)
    _ = try await again.subscribe(to: calendar)
    #expect(try await rows() == 1)
    try await world.store.removeAccount(world.account)
    #expect(try await rows() == 0)
  }

  @Test func `names and colours are told as properties, and only to programs that ask`() async throws {
    _ = try await client.subscribe(to: calendar)
    let content = "<content-update><D:depth>1</D:depth></content-update>"
    _ = try await client.register(PushRegister(resource: "https://push.example/two", trigger: content), at: calendar)
    try await world.mine.setProperties(nil, name: nil, color: ListColor(hex: "#123456"), of: list)
    let colour = try await pushed.wait(5)
    #expect(colour.map(\.to) == [one])
    #expect(colour.first?.text.children.map(\.name) == [.push("topic"), .push("property-update")])
    try await world.mine.setProperties(nil, name: ListName(stored: "Groceries"), of: list)
    let name = try await pushed.wait(5)
    #expect(name.count == 2)
    let names = name.map { ($0.to, $0.text.children.map(\.name.local)) }
    #expect(names.first { $0.0 == one }?.1 == ["topic", "content-update", "property-update"])
    #expect(names.first { $0.0 != one }?.1 == ["topic", "content-update"])
    #expect(Set((colour + name).map(\.topic)).count == 3, "none takes the place of one that tells more")
  }

  @Test func `the home tells of lists that come and go`() async throws {
    _ = try await client.subscribe(to: client.home)
    try await pushed.addTask(to: list)
    #expect(try await pushed.wait(5).isEmpty)
    let new = try await world.makeList("New")
    let sent = try await pushed.wait(5)
    #expect(sent.count == 1 && sent[0].text.first(.push("content-update"))?.children.isEmpty == true)
    try await world.mine.deleteList(new)
    #expect(try await pushed.wait(5).count == 1)
  }

  @Test func `the end of a list is told, and that it is back`() async throws {
    let mine = try await client.subscribe(to: calendar)
    let deleted = try #require(try await world.mine.deleteList(list).change)
    let sent = try await pushed.wait(60)
    #expect(sent.count == 1 && sent[0].text.first(.push("content-update"))?.children.isEmpty == true)
    try await world.mine.undo(deleted)
    let back = try await pushed.wait(60)
    #expect(back.count == 1 && back[0].text.first(.push("content-update"))?.first(.dav("sync-token")) != nil)
    let gone = try await client.send("DELETE", calendar, ["Push-Dont-Notify": "\"\(mine)\""])
    #expect(gone.status == .noContent)
    #expect(try await pushed.wait(60).isEmpty)
  }

  @Test func `a push service that has given up ends the subscription`() async throws {
    _ = try await client.subscribe(to: calendar)
    pushed.service.fail(one, with: .rejected(ServerReply(status: 410, text: "")))
    try await pushed.addTask(to: list)
    #expect(try await pushed.wait(30).count == 1)
    let rows = try await world.store.database.read { db in try db.count("SELECT count(*) FROM push_subscriptions", []) }
    #expect(rows == 0)
  }

  @Test func `a message that fails is tried again with longer pauses, with the newest state, and then given up`()
    async throws
  {
    _ = try await client.subscribe(to: calendar)
    pushed.service.fail(one, with: .deferred(ServerReply(status: 503, text: "busy")))
    try await pushed.addTask(to: list)
    #expect(try await pushed.wait(10).count == 1)
    try await pushed.addTask("Oats", to: list)
    let second = try await pushed.wait(10)
    #expect(second.count == 1, "a change begins no further try")
    let token = try await client.resources("PROPFIND", calendar, DavClient.propfind("d:sync-token")).values.first?
      .found[.dav("sync-token")]?.text
    #expect(second.first?.text.first(.push("content-update"))?.first(.dav("sync-token"))?.text == token)
    #expect(try await pushed.wait(70).count == 1)
    #expect(try await pushed.wait(310).count == 1)
    #expect(try await pushed.wait(1_000).isEmpty)
    pushed.service.fail(one, with: nil)
    try await pushed.addTask("Salt", to: list)
    #expect(try await pushed.wait(5).count == 1)
  }

  @Test func `an account and a push service have few messages under way, and room is left for others`() async throws {
    for number in 1...20 { _ = try await client.subscribe("https://slow.example/\(number)", to: calendar) }
    let stranger = try await Stranger(in: world)
    let other = try await DavClient(world, as: "Stranger", of: stranger.account)
    try await join(stranger.account)
    _ = try await other.subscribe("https://fast.example/", to: "\(other.home)\(list)/")
    try await pushed.addTask(to: list)
    #expect(try await pushed.loop.begin(besides: []).isEmpty)
    world.time.advance(by: .seconds(3))
    let begun = try await pushed.loop.begin(besides: [])
    #expect(begun.filter { $0.push.account == world.account }.count == PushLoop.accountShare)
    #expect(begun.contains { $0.push.account == stranger.account })
    #expect(try await pushed.loop.begin(besides: begun).isEmpty, "the slow ones are still under way")
    try await pushed.loop.end(begun.map { (message: $0, outcome: nil) })
    #expect(try await pushed.loop.begin(besides: []).count == PushLoop.accountShare)
  }

  @Test func `the running loop sends, and what a shutdown cuts off is sent by the next one`() async throws {
    let clock = ManualClock()
    let time = HeldTime()
    let service = PushService()
    var settings = TaskApp.Settings.test
    settings.pushSender = service.sender
    let world = try await World(settings, at: time, clock: clock)
    let (client, list) = (try await DavClient(world), try await world.makeList())
    _ = try await client.subscribe(to: "\(client.home)\(list)/")
    service.fail(one, with: .cancelled)
    _ = try await world.mine.addTasks(
      [TaskDraft(validating: TaskInput(title: "Milk"))], to: list, submission: .fresh())
    for isCutOff in [true, false] {
      let loop = Task { await world.app.keepPushing(Logger(label: "test")) }
      var sent: [PushService.Sent] = []
      for _ in 0..<100 where sent.isEmpty {
        await clock.waitForSleepers(1)
        time.advance(by: .seconds(1))
        clock.advance(by: .seconds(1))
        try await Task.sleep(for: .milliseconds(10))
        sent = service.take()
      }
      loop.cancel()
      await loop.value
      #expect(sent.map(\.to) == [one], "\(isCutOff)")
      service.fail(one, with: nil)
    }
  }
}
