import Foundation
import TaskStore
import Tasks
import Testing

@testable import fourfold

final class DemoWorldTests: CommandTests {
  @Test func `the demo has an account that its password opens, and lists with tasks of all kinds`() async throws {
    let demo = DemoWorld(hasher: CommandWorld.hasher)
    try await demo.make(at: world.database, following: DemoServer.Ports(server: 4_000, dead: 4_001))
    #expect(try await world.opens(demo.password, for: DemoWorld.name))
    try await world.withStore { store in
      let account = try #require(try await store.accounts().first).account.id
      let lists = try await store[account].listsPage(of: 100).lists
      let own = DemoList.all(on: Day(of: Date(), in: .current))
      #expect(lists.prefix(own.count).map(\.name) == own.map(\.name))
      #expect(lists.prefix(own.count).map(\.open) == own.map(\.open.count))
      #expect(lists.prefix(own.count).map(\.completed) == own.map(\.done.count))
    }
  }

  @Test func `every demo source is followed under its name, and none is fetched yet`() async throws {
    let ports = DemoServer.Ports(server: 4_000, dead: 4_001)
    try await DemoWorld(hasher: CommandWorld.hasher).make(at: world.database, following: ports)
    try await world.withStore { store in
      let account = try #require(try await store.accounts().first).account.id
      let lists = try await store[account].listsPage(of: 100).lists.filter { $0.source != nil }
      #expect(lists.map(\.name) == DemoSource.all.map(\.name))
      let sources = try await store[account].listsHeader(of: 100).sources
      #expect(lists.map { sources[$0.id]?.address.url } == DemoSource.all.map { $0.address(ports) })
      #expect(sources.values.allSatisfy { $0.copy == nil && $0.asked == nil })
    }
  }
}
