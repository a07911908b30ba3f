import Foundation
import Scheduling
import StatePagesTesting
import StateViews
import TaskFormats
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

/// The refresher, without pages.
@Suite(.timeLimit(.minutes(20))) struct RefresherTests {
  private let world: World
  private let bob: World
  private let clock = ManualClock()

  private var refresher: Refresher { world.app.refresher }
  private var elsewhere: Elsewhere { world.elsewhere }

  init() async throws {
    world = try await World(clock: clock)
    let account = try await world.store.addAccount(Username(validating: "Bob"), password: World.record).id
    bob = World(world, of: account)
  }

  private func source(_ url: String, _ list: ReadList? = nil, of world: World? = nil) async throws -> Source {
    let world = world ?? self.world
    return try await world.mine.source(world.follow(url, as: url, list).source)
  }

  /// Refreshes in a task of its own; `nil` if that was cancelled.
  private func ask(_ source: Source, as reader: World? = nil) -> Task<Source?, any Error> {
    let account = (reader ?? world).account
    return Task {
      do throws(Interruption) {
        return try await refresher.refresh(source, for: account, in: .gmt, world.logger) { _ in }
      } catch .cancelled {
        return nil
      } catch {
        throw error
      }
    }
  }

  @Test func `without a copy the list is fetched without validators`() async throws {
    let source = try await source(World.choir)
    try await world.record(.unchanged(Validators(etag: "\"1\"")), of: source.id)
    elsewhere.answer(World.choir, .came(.choir))
    _ = try await ask(world.mine.source(source.id)).value
    #expect(elsewhere.asked.map(\.validators) == [.none])
  }

  @Test func `a result from a former address of the source is dropped`() async throws {
    let source = try await source(World.choir, .club)
    elsewhere.hold(World.choir)
    elsewhere.answer("https://new.example/", .came(.of("new")))
    let reader = ask(source)
    await elsewhere.begun.reaches(1)
    try await world.mine.setAddress(SourceAddress(validating: "new.example"), of: source.id)
    let moved = try await world.mine.source(source.id)
    #expect(try await ask(moved).value?.copy?.open == 1, "the old one keeps the new one not waiting")
    elsewhere.answer(World.choir, .came(.choir))
    #expect(try await reader.value == nil)
    #expect(try await world.mine.source(source.id).copy?.open == 1)
  }

  @Test func `a result for a removed account is dropped`() async throws {
    let source = try await source(World.choir, of: bob)
    elsewhere.hold(World.choir)
    let reader = ask(source, as: bob)
    await elsewhere.begun.reaches(1)
    try await world.store.removeAccount(bob.account)
    elsewhere.answer(World.choir, .came(.choir))
    #expect(try await reader.value == nil)
  }

  @Test func `an account fetches three sources at once, and the others in turn`() async throws {
    let urls = (0..<10).map { "https://choir.example/\($0)" }
    var readers: [Task<Source?, any Error>] = []
    for url in urls {
      elsewhere.hold(url)
      readers.append(ask(try await source(url)))
    }
    await elsewhere.begun.reaches(3)
    await until { refresher.turns.load == (3, 7) }
    #expect(elsewhere.asked.count == 3)
    for number in 4...10 {
      let first = try #require(elsewhere.asked.map(\.url).dropFirst(number - 4).first)
      elsewhere.answer(first, .came(.club))
      await elsewhere.begun.reaches(number)
      #expect(refresher.turns.load.running == 3)
    }
    for url in urls { elsewhere.answer(url, .came(.club)) }
    for reader in readers { #expect(try await reader.value?.copy != nil) }
    #expect(elsewhere.asked.count == 10 && refresher.turns.load == (0, 0))
  }

  @Test func `an account's many slow lists do not delay another account's list`() async throws {
    let urls = (0..<8).map { "https://choir.example/\($0)" }
    var readers: [Task<Source?, any Error>] = []
    for url in urls {
      elsewhere.hold(url)
      readers.append(ask(try await source(url)))
    }
    await until { refresher.turns.load == (3, 5) }
    let theirs = "https://club.example/"
    elsewhere.hold(theirs)
    readers.append(ask(try await source(theirs, of: bob), as: bob))
    await elsewhere.begun.reaches(4)
    #expect(elsewhere.asked.last?.url == theirs)
    for url in urls + [theirs] { elsewhere.answer(url, .came(.club)) }
    for reader in readers { #expect(try await reader.value?.copy != nil) }
  }

  @Test func `a result that the store cannot save is a failure, and not the source's`() async throws {
    let source = try await source(World.choir)
    elsewhere.hold(World.choir)
    let reader = ask(source)
    await elsewhere.begun.reaches(1)
    try world.store.close()
    elsewhere.answer(World.choir, .came(.choir))
    await #expect(throws: Interruption.self) { try await reader.value }
  }
}

@Suite(.timeLimit(.minutes(20))) struct PermitTests {
  @Test func `who waits too long, or is cancelled while waiting, gets no permit`() async throws {
    let (queue, clock) = (FairQueue<String>(1), ManualClock())
    var held = await queue.permit(for: "Ann", within: .seconds(1), on: clock)
    let late = Task { await queue.permit(for: "Ben", within: .seconds(1), on: clock) }
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    #expect(await late.value == nil)
    let cancelled = Task { await queue.permit(for: "Ben", within: .seconds(1), on: clock) }
    await until { queue.load.waiting == 1 }
    cancelled.cancel()
    #expect(await cancelled.value == nil)
    #expect(held != nil && queue.load == (1, 0))
    held = nil
    #expect(queue.load.running == 0)
  }
}
