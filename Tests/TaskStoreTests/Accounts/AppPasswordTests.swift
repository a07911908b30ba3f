import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

final class AppPasswordTests: AnaTests {
  private func make(
    _ member: World, _ name: String = "Phone", _ submission: SubmissionID = .fresh()
  ) async throws -> (id: AppPasswordID, digest: Data) {
    let digest = Data.digest()
    let id = try await member.mine.addAppPassword(
      AppPasswordName(validating: name), digest: digest, submission: submission
    ).id
    return (id, digest)
  }

  private func found(
    _ member: World, _ made: (id: AppPasswordID, digest: Data), as name: String = "ana"
  ) async throws -> FoundAppPassword? {
    try await member.store.appPassword(made.id, digest: made.digest, of: Username(validating: name))
  }

  @Test func `an app password is found by its id, its secret and its account's name together only`() async throws {
    _ = try await ana.register("Ben")
    let (made, other) = (try await make(ana), try await make(ana, "Laptop"))
    let found = try #require(try await found(ana, made))
    #expect(found.appPassword.name == "Phone" && found.account.name == "Ana" && found.appPassword.used == nil)
    #expect(try await self.found(ana, (made.id, other.digest)) == nil)
    #expect(try await self.found(ana, (AppPasswordID(99), made.digest)) == nil)
    for name in ["Ben", "Nobody"] { #expect(try await self.found(ana, made, as: name) == nil) }
  }

  @Test func `a use is stored with its network and program, and forgotten with the secret`() async throws {
    let made = try await make(ana)
    let use = AppPassword.Use(at: ana.clock.now, from: AccountEvent.Origin(network: "192.0.2.0/24", agent: "DAVx5/4.4"))
    let earlier = AppPassword.Use(at: ana.clock.now.addingTimeInterval(-60), from: .console)
    for use in [use, earlier] { try await ana.store.noteAppPasswordUses([made.id: use]) }
    #expect(try await mine.appPasswords().map(\.used) == [use])
    let new = Data.digest()
    try await mine.renewAppPassword(made.id, digest: new)
    #expect(try await found(ana, made) == nil)
    #expect(try await found(ana, (made.id, new))?.appPassword.name == "Phone")
    #expect(try await mine.appPasswords().map(\.used) == [nil])
  }

  @Test func `an ended app password grants nothing, and can be resumed for ten minutes`() async throws {
    let made = try await make(ana)
    try await mine.endAppPassword(made.id)
    #expect(try await found(ana, made) == nil)
    #expect(try await mine.appPasswords().first?.ended != nil)
    try await mine.resumeAppPassword(made.id)
    #expect(try await found(ana, made) != nil)
    try await mine.endAppPassword(made.id)
    ana.clock.advance(days: 0.01)
    #expect(try await mine.appPasswords() == [])
    await #expect(throws: StoreError.notFound) { try await mine.resumeAppPassword(made.id) }
  }

  @Test func `a repeated form makes one app password, and an account has a limit of them`() async throws {
    let submission = SubmissionID.fresh()
    let first = try await make(ana, "Phone", submission).id
    #expect(try await make(ana, "Phone", submission).id == first)
    for _ in 1..<Limits.appPasswordsPerAccount { _ = try await make(ana) }
    let full = StoreError.limit(.appPasswords(Limits.appPasswordsPerAccount))
    await #expect(throws: full) { try await make(ana) }
    try await mine.endAppPassword(first)
    _ = try await make(ana)
    await #expect(throws: full) { try await mine.resumeAppPassword(first) }
  }

  @Test func `app passwords end with their account`() async throws {
    let made = try await make(ana)
    try await ana.store.disableAccount(ana.account)
    #expect(try await found(ana, made) == nil)
    try await ana.store.enableAccount(ana.account)
    #expect(try await found(ana, made) != nil)
    try await ana.store.setPassword("new", of: ana.account, keeping: nil, endingSecrets: true)
    #expect(try await found(ana, made) == nil)
    try await ana.store.removeAccount(ana.account)
    let rows = try await ana.store.number("SELECT count(*) FROM app_passwords")
    #expect(rows == 0)
  }

  @Test func `what an app password writes has its name in the history, and an undo on a page none`() async throws {
    let house = try await ana.list("House")
    let phone = ana.store[ana.account, with: "Phone"]
    let added = try await phone.addTasks([draft("Paint")], to: house, submission: .fresh())
    #expect(try await ana.mine.change(#require(added.change)).app == "Phone")
    try await ana.mine.undo(#require(added.change))
    #expect(try await ana.mine.history(of: house, limit: 9).map(\.app) == [nil, "Phone", nil])
  }

  @Test func `what an app deletes within a minute is one undo, and what others delete is not`() async throws {
    let house = try await ana.list("House")
    let tasks = try await ana.mine.addTasks((1...6).map { try draft("t\($0)") }, to: house, submission: .fresh()).tasks
    let (phone, laptop) = (ana.store[ana.account, with: "Phone"], ana.store[ana.account, with: "Laptop"])
    _ = try await phone.deleteTask(tasks[0])
    #expect(try await ana.mine.lastDeletionByApp() == nil, "a single one")
    ana.clock.advance(days: 50.0 / 86_400)
    _ = try await laptop.deleteTask(tasks[1])
    _ = try await ana.mine.deleteTask(tasks[2])
    _ = try await phone.deleteTask(tasks[3])
    let first = try #require(try await ana.mine.lastDeletionByApp())
    #expect(try await ana.mine.change(first).batch?.tasks == 2)
    ana.clock.advance(days: 61.0 / 86_400)
    _ = try await phone.deleteTask(tasks[4])
    #expect(try await ana.mine.lastDeletionByApp() == nil, "more than a minute later")
    try await ana.mine.undo(first)
    let left = try await ana.mine.openTasks(in: house).map(\.title)
    #expect(Set(left) == ["t1", "t4", "t6"])
    try await phone.deleteList(house)
    #expect(try await ana.mine.lastDeletionByApp() != nil)
  }

  @Test(arguments: ["", " \t", "a\u{7}b", String(repeating: "x", count: 51)])
  func `a name that can't be shown is refused`(name: String) {
    #expect(throws: InvalidInput.self) { try AppPasswordName(validating: name) }
  }
}
