import Tasks
import Testing

@testable import TaskStore

struct WriteThrottleTests {
  private let ann = AccountID(1)
  private let ben = AccountID(2)
  private static let allowance = Duration.milliseconds(200)
  private var shares = WriteThrottle(allowance: Self.allowance)

  @Test mutating func `an account that writes alone is never held back`() {
    shares.add(.seconds(5), to: ann, at: .zero)
    #expect(shares.delay(of: ann, at: .zero) == .zero)
    shares.add(.milliseconds(1), to: ben, at: .milliseconds(1))
    #expect(shares.delay(of: ann, at: .milliseconds(1) + WriteThrottle.presence) == .zero)
  }

  @Test mutating func `writes within the allowance are not held back`() {
    shares.add(.milliseconds(1), to: ben, at: .zero)
    shares.add(Self.allowance, to: ann, at: .zero)
    #expect(shares.delay(of: ann, at: .zero) == .zero)
    #expect(shares.delay(of: ben, at: .zero) == .zero)
  }

  @Test mutating func `time beyond the allowance is delayed four hundredfold`() {
    shares.add(.milliseconds(1), to: ben, at: .zero)
    shares.add(Self.allowance + .milliseconds(5), to: ann, at: .zero)
    #expect(shares.delay(of: ann, at: .zero) == .seconds(2))
    shares.add(.milliseconds(1), to: ben, at: .milliseconds(800))
    #expect(shares.delay(of: ann, at: .milliseconds(800)) == .milliseconds(1_200))
    shares.add(.milliseconds(1), to: ben, at: .seconds(2))
    #expect(shares.delay(of: ann, at: .seconds(2)) == .zero)
  }

  @Test mutating func `the delay is limited`() {
    shares.add(.milliseconds(1), to: ben, at: .zero)
    for _ in 1...100 { shares.add(.milliseconds(100), to: ann, at: .zero) }
    #expect(shares.delay(of: ann, at: .zero) == WriteThrottle.longestDelay)
  }

  @Test mutating func `delayed writes of one account follow one another`() throws {
    shares.add(.milliseconds(1), to: ben, at: .zero)
    shares.add(Self.allowance + .milliseconds(5), to: ann, at: .zero)
    #expect(try shares.hold(ann, at: .zero) == .seconds(2))
    #expect(try shares.hold(ann, at: .zero) == .seconds(4))
    shares.release(ann)
    shares.release(ann)
    #expect(try shares.hold(ann, at: .zero) == .seconds(2))
    #expect(try shares.hold(ben, at: .zero) == .zero)
  }

  @Test mutating func `after the longest delay nothing is left of a transaction, however long it was`() {
    shares.add(.seconds(60), to: ann, at: .zero)
    shares.add(.milliseconds(1), to: ben, at: .zero)
    #expect(shares.delay(of: ann, at: .zero) == WriteThrottle.longestDelay)
    shares.add(.milliseconds(1), to: ben, at: WriteThrottle.longestDelay)
    #expect(shares.delay(of: ann, at: WriteThrottle.longestDelay) == .zero)
  }

  @Test mutating func `a few writes of an account are delayed at once, and one more fails`() throws {
    shares.add(.milliseconds(1), to: ben, at: .zero)
    shares.add(.seconds(1), to: ann, at: .zero)
    for number in 1...WriteThrottle.mostHeld {
      #expect(try shares.hold(ann, at: .zero) == WriteThrottle.longestDelay * number)
    }
    #expect(throws: StoreError.unavailable(.busy, .writing)) { try shares.hold(ann, at: .zero) }
    #expect(try shares.hold(ben, at: .zero) == .zero)
    shares.release(ann)
    #expect(try shares.hold(ann, at: .zero) == WriteThrottle.longestDelay * WriteThrottle.mostHeld)
  }

  @Test mutating func `accounts that have used nothing for long are forgotten`() {
    for number in 1...1_000 { shares.add(.milliseconds(1), to: AccountID(Int64(number)), at: .zero) }
    shares.add(.milliseconds(1), to: ann, at: .seconds(60))
    #expect(shares.count == 1)
  }
}
