import HTTPTypes
import NIOCore
import Testing

@testable import StatePagesServing

struct RequestClockTests {
  private let limits = ConnectionLimits()  // 10 s for a head, 15 s for a body, 60 s between

  @Test func `the first request may take 10 s from the time the connection is accepted`() {
    var clock = RequestClock(limits, accepted: second(0))
    #expect(clock.due?.at == second(10))
    #expect(clock.due?.1 == .silence)
    clock.bytesCame(at: second(4))
    #expect(clock.due?.at == second(10))
    #expect(clock.due?.1 == .refused(.requestTimeout))
  }

  @Test func `further bytes do not extend the time limit`() {
    var clock = RequestClock(limits, accepted: second(0))
    for time in 1...9 { clock.bytesCame(at: second(time)) }
    #expect(clock.due?.at == second(10))
  }

  @Test func `no limit runs while a request is answered, and a minute later the connection is idle`() {
    var clock = answering(since: second(1))
    #expect(clock.due == nil)
    clock.sentEnd(at: second(100))
    #expect(clock.due?.at == second(160))
    #expect(clock.due?.1 == .silence)
  }

  @Test func `another request may take 10 s from its first byte`() {
    var clock = answering(since: second(1))
    clock.sentEnd(at: second(2))
    clock.bytesCame(at: second(50))
    #expect(clock.due?.at == second(60))
    #expect(clock.due?.1 == .refused(.requestTimeout))
  }

  @Test func `a request that began during a response may take 10 s from the end of that`() {
    var clock = answering(since: second(1))
    clock.bytesCame(at: second(2))
    #expect(clock.due == nil)
    clock.sentEnd(at: second(30))
    #expect(clock.due?.at == second(40))
  }

  @Test func `a body may take 15 s, counted while the handler reads it`() {
    var clock = RequestClock(limits, accepted: second(0))
    clock.asked(at: second(0))
    clock.bytesCame(at: second(1))
    clock.headCame(at: second(1))
    clock.gotWhatWasAsked(at: second(1))
    #expect(clock.due == nil, "nobody asks")
    clock.asked(at: second(20))
    #expect(clock.due?.at == second(35))
    clock.gotWhatWasAsked(at: second(30))
    #expect(clock.due == nil)
    clock.asked(at: second(90))
    #expect(clock.due?.at == second(95), "5 s are left")
    #expect(clock.due?.1 == .refused(.requestTimeout))
  }

  @Test func `a body may take longer as long as its client keeps sending`() {
    var clock = RequestClock(limits, accepted: second(0))
    clock.headCame(at: second(0))
    for time in 0..<100 {
      clock.asked(at: second(time))
      clock.bodyCame(limits.bodyRate)
      clock.gotWhatWasAsked(at: second(time + 1))
    }
    clock.asked(at: second(100))
    #expect(clock.due?.at == second(115), "nothing is earned in advance")
    clock.bodyCame(limits.bodyRate * 100)
    clock.gotWhatWasAsked(at: second(110))
    clock.asked(at: second(110))
    #expect(clock.due?.at == second(125))
  }

  @Test func `a client that sends a body slower than the rate runs out of time`() {
    var clock = RequestClock(limits, accepted: second(0))
    clock.headCame(at: second(0))
    for time in 0..<20 {
      clock.asked(at: second(time))
      clock.bodyCame(limits.bodyRate / 4)
      clock.gotWhatWasAsked(at: second(time + 1))
    }
    clock.asked(at: second(20))
    #expect(clock.due?.at == second(20), "three quarters of each second are lost")
  }

  @Test func `a body that is received after its response is limited as well`() {
    var clock = RequestClock(limits, accepted: second(0))
    clock.headCame(at: second(1))
    clock.sentEnd(at: second(2))
    clock.asked(at: second(3))
    #expect(clock.due?.at == second(18))
    clock.endCame()
    #expect(clock.due?.at == second(62))
  }

  private func second(_ number: Int) -> NIODeadline { .uptimeNanoseconds(0) + .seconds(Int64(number)) }

  private func answering(since time: NIODeadline) -> RequestClock {
    var clock = RequestClock(limits, accepted: second(0))
    clock.bytesCame(at: time)
    clock.headCame(at: time)
    clock.endCame()
    return clock
  }
}
