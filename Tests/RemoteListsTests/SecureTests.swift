import NIOSSL
import ServerSupport
import Tasks
import Testing

@testable import RemoteLists

extension NetworkTests {
  struct SecureTests {
    private let behave: BadServer.Behaviour = { try await $0.send(response()) }

    @Test func `a trusted certificate is accepted, also for an IP address`() async throws {
      let trusting = try trusting()
      try await BadServer.run(tls: try TestCertificate.context(), behave) { server in
        let lists = RemoteLists(trusting, resolver: KnownHosts())
        #expect(try await lists.answer("https://list.example:\(server.port)/").text == list)
        #expect(try await lists.answer("https://127.0.0.1:\(server.port)/").text == list)
        try await eventually { server.open == 0 }
      }
    }

    @Test func `a self-signed certificate and one of another host are refused, each with its reason`() async throws {
      let trusting = try trusting()
      try await BadServer.run(tls: try TestCertificate.context(), behave) { server in
        let hosts = KnownHosts(["list.example": ["127.0.0.1"], "other.example": ["127.0.0.1"]])
        let (own, other) = ("https://list.example:\(server.port)/", "https://other.example:\(server.port)/")
        let problems = [
          try await RemoteLists(quick(), resolver: hosts).problem(own),
          try await RemoteLists(trusting, resolver: hosts).problem(other),
        ]
        #expect(problems == [.certificate(.selfSigned), .certificate(.otherName)])
        #expect(server.requests == [])
        try await eventually { server.open == 0 }
      }
    }

    @Test(arguments: [
      (TestCertificate.Issued.expired, CertificateProblem.expired), (.early, .notYetValid), (.foreign, .untrusted),
    ])
    func `each problem of a certificate is reported as its own failure`(
      _ issued: TestCertificate.Issued, _ problem: CertificateProblem
    ) async throws {
      let trusting = try trusting()
      try await BadServer.run(tls: try TestCertificate.context(issued), behave) { server in
        let lists = RemoteLists(trusting, resolver: KnownHosts())
        let told = try await lists.problem("https://list.example:\(server.port)/")
        #expect(told == .certificate(problem))
        #expect(server.requests == [])
        try await eventually { server.open == 0 }
      }
    }

    @Test func `a server that supports only old versions of TLS is reported as such`() async throws {
      let trusting = try trusting()
      try await BadServer.run(tls: try TestCertificate.context(newest: .tlsv11), behave) { server in
        let lists = RemoteLists(trusting, resolver: KnownHosts())
        let told = try await lists.problem("https://list.example:\(server.port)/")
        #expect(told == .oldTLS)
        #expect(server.requests == [])
      }
    }

    private func trusting() throws -> FetchSettings {
      let certificate = try TestCertificate.certificate()
      return quick { $0.trustRoots = .certificates([certificate]) }
    }
  }
}
