import Testing

@testable import StatePages

struct RenderThrottleTests {
  private var shares = RenderThrottle()

  @Test mutating func `a reader is frequent after using more than the allowance`() {
    shares.add(RenderThrottle.allowance, to: "Ann", at: .zero)
    #expect(!shares.isFrequent("Ann", at: .zero))
    shares.add(.milliseconds(1), to: "Ann", at: .zero)
    #expect(shares.isFrequent("Ann", at: .zero))
    #expect(!shares.isFrequent("Ben", at: .zero))
  }

  @Test mutating func `a frequent reader is no longer one after seconds of rest, however much was used`() {
    shares.add(.seconds(100), to: "Ann", at: .zero)
    #expect(shares.isFrequent("Ann", at: .seconds(4)))
    #expect(!shares.isFrequent("Ann", at: .seconds(6)))
  }

  @Test mutating func `readers that have used nothing for long are forgotten`() {
    for number in 1...1_000 { shares.add(.milliseconds(1), to: "\(number)", at: .zero) }
    shares.add(.milliseconds(1), to: "Ann", at: .seconds(60))
    #expect(shares.count == 1)
  }
}
