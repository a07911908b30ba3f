import HTTPTypes
import Tasks
import TestSupport
import Testing

@testable import TaskApp

/// Requests of CalDAV that no client would send.
struct DavFuzzTests {
  /// Bodies, addresses and headers that were mutated: 3,000 requests, or as many as `FOURFOLD_MUTATIONS` says.
  @Test func `no request is answered with a failure of the server`() async throws {
    let world = try await World()
    let client = try await DavClient(world)
    let calendar = "\(client.home)\(try await world.makeList())/"
    let words = [
      "\u{0}", "é", "%", "%00", "%zz", "/", "<", ">", "\"", "\r\n", ":", ";", "&#0;", "]]>", "BEGIN:VTODO\r\n", "T",
      "Z",
      "9999999999999999999", " ", "RECURRENCE-ID:20261126T120000Z\r\n", "RRULE:FREQ=SECONDLY\r\n", "..", "*", "W/",
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
