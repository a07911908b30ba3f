import Foundation
import ServerSupport
import Synchronization

@testable import RemoteLists

/// A small CalDAV server: a principal with two task lists and other calendars, discoverable from any address.
final class CalDAVServer: Sendable {
  /// How the root of the server responds.
  enum Root: Sendable {
    /// WebDAV, with a page for browsers.
    case dav
    /// Only a page; `/.well-known/caldav` redirects to the principal.
    case page
  }

  static let page = "<!doctype html><title>Welcome</title><p>Sign in"
  static let home = "/dav/calendars/ann/"

  private let root: Root
  private let lists: [String]
  private let model: Mutex<Model>

  private struct Model: Sendable {
    var tag = 1
    var titles: [String]
    var reports = 0
  }

  init(_ root: Root = .dav, lists: [String] = ["groceries", "work"], titles: [String] = ["Milk", "Bread"]) {
    self.root = root
    self.lists = lists
    model = Mutex(Model(titles: titles))
  }

  /// The number of REPORT requests so far.
  var reports: Int { model.withLock { $0.reports } }

  /// Replaces the tasks of the lists.
  func change(to titles: [String]) {
    model.withLock { model in
      model.titles = titles
      model.tag += 1
    }
  }

  @Sendable func behave(_ connection: BadServer.Connection) async throws {
    let line = connection.request.prefix { $0 != "\r\n" }.split(separator: " ").map(String.init)
    try await connection.send(answer(line[0], line[1], depth: connection.request.contains("\r\nDepth: 1\r\n")))
  }

  private func answer(_ method: String, _ path: String, depth: Bool) -> String {
    switch (method, path) {
    case ("GET", _): path == "/" ? response("200 OK", ["Content-Type: text/html"], Self.page) : refusal
    case (_, "/.well-known/caldav"): response("301 Moved", ["Location: /dav/"], "")
    case ("PROPFIND", "/") where root == .page: refusal
    case ("PROPFIND", "/"), ("PROPFIND", "/dav/"):
      many(
        resource(
          path,
          "<d:resourcetype><d:collection/></d:resourcetype>"
            + "<d:current-user-principal><d:href>/dav/principals/ann/</d:href></d:current-user-principal>"))
    case ("PROPFIND", "/dav/shared/"):
      many(
        resource(
          path,
          "<d:resourcetype><d:collection/></d:resourcetype>"
            + "<c:calendar-home-set><d:href>/dav/elsewhere/</d:href></c:calendar-home-set>")
          + (depth ? lists.map { calendar($0, "VTODO") }.joined() : ""))
    case ("PROPFIND", "/dav/principals/ann/"):
      many(resource(path, "<c:calendar-home-set><d:href>\(Self.home)</d:href></c:calendar-home-set>"))
    case ("PROPFIND", Self.home):
      many(
        resource(path, "<d:resourcetype><d:collection/></d:resourcetype>")
          + (depth ? lists.map { calendar($0, "VTODO") }.joined() + calendar("birthdays", "VEVENT") : ""))
    case ("PROPFIND", _) where lists.contains { path == "\(Self.home)\($0)/" }:
      many(calendar(String(path.dropFirst(Self.home.count).dropLast()), "VTODO"))
    case ("PROPFIND", "\(Self.home)birthdays/"): many(calendar("birthdays", "VEVENT"))
    case ("REPORT", _) where lists.contains { path == "\(Self.home)\($0)/" }: tasks(path)
    case ("PROPFIND", _): response("404 Not Found", [], "")
    case _: refusal
    }
  }

  private var refusal: String { response("405 Method Not Allowed", [], "") }

  private func many(_ resources: String) -> String {
    response(
      "207 Multi-Status", ["Content-Type: application/xml"],
      "<?xml version=\"1.0\"?><d:multistatus xmlns:d=\"DAV:\" xmlns:c=\"urn:ietf:params:xml:ns:caldav\" "
        + "xmlns:s=\"http://calendarserver.org/ns/\">\(resources)</d:multistatus>")
  }

  private func resource(_ path: String, _ properties: String) -> String {
    """
    <d:response><d:href>\(path)</d:href><d:propstat><d:prop>\(properties)</d:prop><d:status>HTTP/1.1 200 OK</d:status>
    </d:propstat><d:propstat><d:prop><s:source/></d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response>
    """
  }

  private func calendar(_ name: String, _ component: String) -> String {
    resource(
      "\(Self.home)\(name)/",
      "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:displayname>\(name.capitalized) &amp; more"
        + "</d:displayname><c:supported-calendar-component-set><c:comp name=\"\(component)\"/>"
        + "</c:supported-calendar-component-set><s:getctag>\(model.withLock { $0.tag })</s:getctag>")
  }

  private func tasks(_ path: String) -> String {
    let titles = model.withLock { model in
      model.reports += 1
      return model.titles
    }
    return many(
      titles.map { title in
        resource(
          "\(path)\(title).ics",
          "<d:getetag>\"1\"</d:getetag><c:calendar-data>BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\nUID:\(title)\r\n"
            + "SUMMARY:\(title) &amp; co\r\nEND:VTODO\r\nEND:VCALENDAR\r\n</c:calendar-data>")
      }.joined())
  }
}
