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
  private static func isSuccess(_ status: String) -> Bool {
    status.split(separator: " ").dropFirst().first == "200"
  }

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
    let told = [self[.calendarServer("getctag")], self[.dav("sync-token")]].compactMap { $0?.text.trimmingSpace }
    return told.first { !$0.isEmpty && $0.utf8.count <= Self.longestTag } ?? ""
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
