import Foundation
import Tasks
import Testing

@testable import TaskStore

final class AccountTests: WorldTests {
  @Test func `only one account can be the first`() async throws {
    let first = try await world.store.addAccount(Username(validating: "Ana"), password: "r", onlyFirst: true)
    for name in ["Ben", "Ana"] {
      await #expect(throws: StoreError.conflict(.registered)) {
        try await world.store.addAccount(Username(validating: name), password: "r", onlyFirst: true)
      }
    }
    try await world.store.removeAccount(first.id)
    #expect(try await !world.store.hasAccounts())
    let again = try await world.store.addAccount(Username(validating: "Ben"), password: "r", onlyFirst: true)
    #expect(again.id > first.id, "numbers are never used again")
    #expect(try await World(world.store, world.clock, again.id).list("New").value > 0)
  }

  @Test func `of ten concurrent sign-ups one is the first`() async throws {
    let made = try await withThrowingTaskGroup { group in
      for number in 0..<10 {
        group.addTask { [world] in
          do throws(StoreError) {
            let name = Username(stored: "name \(number)")
            return try await world.store.addAccount(name, password: "r", onlyFirst: true).id as AccountID?
          } catch .conflict(.registered) {
            return nil
          }
        }
      }
      return try await group.reduce(into: [AccountID]()) { made, id in if let id { made.append(id) } }
    }
    #expect(made == [world.account])
  }
}
