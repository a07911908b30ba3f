import GRDB
import HTTPTypes
import StatePagesTesting
import Tasks
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore

final class SigningOutTests: WorldTests {
  @Test func `signing out deletes the cookie and cached pages, and ends the session`() async throws {
    let elsewhere = world.showing(try await world.signIn(world.account))
    let answer = try await world.press(world.get("/settings").page.form(to: "/sign-out"))
    #expect(answer.location == "/lists")
    #expect(answer.headers[.setCookie] == "__Host-fourfold=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure")
    #expect(answer.headers[.clearSiteData] == "\"cache\"")
    #expect(try await world.get("/lists").page.state("page") == "signed-out/registered")
    #expect(try await elsewhere.get("/lists").status == .ok, "elsewhere somebody is still signed in")
  }

  @Test func `signing out also succeeds without a session, and twice`() async throws {
    for cookie in [world.cookie, world.cookie, nil, "__Host-fourfold=garbage"] {
      let answer = try await world.showing(cookie).post("/sign-out")
      #expect(answer.status == .seeOther && answer.headers[.setCookie]?.contains("Max-Age=0") == true)
    }
  }

  @Test
  func `if nothing can be written the cookie is deleted all the same, and the page warns that the session may go on`()
    async throws
  {
    try await TemporaryFolder.with { folder in
      let world = try await folder.world()
      try await world.store.database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA query_only = ON") }
      let answer = try await world.post("/sign-out")
      #expect(answer.status == .serviceUnavailable)
      #expect(answer.headers[.setCookie] == "__Host-fourfold=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure")
      #expect(answer.headers[.clearSiteData] == "\"cache\"")
      let page = try answer.page
      #expect(page.state("page") == "signed-out/registered")
      #expect(page.text.contains("the server couldn’t end the session"))
      #expect(page.form(to: "/sign-in") != nil)
      try world.store.close()
    }
  }

  @Test func `a session that was signed out stays ended`() async throws {
    _ = try await world.post("/sign-out")
    try await world.store.endSession(digest: World.token(world.cookie).digest, as: .revoked)
    #expect(try await world.get("/lists").page.state("page") == "signed-out/registered")
  }

  @Test func `a form sent after signing out is shown to be copied, and not saved`() async throws {
    _ = try await world.post("/sign-out")
    let answer = try await world.post("/lists", ["name": "Typed <b>\n"])
    #expect(answer.status == .unauthorized)
    #expect(try answer.page.all("dd").map(\.text) == ["Typed <b>\r\n"])
    #expect(try answer.page.value(of: "kept") == nil)
    #expect(try await Rows(of: world.store).count("kept_forms") == 0)
  }

  @Test func `the settings, which can sign out, are never cached by the browser`() async throws {
    #expect(try await world.get("/settings").headers[.cacheControl] == "private, no-store")
    let refused = try await world.post("/settings", ["time-zone": "", "theme": "pink", "rows": "100"])
    #expect(refused.headers[.cacheControl] == "private, no-store")
  }
}
