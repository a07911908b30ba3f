import Foundation
import Logging
import StatePagesTesting
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

/// Lists are refreshed in the background.
@Suite(.timeLimit(.minutes(20))) final class BackgroundRefreshTests: WorldTests {
  private static let other = "https://club.example/todo.txt"

  private func refreshDue(_ world: World, times: Int = 1) async {
    for _ in 0..<times { await world.app.refreshDue(world.logger) }
  }

  @Test func `a list that keeps failing is fetched less and less often, and delays no other`() async throws {
    let (_, source) = try await world.follow(World.choir, as: "Choir", .choir)
    _ = try await world.follow(Self.other, as: "Club")
    world.elsewhere.answer(World.choir, .failed(.refused))
    world.elsewhere.answer(Self.other, .came(.club))
    var moments: [Int] = []
    for hour in 1...80 {
      world.time.advance(by: .seconds(3_600))
      let before = world.elsewhere.asked.count { $0.url == World.choir }
      await refreshDue(world)
      if world.elsewhere.asked.count(where: { $0.url == World.choir }) > before { moments.append(hour) }
    }
    let pauses = zip(moments.dropFirst(), moments).map(-)
    #expect(moments.first.map { $0 <= 2 } == true && pauses.count >= 5, "\(moments)")
    for (pause, next) in zip(pauses, pauses.dropFirst()) { #expect(next >= pause || next >= 21, "\(pauses)") }
    #expect(pauses.allSatisfy { $0 <= 27 }, "\(pauses)")
    #expect(world.elsewhere.asked.count { $0.url == Self.other } > 35)
    let kept = try await world.mine.source(source)
    #expect(kept.copy?.open == 2 && kept.ongoingFailure?.times == moments.count)
    world.elsewhere.answer(World.choir, .came(.club))
    world.time.advance(by: .seconds(27 * 3_600))
    await refreshDue(world)
    world.time.advance(by: .seconds(4_000))
    let asked = world.elsewhere.asked.count
    await refreshDue(world)
    #expect(world.elsewhere.asked.count == asked + 2, "once it came, it is as often as ever")
  }

  @Test func `two lists are fetched at once, so that readers find free permits`() async throws {
    let urls = (1...6).map { "https://choir.example/\($0)" }
    for url in urls {
      _ = try await world.follow(url, as: url)
      world.elsewhere.hold(url)
    }
    let background = Task { [world] in await world.app.refreshDue(world.logger) }
    await world.elsewhere.begun.reaches(2)
    await othersGoFirst()
    #expect(world.elsewhere.asked.count == 2)
    for url in urls { world.elsewhere.answer(url, .came(.club)) }
    await background.value
    #expect(world.elsewhere.asked.count == 6)
  }

  @Test func `if refreshing is turned off, it returns at once`() async throws {
    var settings = TaskApp.Settings.test
    settings.freshness.refreshEvery = nil
    let world = try await World(settings)
    _ = try await world.follow(World.choir)
    await world.app.keepFresh(world.logger)
    #expect(world.elsewhere.asked.isEmpty)
  }

  @Test func `it runs until it is cancelled, and then cancels its fetches`() async throws {
    _ = try await world.follow(World.choir)
    world.elsewhere.hold(World.choir)
    let background = Task { [world] in await world.app.keepFresh(world.logger) }
    await world.elsewhere.begun.reaches(1)
    background.cancel()
    await background.value
    await world.elsewhere.cancelled.reaches(1)
    await until { world.app.refresher.inFlight == 0 }
  }

  @Test func `a closed database is logged, and nothing is fetched`() async throws {
    var world = try await World()
    world.logLevel = .warning
    _ = try await world.follow(World.choir)
    try world.store.close()
    await refreshDue(world)
    #expect(world.elsewhere.asked.isEmpty)
  }
}
