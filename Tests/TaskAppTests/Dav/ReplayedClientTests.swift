import Foundation
import HTTPTypes
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Replayed, not tested: requests of clients that don't run here, written down from their documentation, sources and public logs. What
/// they ask for and how they ask for it is theirs; whether a release of today still asks so is not known.
struct ReplayedClientTests {
  /// A request, and what its answer must have.
  struct Step: Sendable {
    let method: String
    /// `{home}` is the calendar home, `{tag}` and `{token}` the last ETag and sync token that were seen.
    let path: String
    var headers: [String: String] = [:]
    var body = ""
    let status: Int
    /// Parts of the answer: of its body, or of its Location and ETag.
    var expected: [String] = []
    var absent: [String] = []
  }

  struct Client: Sendable, CustomTestStringConvertible {
    let name: String
    let agent: String
    let steps: [Step]
    /// The titles on the page of the list, in the end.
    let titles: [String]

    var testDescription: String { name }
  }

  @Test(arguments: [davx5, jtx, tasksOrg, reminders]) func `a client's requests are answered`(one: Client) async throws
  {
    let world = try await World()
    let client = try await DavClient(world)
    var (tag, token) = ("", "")
    for (number, step) in one.steps.enumerated() {
      func filled(_ text: String) -> String {
        text.replacing("{home}", with: client.home).replacing("{tag}", with: tag).replacing("{token}", with: token)
          .replacing("{account}", with: client.account.description)
      }
      let headers = step.headers.map { ($0.key, filled($0.value)) } + [("User-Agent", one.agent)]
      let answer = try await client.send(step.method, filled(step.path), pairs: headers, filled(step.body))
      let at = "\(one.name), step \(number): \(step.method) \(step.path): \(answer.status)\n\(answer.body)"
      try #require(answer.status.code == step.status, "\(at)")
      let text = answer.body + (answer.location ?? "") + (answer.headers[.eTag].map { "ETag: \($0)" } ?? "")
      for part in step.expected { #expect(text.contains(filled(part)), "\(part) in \(at)") }
      for part in step.absent { #expect(!text.contains(filled(part)), "\(part) in \(at)") }
      tag = answer.headers[.eTag] ?? Self.element("D:getetag", in: answer.body) ?? tag
      token = Self.element("D:sync-token", in: answer.body) ?? token
    }
    let collection = try #require(try await world.mine.calendarCollections().first { $0.segment == "list" })
    #expect(try await world.page("/lists/\(collection.list)").titles() == one.titles)
  }

  private static func element(_ name: String, in body: String) -> String? {
    let parts = body.components(separatedBy: "<\(name)>")
    guard parts.count > 1, let last = parts.last else { return nil }
    return String(last.prefix { $0 != "<" }).replacing("&quot;", with: "\"")
  }

  fileprivate static func todo(_ program: String, _ lines: String...) -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:\(program)", "BEGIN:VTODO", "UID:5e1f9f0a"] + lines
      + ["END:VTODO", "END:VCALENDAR", ""]).joined(separator: "\r\n")
  }

  fileprivate static let namespaces =
    "xmlns=\"DAV:\" xmlns:CAL=\"urn:ietf:params:xml:ns:caldav\" xmlns:CARD=\"urn:ietf:params:xml:ns:carddav\" xmlns:CS=\"http://calendarserver.org/ns/\" xmlns:ICAL=\"http://apple.com/ns/ical/\" xmlns:OC=\"http://owncloud.org/ns\""

  fileprivate static func find(_ path: String, _ depth: String, _ properties: String, _ expected: String...) -> Step {
    Step(
      method: "PROPFIND", path: path, headers: ["Depth": depth, "Content-Type": "application/xml; charset=utf-8"],
      body: "<?xml version='1.0' encoding='UTF-8' ?>\n<propfind \(namespaces)><prop>\(properties)</prop></propfind>",
      status: 207, expected: expected)
  }

  fileprivate static func report(_ path: String, _ depth: String, _ body: String, _ expected: String...) -> Step {
    Step(
      method: "REPORT", path: path, headers: ["Depth": depth, "Content-Type": "application/xml; charset=utf-8"],
      body: "<?xml version='1.0' encoding='UTF-8' ?>\n\(body)", status: 207, expected: expected)
  }

  fileprivate static func put(
    _ text: String, _ condition: [String: String] = [:], _ status: Int, _ expected: String...
  ) -> Step {
    Step(
      method: "PUT", path: "{home}list/5e1f9f0a.ics",
      headers: condition.merging(["Content-Type": "text/calendar; charset=utf-8"]) { $1 }, body: text, status: status,
      expected: expected)
  }

  fileprivate static let query =
    "<CAL:calendar-query \(namespaces)><prop><getetag /></prop><CAL:filter><CAL:comp-filter name=\"VCALENDAR\"><CAL:comp-filter name=\"VTODO\" /></CAL:comp-filter></CAL:filter></CAL:calendar-query>"
  fileprivate static let multiget =
    "<CAL:calendar-multiget \(namespaces)><prop><getcontenttype /><getetag /><CAL:calendar-data content-type=\"text/calendar\" version=\"2.0\" /></prop><href>{home}list/5e1f9f0a.ics</href></CAL:calendar-multiget>"
}

// MARK: - DAVx⁵, with OpenTasks or jtx Board

extension ReplayedClientTests {
  private static func mkcol(_ properties: String) -> Step {
    Step(
      method: "MKCOL", path: "{home}list/", headers: ["Content-Type": "application/xml; charset=utf-8"],
      body:
        "<?xml version='1.0' encoding='UTF-8' ?><mkcol \(namespaces)><set><prop><resourcetype><collection /><CAL:calendar /></resourcetype><displayname>List</displayname>\(properties)</prop></set></mkcol>",
      status: 201)
  }

  private static let discovery: [Step] = [
    Step(
      method: "PROPFIND", path: "/.well-known/caldav", headers: ["Depth": "0"],
      body: "<propfind \(namespaces)><prop><current-user-principal /></prop></propfind>", status: 301,
      expected: ["/dav/"]),
    find(
      "/dav/", "0",
      "<resourcetype /><displayname /><CAL:calendar-home-set /><CAL:calendar-description /><ICAL:calendar-color /><current-user-privilege-set /><CAL:supported-calendar-component-set /><CS:source /><current-user-principal />",
      "/dav/principals/{account}/", "404 Not Found"),
    Step(method: "OPTIONS", path: "/dav/principals/{account}/", status: 200),
    find(
      "/dav/principals/{account}/", "0",
      "<displayname /><CAL:calendar-home-set /><CS:calendar-proxy-read-for /><CS:calendar-proxy-write-for /><group-membership /><CAL:calendar-user-address-set />",
      "{home}", "404 Not Found"),
  ]

  private static let collections = find(
    "{home}", "1",
    "<resourcetype /><displayname /><owner /><current-user-privilege-set /><CAL:calendar-description /><ICAL:calendar-color /><CAL:calendar-timezone /><CAL:supported-calendar-component-set /><CS:source />",
    "<C:calendar/>", "<D:write-content/>", "name=\"VTODO\"")

  static let davx5 = Client(
    name: "DAVx5 with OpenTasks", agent: "DAVx5/4.4.5-ose (dav4jvm; okhttp/4.12.0) Android/15",
    steps: discovery + [
      mkcol(
        "<ICAL:calendar-color>#8BC34AFF</ICAL:calendar-color><CAL:supported-calendar-component-set><CAL:comp name=\"VTODO\" /></CAL:supported-calendar-component-set>"
      ),
      collections,
      find(
        "{home}list/", "0", "<CAL:max-resource-size /><supported-report-set /><CS:getctag /><sync-token />",
        "sync-collection", "getctag", "max-resource-size"),
      put(
        todo("-//OpenTasks", "DTSTAMP:20261126T100000Z", "SUMMARY:Milk", "STATUS:NEEDS-ACTION"), ["If-None-Match": "*"],
        201, "ETag: "),
      report("{home}list/", "1", query, "5e1f9f0a.ics"),
      report("{home}list/", "0", multiget, "SUMMARY:Milk"),
      put(
        todo("-//OpenTasks", "DTSTAMP:20261126T100100Z", "SUMMARY:Oats", "STATUS:NEEDS-ACTION"), ["If-Match": "{tag}"],
        204, "ETag: "),
      put(todo("-//OpenTasks", "SUMMARY:Soy"), ["If-Match": "\"another\""], 412),
      Step(method: "DELETE", path: "{home}list/5e1f9f0a.ics", headers: ["If-Match": "{tag}"], status: 204),
      Step(method: "DELETE", path: "{home}list/5e1f9f0a.ics", headers: ["If-Match": "{tag}"], status: 412),
      put(todo("-//OpenTasks", "SUMMARY:Soy"), ["If-None-Match": "*"], 201),
    ], titles: ["Soy"])

  private static let daily = ["DTSTART;VALUE=DATE:20261126", "DUE;VALUE=DATE:20261126", "RRULE:FREQ=DAILY"]
    .joined(separator: "\r\n")

  static let jtx = Client(
    name: "DAVx5 with jtx Board", agent: "DAVx5/4.4.5-ose (dav4jvm; okhttp/4.12.0) Android/15",
    steps: discovery + [
      mkcol(
        "<CAL:supported-calendar-component-set><CAL:comp name=\"VTODO\" /><CAL:comp name=\"VJOURNAL\" /></CAL:supported-calendar-component-set>"
      ),
      collections,
      put(
        todo(
          "+//IDN bitfire.at//jtx", "SUMMARY:Water", daily, "SEQUENCE:1", "X-STATUS:started", "COLOR:green",
          "RELATED-TO;RELTYPE=PARENT:missing"), ["If-None-Match": "*"], 201, "ETag: "),
      // One instance is completed, by an override in the same resource.
      put(
        todo("+//IDN bitfire.at//jtx", "SUMMARY:Water", daily, "SEQUENCE:1", "X-STATUS:started", "COLOR:green")
          .replacing(
            "END:VCALENDAR",
            with:
              "BEGIN:VTODO\r\nUID:5e1f9f0a\r\nRECURRENCE-ID;VALUE=DATE:20261126\r\nSUMMARY:Water\r\nDTSTART;VALUE=DATE:20261126\r\nDUE;VALUE=DATE:20261126\r\nSTATUS:COMPLETED\r\nCOMPLETED:20261126T080000Z\r\nPERCENT-COMPLETE:100\r\nEND:VTODO\r\nEND:VCALENDAR"
          ), ["If-Match": "{tag}"], 204),
      // Without a tag, the client reads what has become of it.
      report("{home}list/", "0", multiget, "RRULE:FREQ=DAILY", "X-STATUS:started", "COLOR:green"),
    ], titles: ["Water"])
}

// MARK: - Tasks.org, with its own CalDAV account

extension ReplayedClientTests {
  static let tasksOrg = Client(
    name: "Tasks.org", agent: "org.tasks/14.6.2 (okhttp3) Android/15",
    steps: [
      find("/", "0", "<current-user-principal />", "/dav/principals/{account}/"),
      find("/dav/principals/{account}/", "0", "<CAL:calendar-home-set />", "{home}"),
      mkcol(
        "<CAL:supported-calendar-component-set><CAL:comp name=\"VTODO\" /></CAL:supported-calendar-component-set><ICAL:calendar-color>#FF5722</ICAL:calendar-color>"
      ),
      find(
        "{home}", "1",
        "<resourcetype /><displayname /><CAL:supported-calendar-component-set /><CS:getctag /><ICAL:calendar-color /><sync-token /><share-access /><invite /><OC:owner-principal /><OC:invite /><owner /><current-user-privilege-set /><current-user-principal />",
        "#FF5722", "getctag"),
      // It sends no condition.
      put(
        todo(
          "+//IDN tasks.org//android-140602//EN", "DTSTAMP:20261126T100000Z", "CREATED:20261126T095900Z",
          "SUMMARY:Plants", "PRIORITY:9", "DUE;VALUE=DATE:20261126", "RRULE:FREQ=WEEKLY",
          "X-APPLE-SORT-ORDER:785930400",
          "BEGIN:VALARM\r\nTRIGGER;RELATED=END:PT0S\r\nACTION:DISPLAY\r\nDESCRIPTION:Default Tasks.org description\r\nEND:VALARM"
        ), [:], 201, "ETag: "),
      report("{home}list/", "1", query, "5e1f9f0a.ics"),
      report("{home}list/", "1", multiget, "VALARM"),
      // A completed series moves forward, and sends its last completion.
      put(
        todo(
          "+//IDN tasks.org//android-140602//EN", "DTSTAMP:20261126T110000Z", "CREATED:20261126T095900Z",
          "SUMMARY:Plants", "PRIORITY:9", "DUE;VALUE=DATE:20261203", "RRULE:FREQ=WEEKLY", "X-APPLE-SORT-ORDER:785930400"
        ), [:], 204, "ETag: "),
      report("{home}list/", "1", multiget, "DUE;VALUE=DATE:20261203"),
      Step(
        method: "PROPPATCH", path: "{home}list/",
        body:
          "<propertyupdate \(namespaces)><set><prop><displayname>List</displayname><ICAL:calendar-color>#2196F3FF</ICAL:calendar-color></prop></set></propertyupdate>",
        status: 207, expected: ["200 OK"], absent: ["403"]),
    ], titles: ["Plants"])
}

// MARK: - Apple Reminders

extension ReplayedClientTests {
  static let reminders = Client(
    name: "Apple Reminders", agent: "iOS/18.1 (22B83) remindd/1.0",
    steps: [
      find("/", "0", "<current-user-principal /><principal-URL /><resourcetype />", "/dav/principals/{account}/"),
      Step(method: "OPTIONS", path: "/dav/principals/{account}/", status: 200),
      find(
        "/dav/principals/{account}/", "0",
        "<CAL:calendar-home-set /><CAL:calendar-user-address-set /><current-user-principal /><displayname /><CS:dropbox-home-URL /><CS:email-address-set /><CS:notification-URL /><principal-collection-set /><principal-URL /><resource-id /><CAL:schedule-inbox-URL /><CAL:schedule-outbox-URL /><supported-report-set />",
        "{home}", "principal-URL", "404 Not Found"),
      Step(
        method: "MKCALENDAR", path: "{home}list/",
        body:
          "<CAL:mkcalendar \(namespaces)><set><prop><displayname>List</displayname><ICAL:calendar-color symbolic-color=\"blue\">#1BADF8FF</ICAL:calendar-color><ICAL:calendar-order>2</ICAL:calendar-order><CAL:calendar-free-busy-set><NO/></CAL:calendar-free-busy-set><CAL:supported-calendar-component-set><CAL:comp name=\"VTODO\"/></CAL:supported-calendar-component-set><CAL:calendar-timezone>BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n</CAL:calendar-timezone></prop></set></CAL:mkcalendar>",
        status: 201),
      find(
        "{home}", "1",
        "<add-member /><CS:allowed-sharing-modes /><CS:autoprovisioned /><ICAL:calendar-color /><CAL:calendar-description /><CAL:calendar-free-busy-set /><ICAL:calendar-order /><CAL:calendar-timezone /><current-user-privilege-set /><CAL:default-alarm-vevent-date /><displayname /><CS:getctag /><ICAL:language-code /><owner /><CS:pre-publish-url /><CS:publish-url /><CS:push-transports /><CS:pushkey /><quota-available-bytes /><quota-used-bytes /><resource-id /><resourcetype /><CS:source /><CAL:supported-calendar-component-set /><supported-report-set /><sync-token />",
        "#1BADF8FF", "symbolic-color=\"blue\"", "sync-token"),
      put(
        todo(
          "-//Apple Inc.//iOS 18.1//EN", "CREATED:20261126T100000Z", "DTSTAMP:20261126T100001Z", "SUMMARY:Bread",
          "X-APPLE-SORT-ORDER:785930401",
          "BEGIN:VALARM\r\nACTION:DISPLAY\r\nUID:b\r\nX-WR-ALARMUID:b\r\nTRIGGER:PT0S\r\nEND:VALARM"),
        ["If-None-Match": "*"], 201, "ETag: "),
      report(
        "{home}list/", "1",
        "<sync-collection \(namespaces)><sync-token/><sync-level>1</sync-level><prop><getcontenttype/><getetag/></prop></sync-collection>",
        "5e1f9f0a.ics", "sync-token"),
      put(
        todo(
          "-//Apple Inc.//iOS 18.1//EN", "CREATED:20261126T100000Z", "DTSTAMP:20261126T101000Z", "SUMMARY:Bread",
          "STATUS:COMPLETED", "COMPLETED:20261126T101000Z", "PERCENT-COMPLETE:100", "X-APPLE-SORT-ORDER:785930401"),
        ["If-Match": "{tag}"], 204, "ETag: "),
      report(
        "{home}list/", "1",
        "<sync-collection \(namespaces)><sync-token>{token}</sync-token><sync-level>1</sync-level><prop><getcontenttype/><getetag/></prop></sync-collection>",
        "5e1f9f0a.ics"),
      report(
        "{home}list/", "1",
        "<CAL:calendar-query \(namespaces)><prop><getetag/><getcontenttype/></prop><CAL:filter><CAL:comp-filter name=\"VCALENDAR\"><CAL:comp-filter name=\"VTODO\"><CAL:prop-filter name=\"COMPLETED\"><CAL:is-not-defined/></CAL:prop-filter></CAL:comp-filter></CAL:comp-filter></CAL:filter></CAL:calendar-query>"
      ),
      Step(
        method: "PROPPATCH", path: "{home}list/",
        body:
          "<propertyupdate \(namespaces)><set><prop><ICAL:calendar-order>1</ICAL:calendar-order></prop></set></propertyupdate>",
        status: 207, expected: ["200 OK"]),
    ], titles: [])
}
