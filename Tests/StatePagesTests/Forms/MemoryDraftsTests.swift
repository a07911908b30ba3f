import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Testing

@testable import StatePages

struct MemoryDraftsTests {
  private let storage = MemoryDrafts<String>(perOwner: 2)
  private func draft(_ text: String) -> FormDraft {
    FormDraft(path: "/notes", fields: [.init(name: "title", value: text)])
  }

  @Test func `a draft is its owner's, and goes when it is forgotten`() async throws {
    let drafts = Drafts(storage, secrets: ["password"])
    let form = try FormBody("title=Milk&password=x".utf8) { _ in true }
    let id = try #require(await drafts.keep(form, sentTo: "/notes", of: "ann", logger: Logger(label: "test")))
    #expect(storage.draft(id, of: "ann") == draft("Milk"))
    #expect(storage.draft(id, of: "bob") == nil)
    let signIn = try FormBody("draft=\(id)".utf8) { _ in true }
    #expect(drafts.id(in: signIn) == id)
    storage.forget(id, of: "ann")
    #expect(storage.draft(id, of: "ann") == nil)
  }

  @Test func `the oldest of too many is dropped, and the same one is kept once`() {
    let ids = ["a", "b", "b", "c"].map { storage.keep(draft($0), of: "ann") }
    #expect(ids.map { storage.draft($0, of: "ann") != nil } == [false, true, true, true])
  }

  @Test func `a session's cookie is found again, is secure over HTTPS, and ends`() throws {
    var response = Response(status: .seeOther)
    let session = PageSession()
    session.begin(in: &response, for: .unknown)
    let cookie = try #require(response.headers[.setCookie])
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && !cookie.contains("Secure"))
    #expect(session.token.count == 32 && PageSession() != session)
    let request = OnePageApp.request([.cookie: "a=b; session=\(session.token)"]).request
    #expect(PageSession(request) == session && PageSession(OnePageApp.request().request) == nil)
    var end = Response(status: .seeOther)
    PageSession.end(in: &end, for: .unknown)
    #expect(end.headers[.setCookie]?.contains("Max-Age=0") == true)
  }

  @Test(.enabled(if: Pages.isDebugBuild))
  func `a session for no client stops a debug build, since nothing tells whether its cookie is secure`() async {
    await #expect(processExitsWith: .failure) {
      var response = Response(status: .seeOther)
      PageSession().begin(in: &response, for: nil)
    }
  }
}
