/// A thing on a WebDAV server, with those of its properties that were asked for and found (RFC 4918, section 14.24).
struct DAVResource: Hashable, Sendable {
  /// Its address, as the server writes it.
  let href: String
  private let properties: [XMLName: XMLElement]

  /// All that a multi-status response tells of.
  /// - Throws: for what is none.
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

  /// `HTTP/1.1 200 OK`
  private static func isSuccess(_ status: String) -> Bool {
    status.split(separator: " ").dropFirst().first == "200"
  }

  subscript(name: XMLName) -> XMLElement? { properties[name] }

  var isCollection: Bool { self[.dav("resourcetype")]?.first(.dav("collection")) != nil }

  var isCalendar: Bool { self[.dav("resourcetype")]?.first(.calDAV("calendar")) != nil }

  /// Whether tasks can be in it: a calendar that doesn't say what it takes takes everything (RFC 4791, section 5.2.3).
  var takesTasks: Bool {
    guard isCalendar else { return false }
    guard let components = self[.calDAV("supported-calendar-component-set")] else { return true }
    return components.children(.calDAV("comp")).contains { $0.attributes["name"]?.uppercased() == "VTODO" }
  }

  /// The page of who is signed in.
  var principal: String? { href(in: .dav("current-user-principal")) }

  /// Where a principal's calendars are.
  var homes: [String] {
    self[.calDAV("calendar-home-set")]?.children(.dav("href")).map(\.text.trimmingSpace).filter { !$0.isEmpty } ?? []
  }

  var displayName: String? {
    let name = self[.dav("displayname")]?.text.trimmingSpace ?? ""
    return name.isEmpty ? nil : name
  }

  /// What changes whenever something in it does; empty where the server tells none.
  var tag: String {
    let told = [self[.calendarServer("getctag")], self[.dav("sync-token")]].compactMap { $0?.text.trimmingSpace }
    return told.first { !$0.isEmpty && $0.utf8.count <= Self.longestTag } ?? ""
  }

  /// The text of a calendar object.
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
