import Foundation
import Testing

@testable import TaskApp

struct SessionTokenTests {
  @Test func `a token is parsed as it was formatted, and all tokens differ`() throws {
    var seen: Set<String> = []
    for _ in 0..<1000 {
      let token = SessionToken()
      #expect(token.text.utf8.count == 43)
      #expect(token.text.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil)
      let read = try #require(SessionToken(token.text))
      #expect(read.digest == token.digest)
      #expect(seen.insert(token.text).inserted)
    }
  }

  @Test func `the digest is the SHA-256 of the 32 bytes`() throws {
    let token = try #require(SessionToken(String(repeating: "A", count: 43)))
    #expect(
      token.digest.map { String($0, radix: 16) }.joined()
        == "66687aadf862bd776c8fc18b8e9f8e2089714856ee233b3902a591dd5f2925")
  }

  @Test(arguments: [
    "", "A", String(repeating: "A", count: 42), String(repeating: "A", count: 44),
    String(repeating: "A", count: 42) + "B",
    String(repeating: "A", count: 42) + "=", String(repeating: "A", count: 42) + "+",
    String(repeating: "A", count: 42) + "/",
    String(repeating: "A", count: 42) + " ", "\"" + String(repeating: "A", count: 41) + "\"",
    String(repeating: "A", count: 41) + "é", String(repeating: "A", count: 42) + "\n",
  ])
  func `other text is not a token, nor is another spelling of one`(text: String) {
    #expect(SessionToken(text) == nil)
  }

  @Test func `a token is never printed`() {
    let token = SessionToken()
    for text in ["\(token)", String(describing: token), String(reflecting: token), "\([token])", "\((1, token))"] {
      #expect(!text.contains(token.text))
    }
    var dumped = ""
    dump(token, to: &dumped)
    #expect(!dumped.contains("bytes"))
  }
}
