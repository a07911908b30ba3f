import Foundation
import NIOCore
import NetworkAddresses
import ServerSupport
import TaskFormats
import Tasks
import Testing

@testable import RemoteLists

extension FetchOutcome {
  /// Whether the address was refused, without a time for the next attempt.
  var isBlocked: Bool {
    if case .failed(.blockedAddress, notBefore: nil) = self { true } else { false }
  }
}

extension NetworkTests {
  /// A source's address must not reach into the server's own network.
  struct SafetyTests {
    /// Allows only the test's own server; the default policy holds for all else.
    private func strict(_ change: (inout FetchSettings) -> Void = { _ in }) throws -> FetchSettings {
      let own = try #require(IPAddress("127.0.0.1"))
      return quick { settings in
        settings.allowsPrivate = false
        settings.exempt = [own]
        change(&settings)
      }
    }

    @Test(arguments: [
      ["8.8.8.8", "10.0.0.1"], ["127.0.0.1", "127.0.0.2"], ["127.0.0.1", "fd00::1"], ["127.0.0.1", "::ffff:127.0.0.1"],
    ]) func `a host with one address that is not public is refused, whatever its others are`(_ addresses: [String])
      async throws
    {
      try await BadServer.run({ try await $0.send(response()) }) { server in
        let lists = RemoteLists(try strict(), resolver: KnownHosts(["mixed.example": addresses]))
        let outcome = try await lists.fetch("http://mixed.example:\(server.port)/")
        #expect(outcome.isBlocked)
        #expect(server.connections == 0)
      }
    }

    @Test(arguments: [
      "http://127.0.0.2/", "http://10.0.0.1/", "http://2130706434/", "http://[::1]/", "http://inside.example/",
      "//169.254.169.254/latest/meta-data",
    ]) func `a redirect into the private network is not followed`(_ location: String) async throws {
      try await BadServer.run({ try await $0.send(response("302 Found", ["Location: \(location)"], "")) }) { server in
        let hosts = KnownHosts(["list.example": ["127.0.0.1"], "inside.example": ["192.168.0.7"]])
        let outcome = try await RemoteLists(try strict(), resolver: hosts).fetch("http://list.example:\(server.port)/")
        #expect(outcome.isBlocked)
        #expect(server.connections == 1)
      }
    }

    @Test(arguments: [
      ("http://169.254.169.254/latest", "reserved 169.254.169.254"), ("http://10.0.0.1/", "private 10.0.0.1"),
      ("http://inside.example/", "private inside.example"), ("http://[fe80::1]/", "reserved fe80::1"),
    ]) func `a refused redirect is told with the host that it leads to, and whether private addresses are meant`(
      location: String, detail: String
    ) async throws {
      try await BadServer.run({ try await $0.send(response("302 Found", ["Location: \(location)"], "")) }) { server in
        let hosts = KnownHosts(["list.example": ["127.0.0.1"], "inside.example": ["192.168.0.7"]])
        let outcome = try await RemoteLists(try strict(), resolver: hosts).fetch("http://list.example:\(server.port)/")
        guard case .failed(let failure, _) = outcome else { return #expect(Bool(false)) }
        #expect(failure.stored.code == "blocked-address" && failure.stored.detail == detail)
        #expect(SourceFailure(code: failure.stored.code, detail: failure.stored.detail) == failure)
      }
    }

    @Test func `a port that is not allowed is refused, both at first and in a redirect`() async throws {
      try await BadServer.run({ try await $0.send(response("302 Found", ["Location: http://list.example:22/"], "")) }) {
        server in
        let port = server.port
        let closed = RemoteLists(try strict { $0.ports = [] }, resolver: KnownHosts())
        #expect(try await closed.fetch("http://list.example:\(port)/") == .failed(.blockedPort(port), notBefore: nil))
        #expect(server.connections == 0)
        let open = RemoteLists(try strict { $0.ports = [port] }, resolver: KnownHosts())
        #expect(try await open.fetch("http://list.example:\(port)/") == .failed(.blockedPort(22), notBefore: nil))
      }
    }

    @Test(arguments: ["169.254.169.254", "fe80::1", "::ffff:169.254.169.254"])
    func `a link-local address is refused even if private ones are allowed`(_ address: String) async throws {
      let lists = RemoteLists(quick(), resolver: KnownHosts(["link.example": [address]]))
      #expect(
        try await lists.fetch("http://link.example/")
          == .failed(.blockedAddress(BlockedAddress(.reserved)), notBefore: nil))
    }

    /// Resolves to a public address first, and to a private one from then on.
    private final class Rebinding: AddressResolver {
      private let first = KnownHosts()
      var asked: Int { first.asked.count }

      func addresses(of host: String) async throws(LookupFailure) -> [IPAddress] {
        let found = try await first.addresses(of: host)
        return asked == 1 ? found : [IPAddress(ipv4: 0x7F00_0002)]
      }
    }

    @Test func `a host is resolved once for each hop, and the connection uses that address`() async throws {
      try await BadServer.run({ try await $0.send(response()) }) { server in
        let hosts = Rebinding()
        let lists = RemoteLists(try strict(), resolver: hosts)
        #expect(try await lists.answer("http://list.example:\(server.port)/").text == list)
        #expect(hosts.asked == 1)
        #expect(
          try await lists.answer("http://list.example:\(server.port)/").trouble
            == AttemptFailure(.blockedAddress(BlockedAddress(.private))))
        #expect(server.connections == 1)
      }
    }

    @Test func `a proxy of the environment is not used`() async throws {
      try await BadServer.run({ try await $0.send(response("500 Proxy")) }) { proxy in
        let names = ["http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY"]
        for name in names { setenv(name, "http://127.0.0.1:\(proxy.port)", 1) }
        defer { for name in names { unsetenv(name) } }
        try await BadServer.run({ try await $0.send(response()) }) { server in
          let answer = try await RemoteLists(try strict(), resolver: KnownHosts()).answer(
            "http://list.example:\(server.port)/")
          #expect(answer.text == list)
        }
        #expect(proxy.connections == 0)
      }
    }

    @Test func `credentials are sent to the first origin only`() async throws {
      let elsewhere: BadServer.Behaviour = { connection in
        let first = connection.request.split(separator: "\r\n").first { $0.hasPrefix("GET /?") }
        let port = first.map { $0.drop { $0 != "?" }.dropFirst().prefix { $0 != " " } } ?? ""
        try await connection.send(response("302 Found", ["Location: http://list.example:\(port)/back"], ""))
      }
      try await BadServer.run(elsewhere) { other in
        let port = other.port
        let home: BadServer.Behaviour = { connection in
          if connection.request.hasPrefix("GET /back") { return try await connection.send(response()) }
          let own = connection.channel.localAddress?.port ?? 0
          if !connection.request.contains("Authorization") {
            return try await connection.send(response("401 Who", ["WWW-Authenticate: Basic realm=\"x\""], ""))
          }
          let next = connection.request.hasPrefix("GET /near") ? "http://list.example:\(port)/?\(own)" : "/near"
          try await connection.send(response("307 Over there", ["Location: \(next)"], ""))
        }
        try await BadServer.run(home) { server in
          let url = "http://Anna:s%C3%A9cret%3A@list.example:\(server.port)/"
          let lists = RemoteLists(try strict(), resolver: KnownHosts())
          #expect(try await lists.answer(url).text == list)
          let expected = "Authorization: Basic \(Data("Anna:sécret:".utf8).base64EncodedString())"
          // Over plain HTTP they are sent only after a challenge.
          #expect(server.requests.map { $0.contains(expected) } == [false, true, true, false])
          #expect(server.requests.allSatisfy { !$0.contains("@") })
          #expect(other.requests.map { $0.contains("Authorization") } == [false])
          let address = try SourceAddress(validating: url)
          #expect(!"\(address) \(String(reflecting: address))".contains("cret"))
        }
      }
    }
  }
}
