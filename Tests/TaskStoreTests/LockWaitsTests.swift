import Testing

@testable import TaskStore

struct LockWaitsTests {
  private let start = ContinuousClock.now

  private func after(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

  @Test func `only waits that time out are counted`() {
    let waits = LockWaits()
    waits.begin(at: start)
    waits.end(inVain: false, at: after(4))
    #expect(waits.total(at: after(4)) == .zero && waits.count == 0)
    waits.begin(at: after(10))
    waits.end(inVain: true, at: after(15))
    #expect(waits.total(at: after(60)) == .seconds(5) && waits.count == 1)
  }

  @Test func `a write that begins during a wait counts only the rest of it`() {
    let waits = LockWaits()
    waits.begin(at: start)
    let before = waits.total(at: after(4))
    #expect(before == .seconds(4))
    waits.end(inVain: true, at: after(5))
    #expect(waits.total(at: after(5)) - before == .seconds(1))
  }

  @Test func `a wait ends once`() {
    let waits = LockWaits()
    waits.begin(at: start)
    waits.end(inVain: false, at: after(1))
    waits.end(inVain: true, at: after(9))
    #expect(waits.total(at: after(9)) == .zero)
  }
}
