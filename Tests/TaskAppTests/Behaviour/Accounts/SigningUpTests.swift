import HTTPTypes
import StatePagesTesting
import TaskStore
import Testing

@testable import TaskApp

struct SigningUpTests {
  private static let open = TaskApp.Settings(timeZone: "GMT", signUp: .open, hasher: .quick)

  @Test func `after ten accounts from one network sign-up answers with 429`() async throws {
    var world = try await World(Self.open).showing(nil)
    world.peer = "127.0.0.9"
    for number in 1...10 {
      let made = try await world.post("/sign-up", ["username": "Guest \(number)", "password": World.password])
      #expect(made.status == .seeOther)
    }
    let refused = try await world.post("/sign-up", ["username": "Guest 11", "password": World.password])
    #expect(refused.status == .tooManyRequests)
    #expect(refused.headers[.retryAfter].flatMap(Int.init) != nil)
    #expect(try refused.page.value(of: "username") == "Guest 11")
  }
}
