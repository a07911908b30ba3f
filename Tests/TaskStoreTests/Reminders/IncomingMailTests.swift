import Foundation
import Tasks
import Testing

@testable import TaskStore

/// Mail addresses of accounts, and the tasks that mails become.
final class IncomingMailTests {
  let world: World
  var mine: AccountStore<StoreError> { world.mine }

  init() async throws { world = try await World().register("Ana") }

  private func make() async throws -> IncomingAddress {
    try await mine.makeIncomingAddress(submission: .fresh())
    return try #require(try await mine.incomingAddresses().first)
  }

  private func receive(
    _ title: String, at address: IncomingAddress, _ digest: Data = .digest()
  ) async throws -> MailReceipt {
    let found = try #require(try await world.store.incomingAddress(named: address.name))
    let draft = TaskDraft(title: title, notes: "", due: nil, priority: .none)
    return try await world.store[found.account.id, by: .mail].addMail(draft, literal: nil, to: found.id, digest: digest)
  }

  @Test func `an address is made once for each form, and named so that nobody guesses it`() async throws {
    let submission = SubmissionID.fresh()
    for _ in 0..<2 { try await mine.makeIncomingAddress(submission: submission) }
    let addresses = try await mine.incomingAddresses()
    #expect(addresses.count == 1 && addresses[0].ended == nil && addresses[0].used == nil)
    #expect(IncomingAddress.name(in: "<Inbox+\(addresses[0].name.uppercased())@lists.example>") == addresses[0].name)
    #expect(try await make().name != addresses[0].name)
  }

  @Test func `another address ends the one before, and an undo changes them back`() async throws {
    let first = try await make()
    let second = try await make()
    #expect(try await world.store.incomingAddress(named: first.name) == nil)
    try await mine.resumeIncomingAddress(first.id)
    #expect(try await world.store.incomingAddress(named: first.name)?.id == first.id)
    #expect(try await world.store.incomingAddress(named: second.name) == nil)
    try await mine.endIncomingAddress(first.id)
    #expect(try await world.store.incomingAddress(named: first.name) == nil)
    world.clock.advance(days: 1)
    await #expect(throws: StoreError.notFound) { try await self.mine.resumeIncomingAddress(first.id) }
    #expect(try await mine.incomingAddresses().isEmpty)
  }

  @Test func `a mail becomes one task of the Inbox, whose history tells that, with an undo`() async throws {
    let (address, digest) = (try await make(), Data.digest())
    guard case .added(let task) = try await receive("Milk", at: address, digest) else {
      Issue.record("no task")
      return
    }
    let found = try await mine.task(task)
    #expect(try await mine.list(found.list).isInbox)
    #expect(try await receive("Milk", at: address, digest) == .known)
    let change = try #require(try await mine.history(of: found.list, limit: 1).first)
    #expect(change.medium == .mail && change.kind == .taskAdded && change.undoable)
    try await mine.undo(change.id)
    #expect(try await receive("Milk", at: address, digest) == .known)
    #expect(try await mine.incomingAddresses().first?.used != nil)
  }

  @Test func `an account gets no more mails in an hour than it may`() async throws {
    let address = try await make()
    for number in 0..<Limits.mailsPerHour {
      guard case .added = try await receive("\(number)", at: address) else {
        Issue.record("no task")
        return
      }
    }
    #expect(try await receive("More", at: address) == .tooMany)
    world.clock.advance(days: 0.1)
    guard case .added = try await receive("More", at: address) else {
      Issue.record("no task")
      return
    }
  }

  @Test func `a disabled account takes no mails, and what is known is forgotten with the account`() async throws {
    let address = try await make()
    _ = try await receive("Milk", at: address)
    try await world.store.disableAccount(world.account)
    #expect(try await world.store.incomingAddress(named: address.name) == nil)
    try await world.store.enableAccount(world.account)
    try await world.store.removeAccount(world.account)
    #expect(try await world.store.incomingAddress(named: address.name) == nil)
  }
}
