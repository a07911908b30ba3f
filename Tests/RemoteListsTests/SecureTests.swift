import NIOSSL
import Tasks
import Testing

@testable import RemoteLists

extension NetworkTests {
  struct SecureTests {
    private let behave: BadServer.Behaviour = { try await $0.send(response()) }

    @Test func `a certificate that is vouched for is taken, also for an address`() async throws {
      let trusting = try trusting()
      try await BadServer.run(tls: try TestCertificate.context(), behave) { server in
        let lists = RemoteLists(trusting, resolver: KnownHosts())
        #expect(try await lists.answer("https://list.example:\(server.port)/").text == list)
        #expect(try await lists.answer("https://127.0.0.1:\(server.port)/").text == list)
        try await eventually { server.open == 0 }
      }
    }

    @Test func `one that nobody vouches for is not, nor one of another host`() async throws {
      let trusting = try trusting()
      try await BadServer.run(tls: try TestCertificate.context(), behave) { server in
        let hosts = KnownHosts(["list.example": ["127.0.0.1"], "other.example": ["127.0.0.1"]])
        let failed = FetchOutcome.failed(.certificate, notBefore: nil)
        #expect(try await RemoteLists(quick(), resolver: hosts).fetch("https://list.example:\(server.port)/") == failed)
        #expect(
          try await RemoteLists(trusting, resolver: hosts).fetch("https://other.example:\(server.port)/") == failed)
        #expect(server.requests == [])
        try await eventually { server.open == 0 }
      }
    }

    private func trusting() throws -> FetchSettings {
      let certificate = try TestCertificate.certificate()
      return quick { $0.trustRoots = .certificates([certificate]) }
    }
  }
}
