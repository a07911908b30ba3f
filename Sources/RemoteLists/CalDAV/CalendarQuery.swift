import NIOHTTP1
import Tasks

/// Fetches the tasks of a calendar from a CalDAV server (RFC 4791).
struct CalendarQuery: Sendable {
  /// The collection tag of the stored copy; empty if there is none.
  let tag: String

  /// The tasks of the calendar at an address; ``SourceAnswer/unchanged(_:)`` if its tag is the stored one.
  func answer(at hop: Hop, _ exchange: inout Exchange) async throws -> SourceAnswer {
    let answered = try await exchange.send(.properties, to: hop)
    guard answered.response.status == 207 else { throw AttemptFailure(answered.response) }
    guard let calendar = try await answered.resources().first, calendar.isCalendar else {
      throw SourceFailure.unreadable(.unknown)
    }
    return try await answer(of: calendar, at: answered.hop, &exchange)
  }

  /// The tasks of a calendar with known properties. A change between the two requests is picked up by the next fetch.
  func answer(of calendar: DAVResource, at hop: Hop, _ exchange: inout Exchange) async throws -> SourceAnswer {
    let validators = Validators(collection: calendar.tag)
    if !tag.isEmpty, tag == calendar.tag { return .unchanged(validators) }
    let answered = try await exchange.send(.tasks, to: hop)
    guard answered.response.status == 207 else { throw AttemptFailure(answered.response) }
    // Sorted by address, because a server may return the same objects in any order.
    let items = try await answered.resources().sorted { $0.href.utf8.lexicographicallyPrecedes($1.href.utf8) }
      .compactMap(\.calendarData)
    return .calendar(items, title: calendar.displayName, validators)
  }
}

extension Exchange.Answered {
  /// The resources in a multi-status response.
  /// - Throws: ``SourceFailure/tooLarge`` and ``SourceFailure/malformed``.
  func resources() async throws(SourceFailure) -> [DAVResource] {
    let body = response.body
    // The size and depth of the text bound the time.
    do throws(XMLProblem) {
      return try await BackgroundThread.run { () throws(XMLProblem) in try DAVResource.all(in: body) }
    } catch {
      throw error == .tooLarge ? .tooLarge : .malformed
    }
  }
}

extension SourceRequest {
  /// Requests the type and name of a resource, and the principal and calendar homes (RFC 4918, section 9.1).
  static let properties = propfind(depth: "0")

  /// Requests the same properties of a collection and its members.
  static let members = propfind(depth: "1")

  /// Requests all tasks of a calendar (RFC 4791, section 7.8).
  static let tasks = SourceRequest(
    method: .REPORT, headers: headers(depth: "1"),
    body: """
      <?xml version="1.0" encoding="utf-8"?>
      <C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data/>\
      </D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO"/></C:comp-filter></C:filter>\
      </C:calendar-query>
      """)

  private static func propfind(depth: String) -> SourceRequest {
    SourceRequest(
      method: .PROPFIND, headers: headers(depth: depth),
      body: """
        <?xml version="1.0" encoding="utf-8"?>
        <D:propfind xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:S="http://calendarserver.org/ns/">\
        <D:prop><D:resourcetype/><D:displayname/><D:current-user-principal/><C:calendar-home-set/>\
        <C:supported-calendar-component-set/><S:getctag/><D:sync-token/></D:prop></D:propfind>
        """)
  }

  private static func headers(depth: String) -> HTTPHeaders {
    ["Depth": depth, "Content-Type": "application/xml; charset=utf-8", "Accept": "application/xml, text/xml"]
  }
}

/// A WebDAV resource, with the requested properties that were found (RFC 4918, section 14.24).
struct DAVResource: Hashable, Sendable {
  /// The address as sent by the server, possibly relative.
  let href: String
  private let properties: [XMLName: XMLElement]

  /// The resources in a multi-status response.
  /// - Throws: ``XMLProblem`` if the body is not one.
  static func all(in body: [UInt8]) throws(XMLProblem) -> [DAVResource] {
    let root = try XMLReader.read(body)
    guard root.name == .dav("multistatus") else { throw .malformed }
    return root.children(.dav("response")).compactMap(DAVResource.init)
  }

  private init?(_ response: XMLElement) {
    guard let href = response.first(.dav("href"))?.text.trimmingSpace, !href.isEmpty else { return nil }
    self.href = href
    var properties: [XMLName: XMLElement] = [:]
    for part in response.children(.dav("propstat")) {
      guard part.first(.dav("status")).map({ Self.isSuccess($0.text) }) ?? true else { continue }
      for property in part.first(.dav("prop"))?.children ?? [] { properties[property.name] = property }
    }
    guard response.first(.dav("status")).map({ Self.isSuccess($0.text) }) ?? true else { return nil }
    self.properties = properties
  }

  /// Whether a status line such as `HTTP/1.1 200 OK` has the code 200.
  private static func isSuccess(_ status: String) -> Bool { status.split(separator: " ").dropFirst().first == "200" }

  subscript(name: XMLName) -> XMLElement? { properties[name] }

  var isCollection: Bool { self[.dav("resourcetype")]?.first(.dav("collection")) != nil }

  var isCalendar: Bool { self[.dav("resourcetype")]?.first(.calDAV("calendar")) != nil }

  /// Whether it can contain tasks. A calendar without a list of components accepts all of them (RFC 4791, section 5.2.3).
  var takesTasks: Bool {
    guard isCalendar else { return false }
    guard let components = self[.calDAV("supported-calendar-component-set")] else { return true }
    return components.children(.calDAV("comp")).contains { $0.attributes["name"]?.uppercased() == "VTODO" }
  }

  /// The address of the current user's principal resource.
  var principal: String? { href(in: .dav("current-user-principal")) }

  /// The addresses of a principal's calendar homes.
  var homes: [String] {
    self[.calDAV("calendar-home-set")]?.children(.dav("href")).map(\.text.trimmingSpace).filter { !$0.isEmpty } ?? []
  }

  var displayName: String? {
    let name = self[.dav("displayname")]?.text.trimmingSpace ?? ""
    return name.isEmpty ? nil : name
  }

  /// The collection tag, which changes with every change of a member; empty if the server sends none.
  var tag: String {
    let versions = [self[.calendarServer("getctag")], self[.dav("sync-token")]].compactMap { $0?.text.trimmingSpace }
    return versions.first { !$0.isEmpty && $0.utf8.count <= Self.longestTag } ?? ""
  }

  var calendarData: String? { self[.calDAV("calendar-data")]?.text }

  private static let longestTag = 1_024

  private func href(in property: XMLName) -> String? {
    let href = self[property]?.first(.dav("href"))?.text.trimmingSpace ?? ""
    return href.isEmpty ? nil : href
  }
}

extension String {
  fileprivate var trimmingSpace: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
