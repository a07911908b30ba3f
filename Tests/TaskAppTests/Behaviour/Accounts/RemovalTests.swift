import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

final class RemovalTests: WorldTests {
  @Test func `an account is removed with all its data, and nothing else is`() async throws {
    let rich = try await RichWorld()
    let stranger = try await Stranger(in: rich.world)
    let before = try await Rows(of: stranger.account, in: rich.world.store)
    let form = try await rich.world.form("/settings/remove", at: "/settings/account")
    let answer = try await rich.world.press(form, typing: ["password": World.password])
    #expect(answer.location == "/lists")
    #expect(answer.headers[.setCookie] == "__Host-fourfold=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure")
    #expect(answer.headers[.clearSiteData] == "\"cache\"")
    try await rich.world.store.deleteRemoved()
    #expect(try await Rows(of: rich.world.account, in: rich.world.store).isEmpty)
    let all = try await Rows(of: rich.world.store)
    for words in ["Garden", "Order tiles", "Attic", "matt", "Ann"] { #expect(!all.contains(words), "\(words)") }
    #expect(try await Rows(of: stranger.account, in: rich.world.store).changes(since: before) == "")
    #expect(try await rich.world.page("/lists").state("page") == "signed-out/registered")
    #expect(try await rich.world.post("/sign-in", ["username": "Ann", "password": World.password]).cookie == nil)
    #expect(try await rich.world.showing(stranger.cookie).get("/lists/\(stranger.list)").status == .ok)
  }
}
