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
    // Its size and depth bound the time.
    let read = await ReadingThread.run(within: ReadingLimit(.seconds(5))) { _ -> Result<[DAVResource], XMLProblem> in
      do throws(XMLProblem) { return .success(try DAVResource.all(in: body)) } catch { return .failure(error) }
    }
    switch read {
    case .success(let resources): return resources
    case .failure(.tooLarge): throw .tooLarge
    case .failure: throw .malformed
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
