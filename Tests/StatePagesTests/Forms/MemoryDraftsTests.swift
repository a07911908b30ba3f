import HTTPTypes
import Hummingbird
import Testing

@testable import StatePages

struct MemoryDraftsTests {
  private let drafts = MemoryDrafts<String>(perReader: 2, secrets: ["password"])

  private func form(_ text: String) throws -> FormBody { try FormBody(text.utf8) { _ in true } }

  @Test func `a draft is its reader's, without secrets, and goes when its form was accepted`() throws {
    let id = drafts.keep(try form("title=Milk&password=x"), sentTo: "/notes", of: "ann")
    let kept = try #require(drafts.form(id, of: "ann"))
    #expect(kept["title"] == "Milk" && kept.fields.count == 1)
    #expect(drafts.form(id, of: "bob") == nil)
    let again = try form("title=Milk&draft=\(id)")
    #expect(drafts.id(in: again) == id)
    drafts.forget(again, accepted: Response(status: .unprocessableContent), of: "ann")
    #expect(drafts.form(id, of: "ann") != nil)
    drafts.forget(again, accepted: .seeOther("/"), of: "ann")
    #expect(drafts.form(id, of: "ann") == nil)
  }

  @Test func `the oldest of too many is dropped, and the same one is kept once`() throws {
    let ids = try ["a", "b", "b", "c"].map { drafts.keep(try form("title=\($0)"), sentTo: "/notes", of: "ann") }
    #expect(ids.map { drafts.form($0, of: "ann") != nil } == [false, true, true, true])
  }

  @Test func `a session's cookie is found again, is secure over HTTPS, and ends`() throws {
    let session = PageSession()
    let cookie = try #require(session.begun(in: .seeOther("/"), for: .unknown).headers[.setCookie])
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && !cookie.contains("Secure"))
    #expect(session.token.count == 32 && PageSession() != session)
    let request = OnePageApp.request([.cookie: "a=b; session=\(session.token)"]).request
    #expect(PageSession(request) == session && PageSession(OnePageApp.request().request) == nil)
    let end = PageSession.ended(in: .seeOther("/"), for: .unknown)
    #expect(end.headers[.setCookie]?.contains("Max-Age=0") == true)
  }

  @Test(.enabled(if: Pages.isDebugBuild))
  func `a session for no client stops a debug build, since nothing tells whether its cookie is secure`() async {
    await #expect(processExitsWith: .failure) { _ = PageSession().begun(in: .seeOther("/"), for: nil) }
  }
}
