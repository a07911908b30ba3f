import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// The list for every thought, and the first page of a new account. It is Friday, 20 November 2026.
struct InboxTests {
  private let world: World
  private let inbox: ListID

  init() async throws {
    world = try await World()
    inbox = try #require(try await world.mine.lists().first?.id)
  }

  @Test func `a new account begins on Today, with the focus in the field and the offer of a sample`() async throws {
    #expect(try await world.get("/").location == "/today")
    let page = try await world.page("/today")
    #expect(page.all { $0["autofocus"] != nil }.map { $0["id"] } == ["new-task"])
    #expect(page.state("today") == "empty/no-tasks")
    #expect(try await world.press(page.form(to: "/lists/sample")).status == .seeOther)
    let begun = try await world.page("/today")
    #expect(begun.all { $0["autofocus"] != nil }.isEmpty && begun.form(to: "/lists/sample") == nil)
  }

  @Test func `lists without dates begin on the overview`() async throws {
    try await world.add("Read", to: inbox)
    #expect(try await world.get("/").location == "/lists")
  }

  @Test func `the field of Today adds to the Inbox, then to the list that was used last`() async throws {
    let garden = try await world.makeList("Garden")
    func chosen() async throws -> String? {
      try await world.page("/today").first { $0["name"] == "list" }?.first { $0["selected"] != nil }?["value"]
    }
    let first = try await world.page("/today").first { $0["name"] == "list" }?.first("option")?["value"]
    #expect(first == "\(inbox)")
    _ = try await world.post("/today", ["title": "Call", "version": "1"])
    #expect(try await world.mine.openTasks(in: inbox).map(\.title) == ["Call"])
    _ = try await world.post("/today", ["title": "Rake", "list": "\(garden)", "version": "2"])
    #expect(try await chosen() == "\(garden)")
    #expect(try await world.page("/add").first { $0["selected"] != nil }?["value"] == "\(garden)")
  }

  @Test func `the date of a new task on Today is today where none is chosen`() async throws {
    let page = try await world.page("/today")
    #expect(page.all { $0["name"] == "quick" }.map { $0["value"] } == ["", "tomorrow", "next-week"])
    #expect(page.all { $0["name"] == "quick" && $0["checked"] != nil }.map { $0["value"] } == [""])
    #expect(page.first("fieldset")?.first("label")?.text == "Today")
    _ = try await world.post("/today", ["title": "Call", "quick": "", "due": "", "version": "1"])
    _ = try await world.post("/today", ["title": "Write", "quick": "", "due": "2026-12-24", "version": "2"])
    #expect(
      try await world.mine.openTasks(in: inbox).map(\.due) == [Day(iso: "2026-11-20"), Day(iso: "2026-12-24")])
  }

  @Test(arguments: [
    ("Paint /kit tomorrow", "Paint", "Kitchen", "2026-11-21"),
    ("Paint tomorrow /KITCHEN", "Paint", "Kitchen", "2026-11-21"),
    ("/kitchen Paint", "Paint", "Kitchen", "2026-11-20"),
    ("Paint /old-house #wall", "Paint", "Old house", "2026-11-20"),
    ("Paint #kitchen /old", "Paint", "Old house", "2026-11-20"),
    ("Paint /nowhere", "Paint /nowhere", "Inbox", "2026-11-20"),
    ("Read /etc/hosts and / or", "Read /etc/hosts and / or", "Inbox", "2026-11-20"),
    ("/kitchen", "/kitchen", "Inbox", "2026-11-20"), ("Mix 1 /2 cups", "Mix 1 /2 cups", "Inbox", "2026-11-20"),
  ])
  func `a word with a slash names the list of a new task by its beginning`(
    line: String, title: String, list: String, due: String
  ) async throws {
    for name in ["Kitchen", "Old house", "2 dozen"] { _ = try await world.makeList(name) }
    #expect(try await world.post("/today", ["title": line, "version": "3"]).status == .seeOther)
    let lists = try await world.mine.lists()
    let found = try #require(lists.first { $0.open == 1 })
    let task = try #require(try await world.mine.openTasks(in: found.id).first)
    #expect(found.name == list && task.title == title && task.due == Day(iso: due))
  }

  @Test func `the Inbox can be renamed, but neither deleted nor moved, by pages and by apps`() async throws {
    let page = try await world.page("/lists/\(inbox)")
    #expect(page.form(to: "/lists/\(inbox)/delete") == nil)
    #expect(page.first { $0["href"]?.hasSuffix("rename") == true } != nil)
    for action in ["delete", "move"] {
      let answer = try await world.post("/lists/\(inbox)/\(action)", ["ok": "", "to": "bottom"])
      #expect(answer.status == .forbidden && answer.body.contains("Inbox can’t be deleted or moved"), "\(action)")
    }
    let client = try await DavClient(world)
    #expect(try await client.send("DELETE", "\(client.home)\(inbox)/").status == .forbidden)
    _ = try await world.makeList("Garden")
    _ = try await world.makeList("House")
    let arranging = try await world.page("/lists?arrange")
    #expect(arranging.form(to: "/lists/\(inbox)/pick") == nil)
    #expect(try await world.mine.lists().first?.id == inbox)
  }

  @Test func `an app syncs a new Inbox, and is told of the first task in it`() async throws {
    let (client, address) = (try await DavClient(world), "/dav/calendars/\(world.account)/\(inbox)/")
    func sync(_ token: String) async throws -> Answer {
      try await client.send(
        "REPORT", address, ["Depth": "0", "Content-Type": "application/xml"],
        """
        <sync-collection xmlns="DAV:"><sync-token>\(token)</sync-token><sync-level>1</sync-level>
        <prop><getetag/></prop></sync-collection>
        """)
    }
    let first = try await sync("")
    let token = try #require(first.body.firstMatch(of: /<(?:\w+:)?sync-token>([^<]+)</)?.1)
    try await world.add("Call", to: inbox)
    let second = try await sync(String(token))
    #expect(first.status == .multiStatus && second.status == .multiStatus)
    #expect(second.body.contains(".ics") && !second.body.contains(">\(token)<"))
  }
}
