import HTTPTypes
import Testing

@testable import StatePages

struct SecurityHeadersTests {
  @Test(arguments: [
    (false, ["frame-ancestors 'none'"]), (true, ["frame-src 'self'", "frame-ancestors 'self'"]),
  ])
  func `the policy allows no script, and only own frames if any`(framesOwnPages: Bool, frames: [String]) throws {
    let fields = SecurityHeaders(framesOwnPages: framesOwnPages).fields
    let policy = try #require(fields[.named("Content-Security-Policy")])
    let parts = policy.split(separator: "; ").map(String.init)
    #expect(parts.filter { $0.hasPrefix("frame") } == frames)
    #expect(Set(parts).isSuperset(of: ["default-src 'none'", "base-uri 'none'", "form-action 'self'"]))
    #expect(!policy.contains("script") && !policy.contains("unsafe") && !policy.contains("*"))
  }
}
