import Testing

@testable import ThreadPriorities

@Suite struct IdlePolicyTests {
  @Test func `a thread that gets enough time uses idle processors only`() {
    var policy = IdlePolicy()
    for _ in 0..<100 { policy.note(.milliseconds(25)) }
    #expect(policy.isIdle)
  }

  @Test func `a thread that gets too little time has its usual policy for some intervals`() {
    var policy = IdlePolicy()
    policy.note(.milliseconds(24))
    for _ in 0..<IdlePolicy.respite {
      #expect(!policy.isIdle)
      policy.note(.zero)
    }
    #expect(policy.isIdle)
  }
}
