import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

extension World {
  /// Subscribes a program to a list, or to the lists of the account, and returns what it knows of that.
  func subscribe(to list: ListID?, with app: AppPasswordID) async throws -> Push {
    let phone = store[account, with: AppPassword(id: app, name: "Phone", made: clock.now)]
    let made = try #require(try await phone.subscribe(Self.subscription("\(app)"), to: list))
    let now = Milliseconds(clock.now)
    return try await store.database.read { [account] db in
      try #require(try db.pushes(of: account, now).first { $0.id == made.id })
    }
  }
}

extension World {
  static func subscription(_ name: String = "phone") -> PushSubscription {
    let endpoint = PushEndpoint(
      resource: "https://push.example/\(name)", publicKey: Data(repeating: 4, count: 65),
      authSecret: Data(repeating: 1, count: 16))
    return PushSubscription(to: endpoint, of: [.content, .properties], from: "https://lists.example")
  }
}

struct PushingTests {
  private let world: World
  private let list: ListID
  private let app: AppPasswordID

  init() async throws {
    world = try await World().register("Ana")
    list = try await world.list()
    app = try await world.mine.addAppPassword(
      AppPasswordName(validating: "Phone"), digest: .digest(), submission: .fresh()
    ).id
  }

  @Test func `a program is to be told until it was`() async throws {
    _ = try await world.subscribe(to: list, with: app)
    #expect(try await world.store.accountsToPush().keys.sorted() == [world.account])
    #expect(try await world.store.duePushes(of: world.account) == [])
    _ = try await world.mine.addTasks([draft("Milk")], to: list, submission: .fresh())
    let due = try await world.store.duePushes(of: world.account)
    #expect(due.map(\.list) == [list] && due.map(\.changed) == [.content])
    try await world.store.end(due.map { ($0, .failed(code: "refused", reply: nil, isTriedAgain: true)) })
    #expect(try await world.store.duePushes(of: world.account) == due)
    _ = try await world.mine.addTasks([draft("Oats")], to: list, submission: .fresh())
    try await world.store.end(due.map { ($0, .sent) })
    let next = try await world.store.duePushes(of: world.account)
    #expect(next.count == 1 && next != due, "what has changed meanwhile is still to be told")
    try await world.store.end(next.map { ($0, .failed(code: "refused", reply: "no", isTriedAgain: false)) })
    #expect(try await world.store.duePushes(of: world.account) == [])
    guard case .on(let last?) = try #require(try await world.mine.appPasswords().first).pushing else {
      Issue.record("there was an attempt")
      return
    }
    #expect(last.outcome == .failed(code: "refused", reply: "no"))
    try await world.store.end(next.map { ($0, .gone) })
    #expect(try await world.mine.appPasswords().map(\.pushing) == [.off])
    #expect(try await world.store.accountsToPush().isEmpty)
  }

  @Test func `a write of a program is known to it if it knew what was there before`() async throws {
    _ = try await world.subscribe(to: list, with: app)
    _ = try await world.subscribe(to: nil, with: app)
    var phone = world.mine
    phone.informed = .all
    _ = try await phone.addTasks([draft("Milk")], to: list, submission: .fresh())
    _ = try await phone.makeCollection("garden", ListName(stored: "Garden"), [])
    #expect(try await world.store.duePushes(of: world.account) == [])
    _ = try await world.mine.addTasks([draft("Oats")], to: list, submission: .fresh())
    _ = try await phone.addTasks([draft("Salt")], to: list, submission: .fresh())
    #expect(try await world.store.duePushes(of: world.account).map(\.list) == [list])
    let other = try #require(try await world.store.duePushes(of: world.account).first).id
    phone.informed = .some([PushSubscriptionID(999)])
    _ = try await phone.addTasks([draft("Rice")], to: list, submission: .fresh())
    #expect(try await world.store.duePushes(of: world.account).map(\.id) == [other])
  }

  @Test func `a program subscribes with an app password that works, to a list that it reads`() async throws {
    let ben = try await world.register("Ben")
    await #expect(throws: StoreError.notFound) { _ = try await ben.subscribe(to: nil, with: app) }
    await #expect(throws: StoreError.notFound) { _ = try await world.subscribe(to: ben.list(), with: app) }
    try await world.mine.endSecret(of: app)
    await #expect(throws: StoreError.notFound) { _ = try await world.subscribe(to: list, with: app) }
    #expect(try await world.store.accountsToPush().isEmpty, "nothing stays of what was refused")
  }
}
