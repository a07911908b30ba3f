import Crypto
import Foundation
import StatePages
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp

struct RateLimiterTests {
  private let clock = ManualClock()

  private func key(_ name: String) -> RateLimitKey { .name(SHA256.hash(data: Data(name.utf8))) }

  @Test func `ten tries pass at once, and then one every eighteen seconds`() {
    let limiter = RateLimiter(clock: clock)
    for _ in 0..<10 { #expect(limiter.admit([key("ada")]) == nil) }
    #expect(limiter.admit([key("ada")]) == .seconds(18))
    clock.advance(by: .seconds(17))
    #expect(limiter.admit([key("ada")]) == .seconds(1), "a try that was refused does not count")
    clock.advance(by: .seconds(1))
    #expect(limiter.admit([key("ada")]) == nil)
    #expect(limiter.admit([key("ada")]) == .seconds(18))
    clock.advance(by: .seconds(3_600))
    for _ in 0..<10 { #expect(limiter.admit([key("ada")]) == nil) }
    #expect(limiter.admit([key("ada")]) == .seconds(18), "and never more than ten")
  }

  @Test func `a try that one key refuses is counted for none`() throws {
    let limiter = RateLimiter(clock: clock)
    let house = RateLimitKey.subscriber(try #require(ClientAddress("192.0.2.1")))
    for _ in 0..<10 { #expect(limiter.admit([key("ada"), house]) == nil) }
    for _ in 0..<20 { #expect(limiter.admit([key("bob"), house]) == .seconds(18)) }
    for _ in 0..<10 { #expect(limiter.admit([key("bob")]) == nil) }
  }

  @Test func `success resets a name, and takes one try back for a network`() throws {
    let limiter = RateLimiter(clock: clock)
    let keys = [key("ada"), RateLimitKey.subscriber(try #require(ClientAddress("192.0.2.1")))]
    for _ in 0..<9 { #expect(limiter.admit(keys) == nil) }
    #expect(limiter.admit(keys) == nil)
    limiter.forgive(keys)
    #expect(limiter.admit([keys[1]]) == nil)
    #expect(limiter.admit([keys[1]]) != nil)
    for _ in 0..<10 { #expect(limiter.admit([keys[0]]) == nil) }
    #expect(limiter.admit([keys[0]]) != nil)
  }

  @Test func `success with one account does not allow more tries at another`() throws {
    let limiter = RateLimiter(clock: clock)
    let house = RateLimitKey.subscriber(try #require(ClientAddress("192.0.2.1")))
    var tries = 0
    for number in 0..<100 {
      if limiter.admit([key("victim \(number)"), house]) == nil { tries += 1 }
      if limiter.admit([key("thief"), house]) == nil { limiter.forgive([key("thief"), house]) }
    }
    #expect(tries == 10)
  }

  @Test func `a try that is taken back does not count, and resets nothing`() throws {
    let limiter = RateLimiter(clock: clock)
    for _ in 0..<9 { #expect(limiter.admit([key("ada")]) == nil) }
    for _ in 0..<20 {
      #expect(limiter.admit([key("ada")]) == nil)
      limiter.takeBack([key("ada")])
    }
    #expect(limiter.admit([key("ada")]) == nil)
    #expect(limiter.admit([key("ada")]) != nil)
  }

  @Test func `resetting an unknown key has no effect`() throws {
    let limiter = RateLimiter(clock: clock)
    limiter.forgive([key("ada"), .subscriber(try #require(ClientAddress("::1")))])
    #expect(limiter.count == 0)
  }

  @Test func `addresses of one IPv6 network count as one, those of IPv4 each by itself`() throws {
    let limiter = RateLimiter(clock: clock)
    for number in 0..<10 {
      #expect(limiter.admit([.subscriber(try #require(ClientAddress("2001:db8::\(number)")).subscriber)]) == nil)
      #expect(limiter.admit([.subscriber(try #require(ClientAddress("192.0.2.\(number)")).subscriber)]) == nil)
    }
    #expect(limiter.admit([.subscriber(try #require(ClientAddress("2001:db8::ffff")).subscriber)]) != nil)
    #expect(limiter.admit([.subscriber(try #require(ClientAddress("2001:db8:0:1::1")).subscriber)]) == nil)
    #expect(limiter.admit([.subscriber(try #require(ClientAddress("192.0.2.9")).subscriber)]) == nil)
  }

  @Test func `a million keys take no more memory than some thousand, and a key in use is still counted`() {
    let limiter = RateLimiter(clock: clock)
    var most = 0
    for number in 0..<1_000_000 {
      #expect(limiter.admit([.change(AccountID(Int64(number)))]) == nil)
      if number % 5000 == 0 { #expect((limiter.admit([key("ada")]) == nil) == (number < 50_000)) }
      most = max(most, limiter.count)
    }
    #expect((10_000...20_000).contains(most))
  }

  @Test func `each kind of key has its own limit and interval`() throws {
    let limiter = RateLimiter(clock: clock)
    let network = try #require(ClientAddress("192.0.2.0"))
    for _ in 0..<60 { #expect(limiter.admit([.signIns(network: network)]) == nil) }
    #expect(limiter.admit([.signIns(network: network)]) == .seconds(3))
    for _ in 0..<200 { #expect(limiter.admit([.allSignUps]) == nil) }
    #expect(limiter.admit([.allSignUps]) == .seconds(18))
  }
}
