import GRDB
import HTTPTypes
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

struct SigningOutTests {
  @Test func `whoever signs out has no cookie and no page in memory, and the token is dead`() async throws {
    let world = try await World()
    let elsewhere = world.showing(try await world.signIn(world.account))
    let answer = try await world.press(world.get("/settings").page.form(to: "/sign-out"))
    #expect(answer.location == "/lists")
    #expect(answer.headers[.setCookie] == "__Host-fourfold=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure")
    #expect(answer.headers[.clearSiteData] == "\"cache\"")
    #expect(try await world.get("/lists").page.state("page") == "signed-out/registered")
    #expect(try await elsewhere.get("/lists").status == .ok, "elsewhere somebody is still signed in")
  }

  @Test func `it is done as well where nobody was signed in, and twice`() async throws {
    let world = try await World()
    for cookie in [world.cookie, world.cookie, nil, "__Host-fourfold=garbage"] {
      let answer = try await world.showing(cookie).post("/sign-out")
      #expect(answer.status == .seeOther && answer.headers[.setCookie]?.contains("Max-Age=0") == true)
    }
  }

  @Test func `where nothing can be written the cookie is taken all the same, and what may live on is told`()
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
      #expect(page.text.contains("The server could not end the session"))
      #expect(page.form(to: "/sign-in") != nil)
      try world.store.close()
    }
  }

  @Test func `a session that was signed out stays so, whatever becomes of it later`() async throws {
    let world = try await World()
    _ = try await world.post("/sign-out")
    try await world.store.endSession(digest: World.token(world.cookie).digest, as: .revoked)
    #expect(try await world.get("/lists").page.state("page") == "signed-out/registered")
  }

  @Test func `what is sent after signing out is shown to be copied, and kept for nobody`() async throws {
    let world = try await World()
    _ = try await world.post("/sign-out")
    let answer = try await world.post("/lists", ["name": "Typed <b>\n"])
    #expect(answer.status == .unauthorized)
    #expect(try answer.page.all("dd").map(\.text) == ["Typed <b>\r\n"])
    #expect(try answer.page.value(of: "kept") == nil)
    #expect(try await Rows(of: world.store).count("kept_forms") == 0)
  }

  @Test func `settings, where one signs out, are never put away by the browser`() async throws {
    let world = try await World()
    #expect(try await world.get("/settings").headers[.cacheControl] == "private, no-store")
    let refused = try await world.post("/settings", ["time-zone": "", "theme": "pink", "rows": "100"])
    #expect(refused.headers[.cacheControl] == "private, no-store")
  }
}
