import HTTPTypes
import Hummingbird
import NIOCore
import StatePagesTesting
import TaskStore
import Testing

@testable import TaskApp

/// CSRF protection in front of every route, with everything that a browser sends about the origin of a request.
final class CSRFRouteTests: RichTests {
  private static let methods: [HTTPRequest.Method] = [.get, .head, .options, .post, .put, .patch, .delete]
  private static let sites: [String?] = [nil, "same-origin", "same-site", "cross-site", "none"]
  private static let origins: [String?] = [nil, "http://localhost", "http://evil.example"]

  /// The rule, stated independently.
  private static func passes(_ method: HTTPRequest.Method, _ site: String?, _ origin: String?) -> Bool {
    if [.get, .head, .options].contains(method) { return true }
    if let site { return site == "same-origin" }
    return origin == "http://localhost"
  }

  private static func headers(_ site: String?, _ origin: String?) -> HTTPFields {
    var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    headers[.secFetchSite] = site
    headers[.origin] = origin
    return headers
  }

  @Test func `for every route each method, site and origin is accepted or refused by the rule`() async throws {
    let rich = try await RichWorld(.rehearsing)
    let things = Things(rich)
    // An accepted request fails for lack of a database, or needs none, so it changes nothing.
    try rich.world.store.close()
    for one in RouteCase.addresses(of: rich.world) {
      for method in Self.methods {
        let isSafe = [.get, .head, .options].contains(method)
        for site in isSafe ? ["cross-site"] : Self.sites {
          for origin in isSafe ? ["http://evil.example"] : Self.origins {
            let answer = try await rich.world.send(
              method, one.address(of: things), Self.headers(site, origin), body: RouteCase.fields)
            let refused = answer.status == .forbidden && answer.body.contains("data-reason=\"forgery\"")
            #expect(
              refused != Self.passes(method, site, origin),
              "\(method) \(one.route.pattern) \(site ?? "-") \(origin ?? "-"): \(answer.status)")
          }
        }
      }
    }
  }

  @Test func `a refused form is not read, writes nothing and sets no cookie`() async throws {
    let unregistered = try World.unregistered()
    for one in RouteCase.all(of: rich.world) where one.route.method == .post {
      // Setting up needs a database without accounts.
      let world = one.route.pattern == "/set-up" ? unregistered : rich.world
      let before = try await Rows(of: world.store)
      let body = UnreadBody(try await one.form(for: rich))
      let answer = try await world.send(
        .post, one.address(of: Things(rich)), Self.headers("cross-site", nil), body: RequestBody(asyncSequence: body))
      #expect(answer.status == .forbidden, "\(one)")
      #expect(try answer.page.state("page") == "failed/forgery", "\(one)")
      #expect(!body.wasRead.isSet, "\(one)")
      #expect(answer.headers[.setCookie] == nil && answer.headers[.clearSiteData] == nil, "\(one)")
      let after = try await Rows(of: world.store)
      #expect(after.changes(since: before) == "", "\(one)")
    }
  }

  @Test func `the same forms from the app's own pages are accepted`() async throws {
    for one in RouteCase.all(of: rich.world) where one.route.method == .post {
      let world = try one.route.pattern == "/set-up" ? World.unregistered() : rich.world.copy()
      let before = try await Rows(of: world.store)
      let answer = try await world.send(.post, one.address(of: Things(rich)), .form, body: one.form(for: rich))
      switch one.route.pattern {
      case "/sign-up": #expect(answer.status == .forbidden)
      // The file, and an event in the account's audit trail.
      case "/settings/export":
        #expect(answer.status == .ok && answer.headers[.contentType] == "application/json")
        #expect(try await Rows(of: world.store) != before)
      // There is no file in it.
      case "/import": #expect(answer.status == .unprocessableContent)
      // Files are in memory, and a copy of the world has none.
      case "/import/{id}", "/import/{id}/choices", "/import/{id}/retry": #expect(answer.status == .notFound, "\(one)")
      // The row is not in the trash, so nothing changes.
      // A menu and a pick write nothing. The feed and the app password were not ended either, and no words of the task's title were
      // understood, and it is as it was.
      case "/lists/{id}/restore", "/tasks/{id}/restore", "/tasks/{id}/reopen", "/tasks/{id}/as-typed",
        "/settings/feeds/{id}/resume", "/settings/app-passwords/{id}/resume", "/tasks/{id}/menu", "/tasks/{id}/pick",
        // A test is sent after the response, and the channel is confirmed and was not ended.
        "/settings/reminders/{id}/test", "/settings/reminders/{id}/confirm", "/settings/reminders/{id}/resume",
        "/settings/reminders/incoming/{id}/resume",
        // Reminders of tasks for nobody are on already.
        "/lists/{id}/reminders",
        "/lists/{id}/pick", "/sections/{id}/pick", "/tasks/{id}/bring-back",
        // The role is the same, the reader is a member, and nothing was ticked.
        "/lists/{id}/members/{account}/role", "/join/{secret}", "/pages/{id}/undo", "/p/{secret}":
        #expect(answer.status == .seeOther, "\(one)")
      // The page of a link in a message has the answer itself.
      case "/answers/{token}/{act}", "/confirm/{secret}":
        #expect(answer.status == .ok, "\(one)")
        #expect(try await Rows(of: world.store) != before, "\(one)")
      // What needs another account; `Tests/Transcripts/sharing.txt` has it.
      case "/lists/{id}/sharing", "/lists/{id}/leave", "/lists/{id}/members/{account}/remove":
        #expect(answer.status == .conflict, "\(one)")
      case "/invitations/{id}/accept": #expect(answer.status == .notFound)
      default:
        #expect(answer.status == .seeOther, "\(one): \(answer.status) \(answer.words)")
        #expect(try await Rows(of: world.store) != before, "\(one)")
      }
    }
  }
}

/// A form's body that records whether it was read.
private struct UnreadBody: AsyncSequence, Sendable {
  let wasRead = Flag()
  private let text: String

  init(_ text: String) { self.text = text }

  func makeAsyncIterator() -> AsyncStream<ByteBuffer>.Iterator {
    wasRead.set()
    return AsyncStream { continuation in
      continuation.yield(ByteBuffer(string: text))
      continuation.finish()
    }.makeAsyncIterator()
  }
}
