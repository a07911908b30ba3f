import GRDB
import HTTPTypes
import RemoteLists
import Tasks
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore

/// What CalDAV tells and lets an account do: with its own lists, with those that others share with it, and with those of others.
struct DavSharingTests {
  private let world: World
  private let owner: DavClient
  private let other: DavClient
  private let list: ListID
  private let text = DavClient.todo("a", "SUMMARY:Milk")

  init() async throws {
    world = try await World()
    owner = try await DavClient(world)
    list = try await world.makeList()
    let stranger = try await Stranger(in: world)
    other = try await DavClient(world, as: "Stranger", of: stranger.account)
    _ = try await owner.send("PUT", "\(owner.home)\(list)/a.ics", [:], text)
  }

  private static let rename =
    "<propertyupdate xmlns='DAV:'><set><prop><displayname>Mine</displayname></prop></set></propertyupdate>"
  private static let color =
    "<propertyupdate xmlns='DAV:'><set><prop><calendar-color xmlns='http://apple.com/ns/ical/'>#FF0000</calendar-color></prop></set></propertyupdate>"
  private static let query = DavClient.report("c:calendar-query", "")

  /// Method, resource in the list, body, and the status for a viewer and for an editor.
  private static let requests: [(method: String, path: String, body: String, viewer: Int, editor: Int)] = [
    ("GET", "a.ics", "", 200, 200), ("PROPFIND", "", "", 207, 207), ("REPORT", "", query, 207, 207),
    ("PUT", "b.ics", DavClient.todo("b"), 403, 201), ("PUT", "a.ics", DavClient.todo("a", "SUMMARY:Oats"), 403, 204),
    ("PROPPATCH", "", rename, 403, 207), ("MKCALENDAR", "", "", 405, 405),
    // The colour in which an account sees a list is its own.
    ("PROPPATCH", "", color, 207, 207),
    ("DELETE", "a.ics", "", 403, 204), ("DELETE", "", "", 403, 403),
  ]

  @Test(arguments: [Role.viewer, .editor])
  func `a shared list lets an account do what its privileges tell`(role: Role) async throws {
    let (member, list) = (other.account.value, list.value)
    try await world.store.database.write { db in
      try db.execute(
        sql: "INSERT INTO memberships (account, list, role, position) VALUES (?, ?, ?, 9)",
        arguments: [member, list, role.rawValue])
    }
    let calendar = "\(other.home)\(list)/"
    let lists = try await other.resources(
      "PROPFIND", other.home, depth: "1", DavClient.propfind("d:current-user-privilege-set"))
    let privileges = try #require(lists[calendar]?.found[.dav("current-user-privilege-set")]).children
      .compactMap { $0.children.first?.name.local }
    for name in ["write", "write-content", "bind", "unbind"] {
      #expect(privileges.contains(name) == (role == .editor), "\(name)")
    }
    #expect(privileges.contains("read") && privileges.contains("write-properties"))
    for one in Self.requests {
      let answer = try await other.send(one.method, calendar + one.path, ["Depth": "1"], one.body)
      #expect(
        answer.status.code == (role == .viewer ? one.viewer : one.editor), "\(one.method) \(one.path) \(answer.body)")
      if answer.status == .forbidden { #expect(answer.body.contains("need-privileges"), "\(one.method) \(one.path)") }
    }
    let name = try await owner.resources("PROPFIND", "\(owner.home)\(list)/", DavClient.propfind("d:displayname"))
    #expect((name.values.first?.found[.dav("displayname")]?.text == "Mine") == (role == .editor))
    #expect(try await owner.send("GET", "\(owner.home)\(list)/a.ics").status == (role == .viewer ? .ok : .notFound))
  }

  @Test func `another account's addresses are answered like unknown ones, and nothing of them changes`() async throws {
    let body =
      "<c:mkcalendar xmlns:d='DAV:' xmlns:c='urn:ietf:params:xml:ns:caldav'><d:set><d:prop><d:displayname>W</d:displayname></d:prop></d:set></c:mkcalendar>"
    #expect(try await owner.send("MKCALENDAR", "\(owner.home)work/", [:], body).status == .created)
    #expect(try await owner.send("PUT", "\(owner.home)work/w.ics", [:], DavClient.todo("w")).status == .created)
    let before = try await Rows(of: owner.account, in: world.store)
    let unknown = "999999"
    // The resource of the owner, and one that nobody has.
    let addresses = [
      ("/dav/principals/\(owner.account)/", "/dav/principals/\(unknown)/"), (owner.home, "/dav/calendars/\(unknown)/"),
      ("\(owner.home)\(list)/", "/dav/calendars/\(unknown)/\(unknown)/"),
      ("\(owner.home)work/", "/dav/calendars/\(unknown)/none/"),
      ("\(owner.home)\(list)/a.ics", "/dav/calendars/\(unknown)/\(unknown)/x.ics"),
      ("\(owner.home)work/w.ics", "/dav/calendars/\(unknown)/none/x.ics"),
      ("\(other.home)\(list)/", "\(other.home)\(unknown)/"),
      ("\(other.home)\(list)/a.ics", "\(other.home)\(unknown)/a.ics"),
      ("\(other.home)work/w.ics", "\(other.home)none/w.ics"),
    ]
    let bodies = [
      "PUT": text, "PROPPATCH": Self.rename, "MKCALENDAR": body, "REPORT": Self.query,
      "PROPFIND": DavClient.propfind("d:displayname", "d:getetag"),
    ]
    let unsupported = ["LOCK", "COPY"]
    var asked = 0
    for method in Dav.methods.map(\.rawValue) + ["HEAD"] + unsupported {
      for (address, missing) in addresses {
        // A name in the account's own home is free.
        if method == "MKCALENDAR", address.hasPrefix(other.home) { continue }
        for depth in ["PROPFIND", "REPORT"].contains(method) ? ["0", "1"] : ["0"] {
          let answer = try await other.send(method, address, ["Depth": depth], bodies[method] ?? "")
          asked += 1
          if unsupported.contains(method) {
            #expect([404, 405].contains(answer.status.code), "\(method) \(address)")
            continue
          }
          let same = try await other.send(method, missing, ["Depth": depth], bodies[method] ?? "")
          #expect(answer.status == same.status && answer.body == same.body, "\(method) \(address)")
          // Below the account's own home, the form of an address decides.
          let isOrphan = address.hasPrefix(other.home) && [405, 409].contains(answer.status.code)
          let isRefused = answer.status == .notFound || answer.status == .forbidden
          #expect(isRefused || isOrphan, "\(method) \(address) \(answer.status)")
        }
      }
    }
    #expect(asked == 132)
    #expect(try await Rows(of: owner.account, in: world.store).changes(since: before) == "")
  }
}

/// Requests of CalDAV that no client would send.
struct DavFuzzTests {
  /// Bodies, addresses and headers that were mutated: 3,000 requests, or as many as `FOURFOLD_MUTATIONS` says.
  @Test func `no request is answered with a failure of the server`() async throws {
    let world = try await World()
    let client = try await DavClient(world)
    let calendar = "\(client.home)\(try await world.makeList())/"
    let words = [
      "\u{0}", "é", "%", "%00", "%zz", "/", "<", ">", "\"", "\r\n", ":", ";", "&#0;", "]]>", "BEGIN:VTODO\r\n", "T",
      "Z", "9999999999999999999", " ", "RECURRENCE-ID:20261126T120000Z\r\n", "RRULE:FREQ=SECONDLY\r\n", "..", "*", "W/",
    ]
    var bodies = Mutations(of: Self.bodies(calendar).map { Array($0.utf8) }, words: words, seed: 39)
    var paths = Mutations(
      of: [calendar, "\(calendar)a.ics", "\(calendar)b.ics", client.home, "/dav/", "\(client.home)new/"].map {
        Array($0.utf8)
      }, words: words, seed: 40)
    var headers = Mutations(
      of: ["0", "1", "infinity", "*", "\"a\"", "W/\"1-2-3\", \"x\""].map { Array($0.utf8) }, words: words, seed: 41)
    let methods = ["PUT", "PUT", "PROPFIND", "REPORT", "REPORT", "PROPPATCH", "DELETE", "GET", "MKCALENDAR", "MKCOL"]
    for round in 0..<Mutations.count(3_000) {
      let method = methods[round % methods.count]
      // Every other address is right, so that the body counts.
      let path =
        round % 2 == 0
        ? [calendar, "\(calendar)a.ics"][round / 2 % 2] : String(decoding: paths.next(at: 2), as: UTF8.self)
      let body = String(decoding: bodies.next(at: 4), as: UTF8.self)
      let depth = String(decoding: headers.next(at: 1), as: UTF8.self)
      let answer = try await client.send(
        method, path,
        round % 5 == 0
          ? ["Depth": depth, "If-Match": depth, "If-None-Match": depth] : ["Depth": round % 3 == 0 ? "1" : "0"],
        body)
      #expect(
        answer.status.code < 500 || answer.status.code == 507, "\(round) \(method) \(path) \(answer.status) \(body)")
      if answer.status.code == 207 { #expect(throws: Never.self) { try DavClient.resources(answer) } }
      if round % 20 == 0 { await Task.yield() }
    }
  }

  private static func bodies(_ calendar: String) -> [String] {
    let series = ["SUMMARY:Milk", "DTSTART;TZID=Europe/Berlin:20261126T120000", "RRULE:FREQ=DAILY", "RELATED-TO:b"]
    let query =
      "<c:filter><c:comp-filter name='VCALENDAR'><c:comp-filter name='VTODO'><c:time-range start='20260101T000000Z'/><c:prop-filter name='SUMMARY'><c:text-match collation='i;octet'>M</c:text-match></c:prop-filter></c:comp-filter></c:comp-filter></c:filter>"
    return [
      DavClient.todo("a", series.joined(separator: "\r\n")),
      DavClient.todo(
        "b", "DUE:20261126T120000Z", "STATUS:COMPLETED", "CATEGORIES:a,b", "BEGIN:VALARM\r\nTRIGGER:PT0S\r\nEND:VALARM"),
      DavClient.propfind("d:getetag", "d:displayname"),
      DavClient.report("c:calendar-multiget", "<d:href>\(calendar)a.ics</d:href>"),
      DavClient.report("d:sync-collection", "<d:sync-token>data:,x.1.2</d:sync-token>"),
      DavClient.report("c:calendar-query", query),
      "<d:propertyupdate xmlns:d='DAV:'><d:set><d:prop><d:displayname>x</d:displayname></d:prop></d:set></d:propertyupdate>",
      "<c:mkcalendar xmlns:d='DAV:' xmlns:c='urn:ietf:params:xml:ns:caldav'><d:set><d:prop><d:displayname>W</d:displayname></d:prop></d:set></c:mkcalendar>",
    ]
  }
}
