import NIOCore
import Testing

@testable import StatePagesServing

struct BodyClockTests {
  private let limits = ConnectionLimits()  // 15 s for a body

  @Test func `a body may take 15 s, counted while the handler reads it`() {
    var clock = BodyClock(limits)
    #expect(clock.due == nil)
    clock.asked(at: second(20))
    #expect(clock.due == second(35))
    clock.gotWhatWasAsked(at: second(30))
    #expect(clock.due == nil)
    clock.asked(at: second(90))
    #expect(clock.due == second(95), "5 s are left")
  }

  @Test func `a body may take longer as long as its client keeps sending`() {
    var clock = BodyClock(limits)
    for time in 0..<100 {
      clock.asked(at: second(time))
      clock.came(limits.bodyRate)
      clock.gotWhatWasAsked(at: second(time + 1))
    }
    clock.asked(at: second(100))
    #expect(clock.due == second(115), "nothing is earned in advance")
  }

  @Test func `a client that sends a body slower than the rate runs out of time`() {
    var clock = BodyClock(limits)
    for time in 0..<20 {
      clock.asked(at: second(time))
      clock.came(limits.bodyRate / 4)
      clock.gotWhatWasAsked(at: second(time + 1))
    }
    clock.asked(at: second(20))
    #expect(clock.due == second(20), "three quarters of each second are lost")
  }

  private func second(_ number: Int) -> NIODeadline { .uptimeNanoseconds(0) + .seconds(Int64(number)) }
}
