import Foundation
import HTTPTypes
import RemoteLists
import StatePages
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// CalDAV as clients use it.
struct DavTests {
  private let world: World
  private let client: DavClient
  private let list: ListID
  private var calendar: String { "\(client.home)\(list)/" }

  init() async throws {
    world = try await World()
    client = try await DavClient(world)
    list = try await world.makeList()
  }

  @Test(arguments: ["", "/tasks"]) func `a client finds the lists from the name of the host`(base: String) async throws
  {
    let world = try await World(below: base.isEmpty ? .root : BasePath(base))
    let client = try await DavClient(world)
    let list = try await world.makeList()
    for method in ["GET", "PROPFIND"] {
      let answer = try await client.send(method, "/.well-known/caldav")
      #expect(answer.status == .movedPermanently && answer.location == "\(base)/dav/")
    }
    let ask = DavClient.propfind("d:current-user-principal", "c:calendar-home-set", "c:schedule-inbox-URL")
    for address in ["/", "/dav", "/dav/"] {
      let found = try await client.resources("PROPFIND", address, ask)
      let one = try #require(found.values.first)
      #expect(found.keys.first == (address == "/" ? "\(base)/" : "\(base)/dav/"))
      let principal = one.found[.dav("current-user-principal")]?.first(.dav("href"))?.text
      #expect(principal == "\(base)/dav/principals/\(client.account)/")
      #expect(one.missing.contains(.calDAV("schedule-inbox-URL")))
    }
    let principal = try await client.resources("PROPFIND", "\(base)/dav/principals/\(client.account)/", ask)
    let home = principal.values.first?.found[.calDAV("calendar-home-set")]?.first(.dav("href"))?.text
    #expect(home == "\(base)\(client.home)")
    let lists = try await client.resources(
      "PROPFIND", "\(base)\(client.home)", depth: "1",
      DavClient.propfind("d:resourcetype", "c:supported-calendar-component-set", "d:displayname", "s:getctag"))
    #expect(
      Set(lists.keys) == Set(["", "1/", "\(list)/"].map { "\(base)\(client.home)\($0)" }), "the Inbox is a list, too")
    let one = try #require(lists["\(base)\(client.home)\(list)/"])
    #expect(one.found[.dav("resourcetype")]?.first(.calDAV("calendar")) != nil)
    #expect(one.found[.calDAV("supported-calendar-component-set")]?.children.map { $0.attributes["name"] } == ["VTODO"])
    #expect(lists["\(base)\(client.home)"]?.found[.dav("resourcetype")]?.first(.calDAV("calendar")) == nil)
    let options = try await client.send("OPTIONS", "/dav/")
    #expect(options.headers[try #require(HTTPField.Name("DAV"))]?.contains("calendar-access") == true)
  }

  @Test func `an object has one tag and one text, whichever way it is read`() async throws {
    let text = DavClient.todo("a@b/c%41", "SUMMARY:Milk & <bread>", "X-B:1")
    let address = "\(calendar)a@b%20c%2541.ics"
    let made = try await client.send("PUT", address, ["If-None-Match": "*"], text)
    let tag = try #require(made.headers[.eTag])
    #expect(made.status == .created)
    let got = try await client.send("GET", address)
    #expect(got.body == text && got.headers[.eTag] == tag && got.headers[.contentType] == DavHeader.calendar)
    #expect(try await client.send("HEAD", address).headers[.eTag] == tag)
    #expect(try await client.send("GET", address, ["If-None-Match": "W/\(tag)"]).status == .notModified)
    let href = "\(calendar)a%40b%20c%2541.ics"
    let ask = DavClient.propfind("d:getetag", "d:getcontentlength")
    #expect(try await client.resources("PROPFIND", calendar, depth: "1", ask)[href]?.tag == tag)
    #expect(try await client.resources("PROPFIND", address, ask)[address]?.tag == tag)
    let queried = try await client.resources("REPORT", calendar, depth: "1", DavClient.report("c:calendar-query", ""))
    #expect(queried[href]?.tag == tag && queried[href]?.data == text)
    let many = try await client.resources(
      "REPORT", calendar,
      DavClient.report(
        "c:calendar-multiget",
        "<d:href>\(address)</d:href><d:href>http://localhost\(href)</d:href><d:href>\(calendar)x.ics</d:href>"))
    #expect(Set(many.keys) == [address, "http://localhost\(href)", "\(calendar)x.ics"])
    #expect(many[address]?.data == text && many["\(calendar)x.ics"]?.status == "HTTP/1.1 404 Not Found")
    let shown = try await world.get("/lists/\(list)")
    #expect(try shown.page.titles() == ["Milk & <bread>"])
  }

  @Test func `conditions decide, and a change on a page is a new text`() async throws {
    let (text, address) = (DavClient.todo("a", "SUMMARY:Milk"), "\(calendar)a.ics")
    #expect(try await client.send("PUT", address, ["If-Match": "\"x\""], text).status == .preconditionFailed)
    let tag = try #require(try await client.send("PUT", address, [:], text).headers[.eTag])
    #expect(try await client.send("PUT", address, ["If-None-Match": "*"], text).status == .preconditionFailed)
    #expect(try await client.send("DELETE", address, ["If-Match": "\"x\""]).status == .preconditionFailed)
    let again = try await client.send("PUT", address, ["If-Match": "W/\(tag)"], text)
    #expect(again.status == .noContent && again.headers[.eTag] == tag)
    let task = try #require(try await world.mine.openTasks(in: list).first)
    try await world.mine.setDue(task.id, to: Day(iso: "2026-12-01"))
    let changed = try await client.send("GET", address)
    #expect(changed.headers[.eTag] != tag && changed.body.contains("DUE;VALUE=DATE:20261201\r\n"))
    let merged = try await client.send("PUT", address, ["If-Match": tag], DavClient.todo("a", "SUMMARY:Oats"))
    #expect(merged.status == .noContent && merged.headers[.eTag] == nil)
    #expect(try await world.mine.task(task.id).text.due == Day(iso: "2026-12-01"))
    #expect(try await client.send("DELETE", address).status == .noContent)
    #expect(try await client.send("DELETE", address).status == .notFound)
    let history = try await world.mine.history(of: list, limit: 2)
    #expect(history.map(\.app) == ["Phone", "Phone"] && history[0].kind == .taskDeleted)
    try await world.mine.undo(history[0].id)
    #expect(try await client.send("GET", address).status == .ok)
  }

  @Test func `a client syncs what has changed since, and deletions`() async throws {
    func sync(_ token: String, _ more: String = "") async throws -> (found: [String: DavClient.Found], token: String) {
      let answer = try await client.send(
        "REPORT", calendar, [:],
        DavClient.report(
          "d:sync-collection", "<d:sync-token>\(token)</d:sync-token><d:sync-level>1</d:sync-level>\(more)"))
      let root = try XMLReader.read(Array(answer.body.utf8))
      return (try DavClient.resources(answer), try #require(root.first(.dav("sync-token"))).text)
    }
    for uid in ["a", "b", "c"] {
      #expect(try await client.send("PUT", "\(calendar)\(uid).ics", [:], DavClient.todo(uid)).status == .created)
    }
    let first = try await sync("")
    #expect(first.found.count == 3)
    #expect(try await sync(first.token).found.isEmpty)
    _ = try await client.send("DELETE", "\(calendar)b.ics")
    let second = try await sync(first.token)
    #expect(second.found.mapValues(\.status) == ["\(calendar)b.ics": "HTTP/1.1 404 Not Found"])
    let part = try await sync("", "<d:limit><d:nresults>1</d:nresults></d:limit>")
    #expect(part.found.count == 2 && part.found[calendar]?.status == "HTTP/1.1 507 Insufficient Storage")
    #expect(try await sync(part.token).found["\(calendar)c.ics"] != nil)
    let unknown = try await client.send(
      "REPORT", calendar, [:], DavClient.report("d:sync-collection", "<d:sync-token>data:,x.1.2</d:sync-token>"))
    #expect(unknown.status == .forbidden && unknown.body.contains("valid-sync-token"))
    let collection = try await client.resources("PROPFIND", calendar, DavClient.propfind("d:sync-token", "s:getctag"))
    #expect(collection.values.first?.found[.dav("sync-token")]?.text == second.token)
  }

  @Test func `a collection is made, named, kept and deleted`() async throws {
    let address = "\(client.home)f00d-beef/"
    let body = """
      <c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:a="http://apple.com/ns/ical/"><d:set><d:prop>
      <d:displayname>Work &amp; play</d:displayname><a:calendar-color>#FF0000FF</a:calendar-color>
      <c:supported-calendar-component-set><c:comp name="VTODO"/></c:supported-calendar-component-set>
      </d:prop></d:set></c:mkcalendar>
      """
    #expect(try await client.send("MKCALENDAR", address, [:], body).status == .created)
    #expect(try await client.send("MKCALENDAR", address, [:], body).status == .methodNotAllowed)
    let patch = """
      <d:propertyupdate xmlns:d="DAV:" xmlns:x="urn:x"><d:set><d:prop><d:displayname>Work</d:displayname>
      <x:note lang="en">a<x:b/>&lt;</x:note></d:prop></d:set></d:propertyupdate>
      """
    let patched = try #require(try await client.resources("PROPPATCH", address, patch)[address])
    #expect(patched.missing.isEmpty && patched.found.count == 2)
    let ask = DavClient.propfind("d:displayname", "a:calendar-color", "x:note xmlns:x='urn:x'", "a:calendar-order")
    let found = try #require(try await client.resources("PROPFIND", address, ask)[address])
    #expect(
      found.found[.dav("displayname")]?.text == "Work" && found.found[.apple("calendar-color")]?.text == "#FF0000FF")
    let note = try #require(found.found[XMLName(namespace: "urn:x", local: "note")])
    #expect(note.attributes["lang"] == "en" && note.text == "a<" && note.children.map(\.name.namespace) == ["urn:x"])
    #expect(found.found[.apple("calendar-order")]?.text == "3")
    let refused = try #require(
      try await client.resources("PROPPATCH", address, patch.replacing("displayname", with: "getetag"))[address])
    #expect(refused.statuses.values.sorted() == ["HTTP/1.1 403 Forbidden", "HTTP/1.1 424 Failed Dependency"])
    #expect(try await client.send("PUT", "\(address)a.ics", [:], DavClient.todo("a")).status == .created)
    #expect(try await client.send("DELETE", address).status == .noContent)
    #expect(try await client.send("GET", "\(address)a.ics").status == .notFound)
    let made = try await client.send(
      "MKCOL", "\(client.home)other/", [:],
      "<d:mkcol xmlns:d='DAV:' xmlns:c='urn:ietf:params:xml:ns:caldav'><d:set><d:prop><d:resourcetype><d:collection/><c:calendar/></d:resourcetype></d:prop></d:set></d:mkcol>"
    )
    #expect(made.status == .created)
    #expect(try await client.send("MKCOL", "\(client.home)plain/").status == .forbidden)
  }

  @Test(arguments: [
    ("", ["a", "b", "c"]),
    ("<c:time-range start='20261101T000000Z' end='20261130T000000Z'/>", ["a", "c"]),
    ("<c:prop-filter name='SUMMARY'><c:text-match>MILK</c:text-match></c:prop-filter>", ["a"]),
    (
      "<c:prop-filter name='SUMMARY'><c:text-match negate-condition='yes'>milk</c:text-match></c:prop-filter>",
      ["b", "c"]
    ),
    ("<c:prop-filter name='COMPLETED'><c:is-not-defined/></c:prop-filter>", ["a", "c"]),
    ("<c:comp-filter name='VALARM'/>", ["c"]),
  ]) func `a query finds the tasks that match`(filter: String, expected: [String]) async throws {
    let tasks = [
      ("a", ["SUMMARY:Buy milk", "DUE:20261126T120000Z"]),
      ("b", ["SUMMARY:Paint", "DUE:20250101T000000Z", "STATUS:COMPLETED", "COMPLETED:20250101T000000Z"]),
      ("c", ["SUMMARY:Sing", "BEGIN:VALARM", "TRIGGER:PT0S", "END:VALARM"]),
    ]
    for (uid, properties) in tasks {
      _ = try await client.send(
        "PUT", "\(calendar)\(uid).ics", [:], DavClient.todo(uid, properties.joined(separator: "\r\n")))
    }
    let found = try await client.resources(
      "REPORT", calendar, depth: "1",
      DavClient.report(
        "c:calendar-query",
        "<c:filter><c:comp-filter name='VCALENDAR'><c:comp-filter name='VTODO'>\(filter)</c:comp-filter></c:comp-filter></c:filter>"
      ))
    #expect(found.keys.sorted() == expected.map { "\(calendar)\($0).ics" })
  }

  @Test func `a limit is told to those who read the logs of a client`() {
    let problem = DavProblem(store: .limit(.tasks(5)))
    #expect(problem?.status.code == 507 && problem?.content == "tasks(5)")
  }

  /// Method, address below the calendar or from the root, body, status, and the condition that is not met.
  @Test(arguments: [
    ("PROPFIND", "", "", 403, "propfind-finite-depth"), ("PROPFIND", "x.ics", "", 404, ""),
    ("PUT", "a.ics", "no calendar", 403, "valid-calendar-data"),
    ("PUT", "a.ics", DavClient.todo("a").replacing("VTODO", with: "VEVENT"), 403, "supported-calendar-component"),
    ("PUT", "a.ics", DavClient.todo("a", "UID:b"), 403, "valid-calendar-object-resource"),
    ("PUT", "", "x", 405, ""), ("PUT", "/dav/calendars/1/nowhere/a.ics", DavClient.todo("a"), 409, ""),
    ("PUT", "a.ics", String(repeating: "x", count: 300_000), 413, "max-resource-size>262144 bytes and"),
    ("PUT", "a.ics", String(repeating: "x\r\n", count: 10_001), 413, "max-resource-size>262144 bytes and"),
    ("REPORT", "", "<d:expand-property xmlns:d='DAV:'/>", 403, "supported-report"),
    (
      "REPORT", "",
      "<c:calendar-query xmlns:c='urn:ietf:params:xml:ns:caldav' xmlns:d='DAV:'><d:prop><c:calendar-data><c:expand/></c:calendar-data></d:prop></c:calendar-query>",
      403, "supported-calendar-data"
    ),
    (
      "REPORT", "",
      DavClient.report(
        "c:calendar-query",
        "<c:filter><c:comp-filter name='VCALENDAR'><c:comp-filter name='VTODO'><c:prop-filter name='DUE'><c:param-filter name='TZID'/></c:prop-filter></c:comp-filter></c:comp-filter></c:filter>"
      ), 403, "supported-filter"
    ),
    (
      "REPORT", "",
      DavClient.report(
        "c:calendar-query",
        "<c:filter><c:comp-filter name='VCALENDAR'><c:comp-filter name='VTODO'><c:comp-filter name='VALARM'><c:time-range start='20261126T000000Z'/></c:comp-filter></c:comp-filter></c:comp-filter></c:filter>"
      ), 403, "supported-filter"
    ),
    ("REPORT", "", "<!DOCTYPE x [<!ENTITY a 'b'>]><x/>", 400, ""), ("REPORT", "", "", 400, ""),
    ("PROPPATCH", "", "<x/>", 400, ""),
    ("MKCALENDAR", "/dav/calendars/1/_77/", "", 403, "calendar-collection-location-ok"),
    ("DELETE", "/dav/calendars/1/", "", 403, ""), ("GET", "/dav/principals/999/", "", 404, ""),
    ("GET", "/dav/calendars/999/1/", "", 404, ""), ("GET", "/dav/calendars/1/1/%00", "", 404, ""),
    ("POST", "", "", 415, ""),
  ]) func `what is wrong is refused with its condition`(
    method: String, path: String, body: String, status: Int, condition: String
  ) async throws {
    let address =
      path.hasPrefix("/") ? path.replacing("calendars/1/", with: "calendars/\(client.account)/") : calendar + path
    let answer = try await client.send(
      method, address, method == "PROPFIND" && !path.isEmpty ? ["Depth": "0"] : [:], body)
    #expect(answer.status.code == status, "\(answer.body)")
    #expect(condition.isEmpty || answer.body.contains(":\(condition)"), "\(answer.body)")
    #expect(answer.headers[.contentEncoding] == nil)
  }
}
