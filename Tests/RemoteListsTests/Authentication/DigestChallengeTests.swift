import Testing

@testable import RemoteLists

struct DigestChallengeTests {
  private func challenge(_ field: String) throws -> DigestChallenge {
    try #require(Challenge.all(in: [field]).compactMap(DigestChallenge.init).first)
  }

  @Test(arguments: [
    ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
    ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
  ]) func `the examples of RFC 7616 are reproduced`(_ algorithm: String, _ response: String) throws {
    let challenge = try challenge(
      """
      Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=\(algorithm), \
      nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
      """)
    let answer = challenge.answer(
      of: Login(user: "Mufasa", password: "Circle of Life"), to: "GET", "/dir/index.html", count: 1,
      clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ")
    let parts = try #require(Challenge.all(in: [answer]).first).parameters
    #expect(parts["response"] == response)
    #expect(parts["username"] == "Mufasa" && parts["uri"] == "/dir/index.html" && parts["nc"] == "00000001")
    #expect(parts["opaque"] == "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS" && parts["algorithm"] == algorithm)
    #expect(answer.contains("qop=auth, nc=00000001"))
  }

  @Test func `a challenge without qop is answered as in RFC 2069`() throws {
    let challenge = try challenge(
      "Digest realm=\"testrealm@host.com\", nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c093\"")
    let answer = challenge.answer(
      of: Login(user: "Mufasa", password: "CircleOfLife"), to: "GET", "/dir/index.html", count: 1, clientNonce: "x")
    #expect(Challenge.all(in: [answer]).first?.parameters["response"] == "1949323746fe6a43ef61f9606e7febea")
    #expect(!answer.contains("cnonce"))
  }

  @Test(arguments: [
    "Digest realm=\"a\", nonce=\"b\", algorithm=SHA-512-256", "Digest realm=\"a\", nonce=\"b\", qop=\"auth-int\"",
    "Digest realm=\"a\"", "Basic realm=\"a\"", "Digest",
  ]) func `an unsupported challenge is ignored`(_ field: String) {
    #expect(Challenge.all(in: [field]).compactMap(DigestChallenge.init) == [])
  }

  @Test func `several challenges are parsed from one field or from many`() {
    let fields = [
      "Negotiate dGhpcw==, Basic realm=\"a, \\\"b\\\" c\", charset=\"UTF-8\"", "NTLM",
      "Digest nonce = \"x\",realm=plain ,, stale=TRUE", "\"broken", "Bearer",
    ]
    #expect(
      Challenge.all(in: fields).map(\.name) == ["Negotiate", "Basic", "NTLM", "Digest", "Bearer"])
    let all = Challenge.all(in: fields)
    #expect(all[1].parameters == ["realm": "a, \"b\" c", "charset": "UTF-8"])
    #expect(all[3].parameters == ["nonce": "x", "realm": "plain", "stale": "TRUE"])
  }
}
