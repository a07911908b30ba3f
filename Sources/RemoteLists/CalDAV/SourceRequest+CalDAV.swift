import NIOHTTP1

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
