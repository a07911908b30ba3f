import Foundation
import NIOSSL
import ServerSupport
import TaskFormats
import Tasks
import Testing

@testable import RemoteLists

extension NetworkTests {
  /// A list that requires a name and a password.
  struct SigningInTests {
    private func fetched(_ server: BadServer, _ login: String = "Anna:s3cret@") async throws -> FetchOutcome {
      try await RemoteLists(quick(), resolver: KnownHosts()).fetch("http://\(login)list.example:\(server.port)/a?b=c")
    }

    private func expect(_ failure: SourceFailure, of server: BadServer, _ login: String = "Anna:s3cret@") async throws {
      #expect(try await fetched(server, login) == .failed(failure, notBefore: nil))
    }

    private func offering(_ fields: String...) -> BadServer.Behaviour {
      { try await $0.send(response("401 Who", fields.map { "WWW-Authenticate: \($0)" }, "")) }
    }

    @Test(arguments: [
      "algorithm=MD5, qop=\"auth\"", "algorithm=SHA-256, qop=\"auth,auth-int\"", "algorithm=MD5-sess, qop=auth",
      "algorithm=SHA-256-sess, qop=auth", "qop=\"auth\", opaque=\"\"", "opaque=o", "qop=auth, userhash=true",
    ]) func `a Digest challenge is answered, and the password is never sent`(_ parameters: String) async throws {
      try await BadServer.run(DigestServer(parameters).behave) { server in
        guard case .fetched = try await fetched(server) else { throw try await fetched(server).unexpected }
        #expect(server.requests.map { $0.contains("\r\nAuthorization: Digest ") } == [false, true])
        #expect(server.requests.allSatisfy { !$0.contains("s3cret") && !$0.contains("Basic") })
        try await expect(.wrongPassword, of: server, "Anna:other@")
        try await expect(.signInNeeded, of: server, "")
      }
    }

    @Test func `a stale nonce is not reported as a wrong password`() async throws {
      let late = response("401 Late", [DigestServer("qop=auth, stale=true", nonce: "two").field], "")
      try await BadServer.run { connection in
        switch connection.request {
        case let request where request.contains("nonce=\"one\""): try await connection.send(late)
        case let request where request.contains("nonce=\"two\""):
          try await DigestServer("qop=auth", nonce: "two").behave(connection)
        case _: try await DigestServer("qop=auth", nonce: "one").behave(connection)
        }
      } _: { server in
        guard case .fetched = try await fetched(server) else { throw try await fetched(server).unexpected }
        #expect(server.requests.count == 3)
      }
    }

    @Test func `over plain HTTP Basic is sent only after its challenge, and Digest is preferred`() async throws {
      let expected = "Authorization: Basic \(Data("Anna:s3cret".utf8).base64EncodedString())"
      let basic: BadServer.Behaviour = { connection in
        let isIn = connection.request.contains(expected)
        try await connection.send(isIn ? response() : response("401 Who", ["WWW-Authenticate: Basic realm=\"x\""], ""))
      }
      try await BadServer.run(basic) { server in
        guard case .fetched = try await fetched(server) else { throw try await fetched(server).unexpected }
        #expect(server.requests.map { $0.contains(expected) } == [false, true])
        try await expect(.wrongPassword, of: server, "Anna:other@")
      }
      try await BadServer.run(offering("Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"y\", qop=auth")) { server in
        try await expect(.wrongPassword, of: server)
        #expect(server.requests.allSatisfy { !$0.contains("Basic") })
      }
    }

    @Test func `an unsupported authentication scheme is reported by its name`() async throws {
      try await BadServer.run(offering("Negotiate", "NTLM")) { server in
        try await expect(.signInUnknown("Negotiate"), of: server)
        try await expect(.signInNeeded, of: server, "")
      }
      try await BadServer.run(offering("Digest realm=\"x\", nonce=\"y\", algorithm=SHA-512-256")) { server in
        try await expect(.signInUnknown("Digest"), of: server)
      }
    }

    @Test func `over TLS Basic is sent at once, and Digest replaces it if challenged`() async throws {
      let certificate = try TestCertificate.certificate()
      let settings = quick { $0.trustRoots = .certificates([certificate]) }
      let lists = RemoteLists(settings, resolver: KnownHosts())
      try await BadServer.run(tls: try TestCertificate.context(), { try await $0.send(response()) }) { server in
        _ = try await lists.fetch("https://Anna:s3cret@list.example:\(server.port)/")
        #expect(server.requests.map { $0.contains("Authorization: Basic ") } == [true])
      }
      try await BadServer.run(tls: try TestCertificate.context(), DigestServer("qop=auth").behave) { server in
        let outcome = try await lists.fetch("https://Anna:s3cret@list.example:\(server.port)/")
        guard case .fetched = outcome else { throw outcome.unexpected }
        #expect(server.requests.map { $0.contains("Authorization: Digest ") } == [false, true])
      }
    }
  }
}

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
    let challenge = try challenge("Digest realm=\"testrealm@host.com\", nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c093\"")
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
    #expect(Challenge.all(in: fields).map(\.name) == ["Negotiate", "Basic", "NTLM", "Digest", "Bearer"])
    let all = Challenge.all(in: fields)
    #expect(all[1].parameters == ["realm": "a, \"b\" c", "charset": "UTF-8"])
    #expect(all[3].parameters == ["nonce": "x", "realm": "plain", "stale": "TRUE"])
  }
}

/// Serves clients that answer its Digest challenge correctly (RFC 7616).
struct DigestServer: Sendable {
  private let parameters: String
  private let nonce: String

  /// - Parameter parameters: The parameters of the challenge besides realm and nonce.
  init(_ parameters: String, nonce: String = "n0nce") {
    self.parameters = parameters
    self.nonce = nonce
  }

  /// The challenge.
  var field: String { "WWW-Authenticate: Digest realm=\"a \\\"realm\\\"\", nonce=\"\(nonce)\", \(parameters)" }

  @Sendable func behave(_ connection: BadServer.Connection) async throws {
    try await connection.send(letsIn(connection.request) ? response() : response("401 Who", [field], ""))
  }

  /// Whether a request answers the challenge.
  func letsIn(_ request: String) -> Bool {
    let line = request.split(separator: "\r\n").first { $0.hasPrefix("Authorization: ") }
    let given = line.map { Challenge.all(in: [String($0.dropFirst("Authorization: ".count))]) }?.first
    return given.map { $0.scheme == "digest" && isRight($0, request) } ?? false
  }

  private func isRight(_ given: Challenge, _ request: String) -> Bool {
    let line = request.prefix { $0 != "\r\n" }.split(separator: " ").map(String.init)
    guard let offered = Challenge.all(in: [String(field.dropFirst("WWW-Authenticate: ".count))]).first,
      let challenge = DigestChallenge(offered), given.parameters["nonce"] == nonce, line.count == 3
    else { return false }
    let answer = challenge.answer(
      of: Login(user: "Anna", password: "s3cret"), to: line[0], line[1],
      count: Int(given.parameters["nc"] ?? "1", radix: 16) ?? 0, clientNonce: given.parameters["cnonce"] ?? "")
    return Challenge.all(in: [answer]).first?.parameters == given.parameters
  }
}
