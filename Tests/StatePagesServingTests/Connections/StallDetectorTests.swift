import NIOCore
import Testing

@testable import StatePagesServing

struct StallDetectorTests {
  @Test func `a client that reads nothing for 30 s has stalled, however little is left`() {
    var watch = StallDetector(.seconds(30))
    var now = second(0)
    for _ in 1...6 {
      let verdict = watch.look(taken: 1000, pending: 1, at: now)
      #expect(verdict == .waiting(until: now + .seconds(5)))
      now = now + .seconds(5)
    }
    #expect(watch.look(taken: 1000, pending: 1, at: now) == .stalled)
  }

  @Test func `a client that reads a byte now and then has not stalled`() {
    var watch = StallDetector(.seconds(30))
    for time in stride(from: 0, through: 10_000, by: 29) {
      #expect(watch.look(taken: time, pending: 1000, at: second(time)) == .waiting(until: second(time + 5)))
    }
  }

  @Test func `a client that has read everything cannot stall, and the next response starts anew`() {
    var watch = StallDetector(.seconds(30))
    #expect(watch.look(taken: 0, pending: 10, at: second(0)) == .waiting(until: second(5)))
    #expect(watch.look(taken: 10, pending: 0, at: second(5)) == .settled)
    #expect(watch.look(taken: 10, pending: 5, at: second(100)) == .waiting(until: second(105)))
  }

  private func second(_ number: Int) -> NIODeadline { .uptimeNanoseconds(0) + .seconds(Int64(number)) }
}
