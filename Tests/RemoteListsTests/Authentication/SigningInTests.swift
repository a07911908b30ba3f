import Foundation
import NIOSSL
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
        try await connection.send(
          isIn ? response() : response("401 Who", ["WWW-Authenticate: Basic realm=\"x\""], ""))
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
