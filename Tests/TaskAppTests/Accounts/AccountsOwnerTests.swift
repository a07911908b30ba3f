import StatePagesTesting
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

final class AccountsOwnerTests: AccountsTests {
  private func typed(_ current: String = "correct horse", _ new: String = "battery staple", _ again: String? = nil)
    -> NewPassword
  { NewPassword(current: current, new: new, again: again) }

  @Test func `a change of password needs the current one, and ends all sessions but a new one`() async throws {
    let ana = try await world.add("ana")
    let here = try await world.signIn("ana")
    let elsewhere = try await world.signIn("ana")
    let new = try await world.accounts.changePassword(of: ana.id, typed(), by: world.visitor(), replacing: here.token)
    #expect(new.token.digest != here.token.digest)
    for ended in [here, elsewhere] { #expect(try await world.end(of: ended.token) == .replaced) }
    #expect(try await world.end(of: new.token) == nil)
    #expect(try await world.store[ana.id].sessions().count == 1)
    await #expect(throws: AccountProblem.mismatch) { try await world.signIn("ana") }
    try await world.signIn("ana", "battery staple")
    #expect(world.log.texts.contains("password changed account=\(ana.id) address=192.0.2.1"))
  }

  @Test func `failed sign-ins from other networks do not block a change of password`() async throws {
    let ana = try await world.add("ana")
    let here = try await world.signIn("ana")
    for _ in 0..<20 { do throws(AccountProblem) { try await world.signIn("ana", "wrong") } catch {} }
    _ = try await world.accounts.changePassword(of: ana.id, typed(), by: world.visitor(), replacing: here.token)
  }

  @Test func `a signed-in browser has ten tries at the password, to change it or to remove the account`() async throws {
    let ana = try await world.add("ana")
    let here = try await world.signIn("ana")
    for number in 0..<10 {
      await #expect(throws: AccountProblem.mismatch) {
        if number.isMultiple(of: 2) {
          _ = try await world.accounts.changePassword(
            of: ana.id, typed("wrong"), by: world.visitor("192.0.2.\(number)"), replacing: here.token)
        } else {
          _ = try await world.accounts.remove(ana.id, password: "wrong", by: world.visitor("192.0.2.\(number)"))
        }
      }
    }
    let hashings = world.hashing.asked.count
    await #expect(throws: AccountProblem.tooManyTries(wait: .seconds(18))) {
      try await world.accounts.changePassword(of: ana.id, typed(), by: world.visitor(), replacing: here.token)
    }
    await #expect(throws: AccountProblem.tooManyTries(wait: .seconds(18))) {
      try await world.accounts.remove(ana.id, password: "correct horse", by: world.visitor())
    }
    #expect(world.hashing.asked.count == hashings)
    #expect(world.log.texts.last == "try refused account=\(ana.id) address=192.0.2.1 reason=too many tries")
    try await world.signIn("ana")
  }

  @Test func `of two concurrent changes the second finds the first`() async throws {
    let hashing = CountedHashing(held: true)
    let world = try AccountsWorld(hashing: hashing)
    hashing.release(2)
    let ana = try await world.add("ana")
    let (here, typed) = (try await world.signIn("ana"), typed())
    let changing = Task {
      try await world.accounts.changePassword(of: ana.id, typed, by: world.visitor(), replacing: here.token)
    }
    await hashing.begun.reaches(3)
    try await world.store.setPassword("another record", of: ana.id, keeping: nil)
    hashing.release(2)
    await #expect(throws: AccountProblem.mismatch) { try await changing.value }
    let record = try await world.store.credentials(of: Username(validating: "ana"))?.record
    #expect(record == "another record")
  }

  @Test func `removing an account needs its password`() async throws {
    let ana = try await world.add("ana")
    let bob = try await world.add("bob")
    let here = try await world.signIn("ana")
    await #expect(throws: AccountProblem.mismatch) {
      try await world.accounts.remove(ana.id, password: "wrong", by: world.visitor())
    }
    #expect(try await world.store.accounts().count == 2)
    _ = try await world.accounts.remove(ana.id, password: "correct horse", by: world.visitor())
    #expect(try await world.store.accounts().map(\.account.id) == [bob.id])
    #expect(try await world.store.session(digest: here.token.digest) == nil)
    #expect(world.log.texts.last == "account removed account=\(ana.id) address=192.0.2.1")
    await #expect(throws: AccountProblem.store(.notFound)) {
      try await world.accounts.remove(ana.id, password: "correct horse", by: world.visitor())
    }
  }
}
