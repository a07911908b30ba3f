import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp

struct WriteRateLimiterTests {
  private let ann = AccountID(1)
  private let ben = AccountID(2)

  @Test func `each account has its own number of forms a minute`() {
    let clock = ManualClock()
    let rate = WriteRateLimiter(perMinute: 60, clock: clock)
    for _ in 0..<60 { #expect(rate.admit(ann) == nil) }
    #expect(rate.admit(ann) == .seconds(1))
    #expect(rate.admit(ben) == nil)
    clock.advance(by: .milliseconds(500))
    #expect(rate.admit(ann) == .milliseconds(500))
    clock.advance(by: .milliseconds(500))
    #expect(rate.admit(ann) == nil)
    #expect(rate.admit(ann) != nil)
    clock.advance(by: .seconds(600))
    for _ in 0..<60 { #expect(rate.admit(ann) == nil) }
    #expect(rate.admit(ann) != nil, "waiting longer than a minute saves nothing up")
  }

  @Test func `without a limit nothing is counted, and an idle account is forgotten after a minute`() {
    let clock = ManualClock()
    let free = WriteRateLimiter(perMinute: nil, clock: clock)
    for _ in 0..<10_000 { #expect(free.admit(ann) == nil) }
    #expect(free.count == 0)
    let rate = WriteRateLimiter(perMinute: 60, clock: clock)
    for number in 0..<1_500 {
      #expect(rate.admit(AccountID(Int64(number))) == nil)
      clock.advance(by: .seconds(1))
    }
    #expect(rate.count <= 1_001)
  }
}
