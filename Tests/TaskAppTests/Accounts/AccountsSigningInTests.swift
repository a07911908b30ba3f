import Foundation
import StatePagesTesting
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

final class AccountsSigningInTests: AccountsTests {
  @Test func `name and password begin a session, in any spelling of the name`() async throws {
    let ana = try await world.add("Ana")
    for name in ["Ana", "ana", " ANA ", "ＡＮＡ"] {
      let signedIn = try await world.signIn(name)
      #expect(signedIn.session.account == ana.id)
      #expect(signedIn.session.agent == "Firefox")
      let found = try #require(try await world.store.session(digest: signedIn.token.digest))
      #expect(found.session == signedIn.session)
      #expect(found.account == ana)
    }
    #expect(try await world.store[ana.id].sessions().count == 4)
  }

  @Test(arguments: [
    ("ana", "wrong horse"), ("bob", "correct horse"), ("ana", ""), ("", ""), ("", "correct horse"),
    ("ana", "Correct horse"),
    ("ana", " correct horse"), ("a\u{0}na", "correct horse"), (String(repeating: "x", count: 100_000), "correct horse"),
    ("ana", String(repeating: "x", count: 100_000)), ("local", ""),
  ])
  func `every failed sign-in costs the same hashing, and has the same error`(
    name: String, password: String
  ) async throws {
    try await world.add("ana")
    let before = world.hashing.asked.count
    await #expect(throws: AccountProblem.mismatch) { try await world.signIn(name, password) }
    #expect(world.hashing.asked.dropFirst(before) == [.tiny])
  }

  @Test func `a disabled account is refused with the right password only, so that nothing is revealed`() async throws {
    let ana = try await world.add("Ana")
    try await world.store.disableAccount(ana.id)
    await #expect(throws: AccountProblem.mismatch) { try await world.signIn("Ana", "wrong horse") }
    await #expect(throws: AccountProblem.disabled) { try await world.signIn("Ana") }
    #expect(
      world.log.texts.contains("sign-in refused account=\(ana.id) address=192.0.2.1 reason=the account is disabled"))
    try await world.store.enableAccount(ana.id)
    try await world.signIn("Ana")
  }

  @Test func `every sign-in has a token of its own, and ends the browser's previous session`() async throws {
    try await world.add("ana")
    try await world.add("bob")
    let first = try await world.signIn("ana")
    let elsewhere = try await world.signIn("ana")
    let second = try await world.signIn("ana", replacing: first.token)
    #expect(second.token.digest != first.token.digest)
    #expect(try await world.end(of: first.token) == .replaced)
    let bob = try await world.signIn("bob", replacing: second.token)
    #expect(try await world.end(of: second.token) == .replaced)
    for living in [elsewhere, bob] { #expect(try await world.end(of: living.token) == nil) }
  }

  @Test func `a failed sign-in keeps the browser's session`() async throws {
    try await world.add("ana")
    let first = try await world.signIn("ana")
    await #expect(throws: AccountProblem.mismatch) { try await world.signIn("ana", "wrong", replacing: first.token) }
    #expect(try await world.end(of: first.token) == nil)
  }

  @Test func `the eleventh try has to wait, and is not hashed`() async throws {
    try await world.add("ana")
    for number in 0..<10 {
      await #expect(throws: AccountProblem.mismatch) {
        try await world.signIn("ana", "wrong", from: "192.0.2.\(number)")
      }
      world.clock.advance(by: .seconds(1))
    }
    let hashings = world.hashing.asked.count
    await #expect(throws: AccountProblem.tooManyTries(wait: .seconds(8))) {
      try await world.signIn("Ana", "correct horse", from: "192.0.2.99")
    }
    #expect(world.hashing.asked.count == hashings)
    world.clock.advance(by: .seconds(8))
    try await world.signIn("ana", from: "192.0.2.99")
  }

  @Test func `failed sign-ins from other networks end no session, and success resets the limit`() async throws {
    try await world.add("ana")
    let owner = try await world.signIn("ana")
    for _ in 0..<9 {
      await #expect(throws: AccountProblem.mismatch) { try await world.signIn("ana", "wrong", from: "192.0.2.9") }
    }
    try await world.signIn("ana")
    for _ in 0..<10 {
      await #expect(throws: AccountProblem.mismatch) { try await world.signIn("ana", "wrong", from: "192.0.2.7") }
    }
    await #expect(throws: AccountProblem.tooManyTries(wait: .seconds(18))) { try await world.signIn("ana") }
    #expect(try await world.end(of: owner.token) == nil)
  }

  @Test func `tries beyond the queue are refused, and not counted`() async throws {
    let hashing = CountedHashing(held: true)
    let world = try AccountsWorld(hashing: hashing, slots: 1, queue: 0)
    hashing.release()
    try await world.add("ana")
    let slow = Task { try await world.signIn("ana") }
    await hashing.begun.reaches(2)
    for _ in 0..<20 { await #expect(throws: AccountProblem.busy) { try await world.signIn("ana", from: "192.0.2.2") } }
    hashing.release(2)
    _ = try await slow.value
    try await world.signIn("ana", from: "192.0.2.2")
  }

  @Test func `a password is rehashed when hashing costs more, which ends no session`() async throws {
    let name = try Username(validating: "ana")
    try await world.add("ana")
    let first = try await world.signIn("ana")
    let dearer = PasswordHasher.Parameters(log2Cost: 2, blockSize: 1)
    let second = try await world.accounts(at: dearer).signIn(
      as: "ana", with: "correct horse", by: world.visitor(), replacing: nil)
    let record = try #require(try await world.store.credentials(of: name)?.record)
    #expect(PasswordRecord(record)?.parameters == dearer)
    for signedIn in [first, second] { #expect(try await world.end(of: signedIn.token) == nil) }
    try await world.signIn("ana")
    #expect(try await world.store.credentials(of: name)?.record == record, "and not back")
  }

  @Test func `a password that is changed while it is verified does not sign in`() async throws {
    let hashing = CountedHashing(held: true)
    let world = try AccountsWorld(hashing: hashing)
    hashing.release()
    let ana = try await world.add("ana")
    let signingIn = Task { try await world.signIn("ana") }
    await hashing.begun.reaches(2)
    try await world.store.setPassword("another record", of: ana.id, keeping: nil)
    hashing.release()
    await #expect(throws: AccountProblem.mismatch) { try await signingIn.value }
    #expect(try await world.store[ana.id].sessions().isEmpty)
  }

  @Test func `the log has account and address, and nothing that was typed`() async throws {
    let ana = try await world.add("ana")
    try await world.signIn("ana")
    await #expect(throws: AccountProblem.mismatch) { try await world.signIn("ana", "secret typed") }
    await #expect(throws: AccountProblem.mismatch) { try await world.signIn("typed name", "secret typed") }
    for _ in 0..<10 {
      do throws(AccountProblem) { try await world.signIn("ana", "secret typed") } catch {}
    }
    #expect(
      world.log.texts.prefix(3) == [
        "signed in account=\(ana.id) address=192.0.2.1",
        "sign-in refused account=\(ana.id) address=192.0.2.1 reason=mismatch",
        "sign-in refused address=192.0.2.1 reason=mismatch",
      ])
    #expect(world.log.texts.last == "try refused address=192.0.2.1 reason=too many tries")
    #expect(!world.log.texts.contains { $0.contains("typed") || $0.contains("ana") || $0.contains("horse") })
  }
}
