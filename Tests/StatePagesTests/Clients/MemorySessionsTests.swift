import Hummingbird
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

struct MemorySessionsTests {
  private let clock = ManualClock()
  private let sessions: MemorySessions<String>

  init() { sessions = MemorySessions(lifetime: .seconds(60), clock: clock) }

  /// A request with the cookie of a new session.
  private func signedIn(as reader: String) throws -> Request {
    let response = sessions.begin(for: reader, in: .seeOther("/"), for: .unknown)
    let cookie = try #require(response.headers[.setCookie])
    return OnePageApp.request([.cookie: String(cookie.prefix { $0 != ";" })]).request
  }

  @Test func `a session lasts as long as it is used, and its reader is known after it`() throws {
    let (ann, ben) = (try signedIn(as: "Ann"), try signedIn(as: "Ben"))
    clock.advance(by: .seconds(59))
    #expect(sessions.access(of: ann) == .granted("Ann"))
    clock.advance(by: .seconds(59))
    #expect(sessions.access(of: ann) == .granted("Ann"))
    #expect(sessions.access(of: ben) == .signedOut("Ben"))
    #expect(sessions.access(of: ben) == .signedOut("Ben"), "A look at an expired session does not renew it.")
  }

  @Test func `no cookie, an unknown one and an ended session are no reader's`() throws {
    let ann = try signedIn(as: "Ann")
    let unknown = OnePageApp.request([.cookie: "session=\(PageSession().token)"]).request
    #expect(sessions.access(of: OnePageApp.request().request) == .signedOut(nil))
    #expect(sessions.access(of: unknown) == .signedOut(nil))
    let response = sessions.end(of: ann, in: .seeOther("/"), for: .unknown)
    #expect(response.headers[.setCookie]?.contains("Max-Age=0") == true)
    #expect(sessions.access(of: ann) == .signedOut(nil))
  }

  @Test func `the reader of an expired session is forgotten after a day`() throws {
    let ann = try signedIn(as: "Ann")
    clock.advance(by: .seconds(86_400))
    _ = try signedIn(as: "Ben")
    #expect(sessions.access(of: ann) == .signedOut("Ann"))
    clock.advance(by: .seconds(60))
    _ = try signedIn(as: "Ben")
    #expect(sessions.access(of: ann) == .signedOut(nil))
  }
}
