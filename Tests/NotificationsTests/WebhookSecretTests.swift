import Foundation
import Tasks
import Testing

@testable import Notifications

struct WebhookSecretTests {
  /// The example of the specification's authors, in the tests of their libraries.
  @Test func `the signature is as Standard Webhooks has it`() throws {
    let secret = try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
    let body = Array("{\"test\": 2432232314}".utf8)
    #expect(
      secret.signature(id: "msg_p5jXN8AQM9LWM0D4loKWxJek", seconds: 1_614_265_330, body: body)
        == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  }

  @Test func `a new key is another each time, and can be read again`() throws {
    let secret = WebhookSecret.random()
    #expect(secret != .random())
    #expect(WebhookSecret(secret.text) == secret)
    #expect("\(secret)" == "whsec_…")
    var dumped = ""
    dump(secret, to: &dumped)
    #expect(!dumped.contains(secret.text.dropFirst(6)))
  }

  @Test(arguments: ["", "whsec_", "whsec_AAAA", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_###"])
  func `other text is no key`(text: String) { #expect(WebhookSecret(text) == nil) }

  @Test(arguments: ["", "a b", "a/b", "täsks", "a\r\nb", String(repeating: "x", count: 65)])
  func `a topic has a name of letters, digits, hyphens and underscores`(topic: String) throws {
    let server = try SourceAddress(validating: "https://ntfy.example")
    #expect(throws: NtfyTopic.Problem.topic) { try NtfyTopic(server: server, topic: topic) }
    #expect(throws: NtfyTopic.Problem.token) { try NtfyTopic(server: server, topic: "x", token: "a\r\nX-Y: z") }
  }
}
