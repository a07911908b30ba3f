import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import RemoteLists
import Scheduling
import StatePages
import StatePagesTesting
import StateViews
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// What the door of CalDAV takes at most of a client, and gives to one at a time.
struct DavBoundsTests {
  private let world: World
  private let client: DavClient
  private let list: ListID
  private var calendar: String { "\(client.home)\(list)/" }

  init() async throws {
    world = try await World()
    client = try await DavClient(world)
    list = try await world.makeList()
  }

  private static let namespaces = "xmlns:d='DAV:' xmlns:c='urn:ietf:params:xml:ns:caldav'"

  private static func names(_ count: Int, in namespace: String = "urn:x") -> String {
    "<x:all xmlns:x='\(namespace)'>\((1...count).map { "<x:n\($0)/>" }.joined())</x:all>"
      .replacing("<x:all", with: "<d:prop").replacing("</x:all>", with: "</d:prop>")
  }

  private static func query(_ tests: String) -> String {
    DavClient.report(
      "c:calendar-query",
      "<c:filter><c:comp-filter name='VCALENDAR'><c:comp-filter name='VTODO'>\(tests)</c:comp-filter></c:comp-filter></c:filter>"
    )
  }

  /// Method, body, status, and the condition that is not met.
  private static let refused: [(method: String, body: String, status: Int, condition: String)] = {
    let long = String(repeating: "x", count: 70_000)
    let name = String(repeating: "n", count: 1_025)
    let sets = (1...101).map { "<x\($0)/>" }.joined()
    return [
      ("PROPFIND", "<d:propfind \(namespaces)><d:prop/><!-- \(long) --></d:propfind>", 413, ""),
      ("PROPPATCH", "<d:propertyupdate \(namespaces)><!-- \(long) --></d:propertyupdate>", 413, ""),
      ("MKCALENDAR", "<c:mkcalendar \(namespaces)><!-- \(long) --></c:mkcalendar>", 413, ""),
      ("REPORT", query("<!-- \(long) -->"), 413, ""),
      (
        "REPORT",
        DavClient.report(
          "c:calendar-multiget", String(repeating: "<d:href>/x</d:href>", count: Limits.tasksPerList + 1)),
        413, ""
      ),
      ("REPORT", String(repeating: "x", count: 4_200_000), 413, ""),
      (
        "REPORT",
        DavClient.report(
          "c:calendar-multiget", (0...1_000).map { "<d:href>http://\($0)/x</d:href>" }.joined()), 413, ""
      ),
      ("PROPFIND", "<d:propfind \(namespaces)>\(names(201))</d:propfind>", 413, ""),
      (
        "PROPFIND",
        "<d:propfind \(namespaces)><d:prop>\((1...17).map { "<x\($0)\(name.dropLast(25))/>" }.joined())</d:prop></d:propfind>",
        413, ""
      ),
      ("PROPFIND", "<d:propfind \(namespaces)><d:prop><\(name)/></d:prop></d:propfind>", 413, ""),
      ("PROPFIND", "<d:propfind \(namespaces)><d:prop><x xmlns='\(name)'/></d:prop></d:propfind>", 413, ""),
      ("PROPFIND", "<d:propfind \(namespaces)><d:allprop/><d:include>\(sets + sets)</d:include></d:propfind>", 413, ""),
      (
        "PROPPATCH", "<d:propertyupdate \(namespaces)><d:set><d:prop>\(sets)</d:prop></d:set></d:propertyupdate>", 413,
        ""
      ),
      ("MKCALENDAR", "<c:mkcalendar \(namespaces)><d:set><d:prop>\(sets)</d:prop></d:set></c:mkcalendar>", 413, ""),
      (
        "REPORT", query(String(repeating: "<c:comp-filter name='VALARM'/>", count: 51)), 403, "supported-filter"
      ),
      (
        "REPORT",
        query(
          "<c:prop-filter name='SUMMARY'>\(String(repeating: "<c:text-match>a</c:text-match>", count: 51))</c:prop-filter>"
        ),
        403, "supported-filter"
      ),
      (
        "REPORT", query("<c:prop-filter name='SUMMARY'><c:text-match>\(name)</c:text-match></c:prop-filter>"), 403,
        "supported-filter"
      ),
    ]
  }()

  @Test(arguments: refused.indices) func `a body that asks for too much is refused, and has no effect`(index: Int)
    async throws
  {
    let one = Self.refused[index]
    let address = one.method == "MKCALENDAR" ? "\(client.home)new/" : calendar
    let before = try await Rows(of: client.account, in: world.store)
    let answer = try await client.send(one.method, address, ["Depth": "0"], one.body)
    #expect(answer.status.code == one.status, "\(answer.status) \(answer.body.prefix(200))")
    #expect(one.condition.isEmpty || answer.body.contains(":\(one.condition)"), "\(answer.body.prefix(200))")
    #expect(answer.body.utf8.count < 1_000)
    #expect(try await Rows(of: client.account, in: world.store).changes(since: before) == "")
  }

  @Test func `a multiget may name all tasks of a list`() async throws {
    let many = (0..<9_000).map { "<d:href>\(calendar)x\($0).ics</d:href>" }.joined()
    #expect(many.utf8.count > 64 << 10)
    let found = try await client.resources("REPORT", calendar, DavClient.report("c:calendar-multiget", many))
    #expect(found.count == 9_000 && found.values.allSatisfy { $0.status == "HTTP/1.1 404 Not Found" })
  }

  @Test func `a namespace is declared once in an answer`() async throws {
    for uid in 1...30 { _ = try await client.send("PUT", "\(calendar)\(uid).ics", [:], DavClient.todo("\(uid)")) }
    let namespace = "urn:" + String(repeating: "n", count: 1_000)
    let body = "<d:propfind \(Self.namespaces)>\(Self.names(200, in: namespace))</d:propfind>"
    let answer = try await client.send("PROPFIND", calendar, ["Depth": "1"], body)
    #expect(answer.status.code == 207 && answer.body.ranges(of: namespace).count == 1)
    let found = try DavClient.resources(answer)
    let names = Set((1...200).map { XMLName(namespace: namespace, local: "n\($0)") })
    #expect(found.count == 31 && found.values.allSatisfy { $0.missing == names })
    let patch =
      "<d:propertyupdate \(Self.namespaces)><d:remove>\(Self.names(100, in: namespace))</d:remove></d:propertyupdate>"
    let patched = try await client.send("PROPPATCH", calendar, [:], patch)
    #expect(patched.body.ranges(of: namespace).count == 1 && patched.body.contains("200 OK"))
  }

  @Test func `a text that a limit refuses is a draft of an import`() async throws {
    func write(_ sql: String) async throws {
      try await world.store.database.write { db in try db.execute(sql: sql) }
    }
    func drafts() async throws -> Int? {
      try await world.store.database.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM saved_drafts") }
    }
    try await write("UPDATE accounts SET quota_tasks = 1")
    let (milk, oats) = (DavClient.todo("a", "SUMMARY:Milk"), DavClient.todo("b", "SUMMARY:Oats"))
    #expect(try await client.send("PUT", calendar + "a.ics", [:], milk).status == .created)
    for _ in 1...2 { #expect(try await client.send("PUT", calendar + "b.ics", [:], oats).status.code == 507) }
    #expect(try await drafts() == 1, "as often as it comes")
    let lists = try await world.get("/lists").page
    let address = try #require(lists.first { $0.name == "a" && $0.text == "Open draft" }?["href"])
    let page = try await world.get(address).page
    #expect(page.first("h1")?.text == "Text that was refused")
    let told = page.first { $0["class"] == "hint" }?.text ?? ""
    #expect(told.contains("Phone") && told.contains("You have 1 task, the maximum"), "\(told)")
    #expect(page.element(id: "kept-text")?.text == oats && page.first { $0["action"] == "/import" } != nil)
    #expect(page.first { $0.name == "button" && $0["autofocus"] != nil }?.text == "Preview")

    let long = DavClient.todo("c", "DESCRIPTION:" + String(repeating: "x", count: Limits.refusedTextBytes))
    #expect(try await client.send("PUT", calendar + "c.ics", [:], long).status.code == 507)
    for number in 1...7 {
      let text = DavClient.todo("d\(number)")
      #expect(try await client.send("PUT", calendar + "d\(number).ics", [:], text).status.code == 507)
    }
    #expect(try await drafts() == Limits.savedDrafts)
  }

  @Test func `what clients store is bounded before it is written out`() async throws {
    let namespace = "urn:" + String(repeating: "n", count: 1_000)
    let nested = "<a:x xmlns:a='urn:a' xmlns:b='\(namespace)'>\(String(repeating: "<b:y/>", count: 5_000))</a:x>"
    func patch(_ property: String) -> String {
      "<d:propertyupdate \(Self.namespaces)><d:set><d:prop><d:displayname>Other</d:displayname>\(property)</d:prop></d:set></d:propertyupdate>"
    }
    let answer = try await client.send("PROPPATCH", calendar, [:], patch(nested))
    #expect(answer.status.code == 507 && answer.body.contains("quota-not-exceeded"))
    let long = "<a:x xmlns:a='urn:a'>\(String(repeating: "y", count: 20_000))</a:x>"
    #expect(try await client.send("PROPPATCH", calendar, [:], patch(long)).status.code == 507)
    // Neither the name nor the property.
    let found = try await client.resources("PROPFIND", calendar, DavClient.propfind("d:displayname", "x xmlns='urn:a'"))
    #expect(found[calendar]?.found[.dav("displayname")]?.text == "House" && found[calendar]?.found.count == 1)
  }

  @Test(.timeLimit(.minutes(5))) func `a long value is searched in linear time`() async throws {
    let value = String(repeating: "ab", count: 120_000)
    _ = try await client.send("PUT", "\(calendar)a.ics", [:], DavClient.todo("a", "X-LONG:\(value)c"))
    let text = String(repeating: "ba", count: 400)
    func ask(_ text: String, _ collation: String) async throws -> Int {
      let test =
        "<c:prop-filter name='X-LONG'><c:text-match collation='\(collation)'>\(text)</c:text-match></c:prop-filter>"
      return try await client.resources("REPORT", calendar, depth: "1", Self.query(test)).count
    }
    for collation in ["i;ascii-casemap", "i;octet", "i;unicode-casemap"] {
      #expect(try await ask(text + "d", collation) == 0)
      #expect(try await ask(text + "bc", collation) == 1)
      #expect(try await ask(text.uppercased() + "BC", collation) == (collation == "i;octet" ? 0 : 1))
    }
  }

  @Test(arguments: [
    ("É", "i;ascii-casemap", false), ("É", "i;unicode-casemap", true), ("cafe", "i;octet", false),
    ("", "i;octet", true),
  ])
  func `texts are compared by bytes, or letters of ASCII, or all letters`(
    text: String, collation: String, isFound: Bool
  ) async throws {
    _ = try await client.send("PUT", "\(calendar)a.ics", [:], DavClient.todo("a", "SUMMARY:Café"))
    let test =
      "<c:prop-filter name='SUMMARY'><c:text-match collation='\(collation)'>\(text)</c:text-match></c:prop-filter>"
    let found = try await client.resources("REPORT", calendar, depth: "1", Self.query(test))
    #expect(!found.isEmpty == isFound)
  }

  /// Tasks whose texts are more than an answer is sent whole of.
  private func fill(_ count: Int) async throws {
    let notes = String(repeating: "n", count: 2_000)
    for uid in 1...count {
      _ = try await client.send("PUT", "\(calendar)\(uid).ics", [:], DavClient.todo("\(uid)", "DESCRIPTION:\(notes)"))
    }
  }

  private static let long = ["c:calendar-query", "d:sync-collection", "c:calendar-multiget"]

  @Test(arguments: long) func `an account is sent one long answer at a time`(report: String) async throws {
    try await fill(40)
    let (turns, account) = (world.app.davAnswers, client.account)
    let hrefs = report == "c:calendar-multiget" ? (1...40).map { "<d:href>\(calendar)\($0).ics</d:href>" }.joined() : ""
    let body = DavClient.report(report, hrefs)
    #expect(turns.beginNow(account))
    async let waiting = client.resources("REPORT", calendar, depth: report == "d:sync-collection" ? "0" : "1", body)
    while turns.load.waiting == 0 { await Task.yield() }
    // A short one waits for nothing.
    #expect(try await client.resources("PROPFIND", calendar, DavClient.propfind("d:displayname")).count == 1)
    turns.end(account)
    #expect(try await waiting.count == 40)
    #expect(turns.load == (0, 0))
  }

  @Test func `an answer that nobody takes ends its turn`() async throws {
    try await fill(40)
    do {
      let response = try await client.respond(
        "REPORT", calendar, ["Depth": "1"], DavClient.report("c:calendar-query", ""))
      #expect(response.status.code == 207 && world.app.davAnswers.load.running == 1)
      #expect(response.body.contentLength == nil)
    }
    #expect(world.app.davAnswers.load.running == 0)
  }

  @Test func `a long answer is made of pieces, in turns with long pages`() async throws {
    try await fill(200)
    let pages = world.app.pages.longPages
    #expect(pages.beginNow("another"))
    async let answer = client.send("REPORT", calendar, ["Depth": "1"], DavClient.report("c:calendar-query", ""))
    while pages.load.waiting == 0 { await Task.yield() }
    pages.end("another")
    let found = try DavClient.resources(try await answer)
    #expect(found.count == 200 && found.values.allSatisfy { $0.data?.contains("DESCRIPTION:") == true })
    #expect(pages.load == (0, 0))
  }
}
