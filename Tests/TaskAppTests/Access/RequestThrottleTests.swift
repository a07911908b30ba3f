import Tasks
import Testing

@testable import TaskApp

struct RequestThrottleTests {
  private let ann = RequestThrottle.Client.account(AccountID(1))
  private let ben = RequestThrottle.Client.account(AccountID(2))
  private var throttle = RequestThrottle(share: 0.1)

  /// Makes requests of a client one after the other, each of the given duration, until one has to wait.
  private mutating func requests(of client: RequestThrottle.Client, each: Duration, from start: Duration) -> (
    Int, Duration
  ) {
    var (now, count) = (start, 0)
    while count < 10_000 {
      let delay = throttle.begin(client, at: now).delay
      if delay > .zero { return (count, delay) }
      now += each
      throttle.end(client, after: each, at: now)
      count += 1
    }
    return (count, .zero)
  }

  @Test mutating func `a client that uses the server alone is never delayed`() {
    #expect(requests(of: ann, each: .milliseconds(10), from: .zero) == (10_000, .zero))
  }

  @Test mutating func `beside others, a client takes a quarter of a second at once, then its share`() {
    _ = throttle.begin(ben, at: .zero)
    let (count, delay) = requests(of: ann, each: .milliseconds(10), from: .zero)
    // A tenth of the time leaks meanwhile.
    #expect((26...29).contains(count))
    #expect(delay > .zero && delay <= .milliseconds(100), "a request of 10 ms at a tenth of the processor")
  }

  @Test mutating func `waiting requests add up, so more connections give no larger share`() {
    _ = throttle.begin(ben, at: .zero)
    var (now, delays) = (Duration.zero, [Duration]())
    for _ in 0..<200 {
      now += .milliseconds(10)
      guard throttle.begin(ann, at: now).delay == .zero else { break }
      throttle.end(ann, after: .milliseconds(10), at: now)
    }
    for _ in 0..<5 { delays.append(throttle.begin(ann, at: now).delay) }
    #expect(
      zip(delays, delays.dropFirst()).allSatisfy { $1 - $0 > .milliseconds(90) }, "10 ms at a tenth of the processor")
  }

  @Test mutating func `the delay of the past ends after a second, whatever was taken`() {
    for number in 1...1_000 {
      let now = Duration.milliseconds(number * 20)
      _ = throttle.begin(ann, at: now)
      throttle.end(ann, after: .seconds(3), at: now)
    }
    _ = throttle.begin(ben, at: .seconds(20))
    #expect(throttle.begin(ann, at: .seconds(20)).delay == RequestThrottle.longestDebt)
    throttle.refuse(ann)
    #expect(throttle.begin(ann, at: .seconds(21)).delay == .zero)
  }

  @Test mutating func `an account does not wait for its own sign-in, and a network waits for accounts`() {
    let network = RequestThrottle.Client.network(nil)
    _ = throttle.begin(network, at: .zero)
    #expect(requests(of: ann, each: .milliseconds(1), from: .zero).0 == 10_000)
    #expect(requests(of: network, each: .milliseconds(1), from: .seconds(10)).0 < 1_000)
  }

  @Test mutating func `a client whose last request is long ago does not count as another one`() {
    _ = throttle.begin(ben, at: .zero)
    let later = RequestThrottle.presence
    #expect(requests(of: ann, each: .milliseconds(1), from: later).0 == 10_000)
  }

  @Test mutating func `slow requests are charged up to a limit, so a slow disk delays no one who waits for it`() {
    for number in 0..<600 {
      let now = Duration.seconds(number)
      for client in [ann, ben] {
        #expect(throttle.begin(client, at: now) == .init())
        throttle.end(client, after: .seconds(2), at: now)
      }
    }
  }

  @Test mutating func `beside others, the third request at once gives way, and so does one that was delayed`() {
    #expect(throttle.begin(ann, at: .zero) == .init())
    let alone = (0..<5).map { _ in throttle.begin(ann, at: .zero).givesWay }
    #expect(alone == [false, false, false, false, false])
    for _ in 0..<6 { throttle.refuse(ann) }
    _ = throttle.begin(ben, at: .zero)
    #expect((0..<4).map { _ in throttle.begin(ann, at: .zero).givesWay } == [false, false, true, true])
    for _ in 0..<4 { throttle.end(ann, after: .milliseconds(20), at: .zero) }
    #expect(requests(of: ann, each: .milliseconds(20), from: .zero).1 > .zero)
    #expect(throttle.begin(ann, at: .milliseconds(210)).givesWay)
  }

  @Test mutating func `idle clients are evicted, those with a request in progress are not`() {
    _ = throttle.begin(ann, at: .zero)
    for number in 0..<5_000 {
      let client = RequestThrottle.Client.account(AccountID(Int64(number + 10)))
      _ = throttle.begin(client, at: .seconds(number))
      throttle.end(client, after: .milliseconds(5), at: .seconds(number))
    }
    #expect(throttle.count <= 1_001)
    for _ in 0..<2_000 { _ = throttle.begin(ben, at: .seconds(5_000)) }
    #expect(throttle.begin(ann, at: .seconds(5_000)).delay == .zero)
  }
}
