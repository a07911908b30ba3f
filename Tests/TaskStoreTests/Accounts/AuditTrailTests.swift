import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

final class AuditTrailTests: WorldTests {
  private func origin(_ network: String? = "192.0.2.0/24", _ agent: String = "Firefox") -> AccountEvent.Origin {
    AccountEvent.Origin(network: network, agent: agent)
  }

  private func add(
    _ kind: AccountEvent.Kind, _ origin: AccountEvent.Origin, times: Int = 1, to world: World
  ) async throws {
    try await world.store.addAccountEvents([(world.account, AccountEventEntry(kind, from: origin, times: times))])
  }

  @Test func `refused sign-ins from one network within an hour are one event, whatever the browser`() async throws {
    let ana = try await World().register("Ana")
    for number in 0..<120 {
      try await add(.signInRefused, origin("192.0.2.0/24", "Bot/\(number)"), times: 2, to: ana)
      ana.clock.advance(days: 1.0 / 24 / 60)
    }
    try await add(.signInRefused, origin("2001:db8::/64"), to: ana)
    let events = try await ana.mine.accountEvents(limit: 50).events
    #expect(events.map(\.times) == [1, 120, 120])
    #expect(events.map(\.origin.network) == ["2001:db8::/64", "192.0.2.0/24", "192.0.2.0/24"])
    #expect(events.dropFirst().allSatisfy { $0.last.timeIntervalSince($0.at) < 3600 && $0.last > $0.at + 3_000 })
  }

  @Test func `an attacker from many networks displaces only other refused sign-ins`() async throws {
    let ana = try await World().register("Ana")
    try await add(.passwordChanged, origin(), to: ana)
    for number in 0..<400 { try await add(.signInRefused, origin("10.0.\(number).0/24"), to: ana) }
    let events = try await ana.mine.accountEvents(limit: 1_000).events
    #expect(events.count == Limits.accountEventsOfAKind + 1)
    #expect(events.last?.kind == .passwordChanged)
    #expect(events.first?.origin.network == "10.0.399.0/24")
  }

  @Test func `a removed account has no events, and gets none`() async throws {
    let (ana, ben) = (try await world.register("Ana"), try await world.register("Ben"))
    try await add(.signedIn, origin(), to: ana)
    try await ana.store.removeAccount(ana.account)
    try await add(.signedIn, origin(), to: ana)
    try await add(.signedIn, origin(), to: ben)
    let count = try await world.store.number("SELECT count(*) FROM account_events")
    #expect(count == 1)
  }

  @Test func `a network is known after the account has signed in from it`() async throws {
    let (ana, ben) = (try await world.register("Ana"), try await world.register("Ben"))
    try await add(.signedIn, origin("192.0.2.0/24"), to: ana)
    try await add(.signInRefused, origin("198.51.100.0/24"), to: ana)
    try await add(.signedIn, origin("203.0.113.0/24"), to: ben)
    func knows(_ name: String, _ network: String) async throws -> Bool {
      try await world.store.hasSignedIn(Username(validating: name), from: network)
    }
    #expect(try await knows("ANA", "192.0.2.0/24"))
    #expect(try await !knows("Ana", "198.51.100.0/24"))
    #expect(try await !knows("Ana", "203.0.113.0/24"))
    #expect(try await !knows("Cy", "192.0.2.0/24"))
  }
}
