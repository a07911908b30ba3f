import Foundation
import Tasks
import Testing

@testable import TaskStore

final class AccountTests: WorldTests {
  @Test func `a new database has no account to sign in to, and the first account takes over its lists`() async throws {
    let house = try await world.list("House")
    #expect(try await !world.store.hasAccounts())
    #expect(try await world.store.accounts().isEmpty)
    #expect(try await world.store.credentials(of: Username(validating: "local")) == nil)

    let ana = try await world.register("Ana")
    #expect(ana.account == world.account)
    #expect(try await world.store.hasAccounts())
    let account = try await world.store.account(ana.account)
    #expect((account.name, account.settings, account.settingsChanged) == ("Ana", .standard, nil))
    #expect(account.passwordChanged != nil)
    #expect(try await world.store[ana.account].lists().map(\.id) == [house])

    let ben = try await world.register("Ben")
    #expect(ben.account > ana.account)
    #expect(try await world.store[ben.account].lists().isEmpty)
  }

  @Test func `a name is taken in every spelling`() async throws {
    let ana = try await world.register("Ana")
    for spelling in ["Ana", "ana", " ＡＮＡ "] {
      await #expect(throws: StoreError.taken) { try await world.register(spelling) }
      let found = try #require(try await world.store.credentials(of: Username(validating: spelling)))
      #expect((found.account, found.record) == (ana.account, "record of Ana"))
    }
    #expect(try await world.store.credentials(of: Username(validating: "Anna")) == nil)
    #expect(try await world.register("local").account > ana.account, "a name like any other")
  }

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

  @Test func `the accounts can be listed`() async throws {
    let ana = try await world.register("Ana")
    let ben = try await world.register("Ben")
    let house = try await ana.list("House")
    let garden = try await ana.list("Garden")
    let tasks = try await ana.add("A", "B", "C", to: house)
    try await ana.add("D", to: garden)
    try await world.store[ana.account].complete(tasks[0])
    try await world.store[ana.account].deleteTask(tasks[1])
    try await world.store[ana.account].deleteList(garden)
    let phone = try await ana.signIn()
    let laptop = try await ana.signIn()
    try await world.store[ana.account].endSession(phone.session.id, as: .revoked)

    let seen = try await world.store.accounts()
    #expect(seen.map(\.account.name) == ["Ana", "Ben"])
    #expect((seen[0].usage.lists, seen[0].usage.tasks) == (2, 4))
    #expect((seen[0].sessions, seen[0].lastSeen) == (1, laptop.session.seen))
    #expect((seen[1].usage.lists, seen[1].sessions, seen[1].lastSeen) == (0, 0, nil))
    #expect(seen[1].account.id == ben.account)
    world.clock.advance(days: 31)
    #expect(try await world.store.accounts()[0].sessions == 0)
  }

  @Test func `a new password ends all sessions but the one that stays`() async throws {
    let ana = try await world.register("Ana")
    let ben = try await world.register("Ben")
    let (here, there) = (try await ana.signIn().digest, try await ana.signIn().digest)
    let elsewhere = try await ben.signIn().digest
    let before = try await world.store.account(ana.account).passwordChanged
    try await world.store.setPassword("new", of: ana.account, keeping: here)
    #expect(try await world.store.credentials(of: Username(validating: "ana"))?.record == "new")
    #expect(try #require(try await world.store.account(ana.account).passwordChanged) > #require(before))
    #expect(try await ana.end(here) == nil)
    #expect(try await ana.end(there) == .replaced)
    #expect(try await ana.end(elsewhere) == nil)
    try await world.store.setPassword("newer", of: ana.account, keeping: nil)
    #expect(try await ana.end(here) == .replaced)
  }

  @Test func `a password change that names the old password replaces only that one`() async throws {
    let ana = try await world.register("Ana")
    let here = try await ana.signIn().digest
    try await world.store.setPassword("new", insteadOf: "record of Ana", of: ana.account, keeping: here)
    let after = try await world.store.account(ana.account)
    await #expect(throws: StoreError.notFound) {
      try await world.store.setPassword("late", insteadOf: "record of Ana", of: ana.account, keeping: nil)
    }
    #expect(try await world.store.credentials(of: Username(validating: "Ana"))?.record == "new")
    #expect(try await world.store.account(ana.account) == after)
    #expect(try await ana.end(here) == nil)
  }

  @Test func `a rehashed password ends no sessions, and loses to a new password`() async throws {
    let ana = try await world.register("Ana")
    let here = try await ana.signIn().digest
    let before = try await world.store.account(ana.account)
    try await world.store.replaceRecord("stronger", insteadOf: "record of Ana", of: ana.account)
    try await world.store.replaceRecord("late", insteadOf: "record of Ana", of: ana.account)
    #expect(try await world.store.credentials(of: Username(validating: "Ana"))?.record == "stronger")
    #expect(try await world.store.account(ana.account) == before)
    #expect(try await ana.end(here) == nil)
  }

  @Test func `settings are stored with the account and returned with the session`() async throws {
    let ana = try await world.register("Ana")
    let here = try await ana.signIn().digest
    let input = AccountSettingsInput(timeZone: "Asia/Tokyo", theme: "dark", rows: "50")
    let settings = try AccountSettings(validating: input)
    try await world.store[ana.account].setSettings(settings)
    let found = try #require(try await world.store.session(digest: here)).account
    #expect(found.settings == settings)
    #expect(found == (try await world.store.account(ana.account)))
    try await world.store[ana.account].setSettings(settings)
    let again = try #require(try await world.store.account(ana.account).settingsChanged)
    #expect(again > (try #require(found.settingsChanged)), "whoever saves is told that it is saved")
    try await world.store[ana.account].setSettings(.standard)
    #expect(try await world.store.account(ana.account).settings == .standard)
  }
}
