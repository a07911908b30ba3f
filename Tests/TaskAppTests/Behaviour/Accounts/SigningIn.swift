import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

extension World {
  /// Fills in the gate's form at an address, as a reader does who was stopped by it.
  func enter(
    _ name: String = "Ann", _ password: String = World.password, at address: String = "/lists"
  ) async throws -> Answer {
    let gate = try await get(address)
    #expect(gate.status == .unauthorized)
    return try await press(gate.page.forms.first, typing: ["username": name, "password": password])
  }

  /// The same world for a browser with the cookie of a response.
  func showing(cookieOf answer: Answer) throws -> World {
    let cookie: String = try #require(answer.cookie, "\(answer.status) \(answer.words)")
    return showing(cookie)
  }

  /// Another account, signed in.
  func another(_ name: String = "Ben") async throws -> World {
    let account = try await store.addAccount(Username(validating: name), password: World.record).id
    return World(self, of: account).showing(try await signIn(account))
  }
}
