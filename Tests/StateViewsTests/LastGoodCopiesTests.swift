import StatePagesTesting
import StateViews
import Synchronization
import Testing

struct LastGoodCopiesTests {
  private let clock = ManualClock()
  private let begun = Tally()

  private func copies(limit: Int = 10) -> LastGoodCopies<String, Int> {
    LastGoodCopies(freshFor: .seconds(30), pauseAfterFailure: .seconds(10), limit: limit, clock: clock)
  }

  /// Loads a key as a region does, and counts the loads of the source.
  private func load(
    _ key: String, from copies: LastGoodCopies<String, Int>, _ end: Result<Loaded<Int>, Interruption>
  ) async -> (older: Int?, age: Duration?, end: Result<Loaded<Int>, Interruption>) {
    let source = Loader<Int> { [begun] _ throws(Interruption) in
      begun.increment()
      return try end.get()
    }
    let copy = copies.copy(of: key, source)
    do throws(Interruption) {
      return (copy.older, copy.age, .success(try await copy.content.load { _ in }))
    } catch {
      return (copy.older, copy.age, .failure(error))
    }
  }

  @Test func `a copy is shown alone while it is fresh, and refreshed when it is older`() async {
    let copies = copies()
    #expect(await load("a", from: copies, .success(.content(1))) == (nil, nil, .success(.content(1))))
    clock.advance(by: .seconds(29))
    #expect(await load("a", from: copies, .success(.content(2))) == (nil, .seconds(29), .success(.content(1))))
    clock.advance(by: .seconds(1))
    #expect(await load("a", from: copies, .success(.content(3))) == (1, .seconds(30), .success(.content(3))))
    #expect(begun.count == 2)
  }

  @Test func `a failure leaves the copy, and the source alone for a while`() async {
    let copies = copies()
    let failure = Interruption.failed(Failure(.sourceFailed))
    _ = await load("a", from: copies, .success(.content(1)))
    clock.advance(by: .seconds(30))
    for _ in 0..<2 { #expect(await load("a", from: copies, .failure(failure)) == (1, .seconds(30), .failure(failure))) }
    #expect(begun.count == 2)
    clock.advance(by: .seconds(10))
    #expect(await load("a", from: copies, .success(.content(2))) == (1, .seconds(40), .success(.content(2))))
  }

  @Test func `a wanted refresh loads at once, and a reader who leaves is no failure`() async {
    let copies = copies()
    _ = await load("a", from: copies, .success(.content(1)))
    copies.refresh("a")
    #expect(await load("a", from: copies, .failure(.cancelled)) == (1, .zero, .failure(.cancelled)))
    #expect(await load("a", from: copies, .success(.empty("none"))) == (1, .zero, .success(.empty("none"))))
    #expect(await load("a", from: copies, .success(.content(2))) == (nil, .zero, .success(.empty("none"))))
  }

  @Test func `the oldest result is dropped beyond the limit`() async {
    let copies = copies(limit: 2)
    for (key, number) in [("a", 1), ("b", 2), ("c", 3)] {
      _ = await load(key, from: copies, .success(.content(number)))
      clock.advance(by: .seconds(1))
    }
    #expect(await load("b", from: copies, .success(.content(9))).end == .success(.content(2)))
    #expect(await load("a", from: copies, .success(.content(9))).end == .success(.content(9)))
  }
}
