import HTTPTypes
import NIOCore
import TestSupport
import Testing

@testable import StatePages

struct ClientTests {
  private func client(
    _ host: String? = "lists.example", from peer: String? = "10.0.0.1", _ fields: [(String, String)] = []
  ) throws -> Client {
    Client(
      .to(host, fields), peer: try peer.map { try SocketAddress(ipAddress: $0, port: 4711) },
      proxies: try TrustedProxies(parsing: "10.0.0.0/8, ::1, 127.0.0.1"))
  }

  /// 10.x are the trusted proxies.
  @Test(
    arguments: [
      // An untrusted peer's header is ignored.
      ("203.0.113.9", ["198.51.100.1"], "203.0.113.9"), ("203.0.113.9", ["10.0.0.1"], "203.0.113.9"),
      // One proxy.
      ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"), ("10.0.0.1", [], "10.0.0.1"), ("10.0.0.1", [""], "10.0.0.1"),
      ("::ffff:10.0.0.1", ["198.51.100.1"], "198.51.100.1"), ("::1", ["198.51.100.1"], "198.51.100.1"),
      // The client's own header precedes the proxy's entry.
      ("10.0.0.1", ["1.2.3.4, 198.51.100.1"], "198.51.100.1"),
      ("10.0.0.1", ["1.2.3.4", "198.51.100.1"], "198.51.100.1"),
      ("10.0.0.1", ["10.0.0.7, 198.51.100.1"], "198.51.100.1"),
      ("10.0.0.1", ["127.0.0.1, 198.51.100.1"], "198.51.100.1"),
      ("10.0.0.1", ["x, 198.51.100.1"], "198.51.100.1"),
      // Several proxies.
      ("10.0.0.1", ["198.51.100.1, 10.0.0.2"], "198.51.100.1"),
      ("10.0.0.1", ["1.2.3.4, 198.51.100.1, 10.0.0.3, 10.0.0.2"], "198.51.100.1"),
      ("10.0.0.1", ["198.51.100.1", "10.0.0.3,10.0.0.2"], "198.51.100.1"),
      ("10.0.0.1", ["198.51.100.1, 203.0.113.9, 10.0.0.2"], "203.0.113.9"),
      // All are trusted: the first of them is the client.
      ("10.0.0.1", ["10.0.0.9, 10.0.0.2"], "10.0.0.9"),
      // An invalid entry ends the chain.
      ("10.0.0.1", ["198.51.100.1, unknown"], "10.0.0.1"), ("10.0.0.1", ["198.51.100.1, , 10.0.0.2"], "10.0.0.2"),
      ("10.0.0.1", ["198.51.100.1, _hidden, 10.0.0.2"], "10.0.0.2"),
      ("10.0.0.1", ["198.51.100.1 10.0.0.2"], "10.0.0.1"),
      ("10.0.0.1", ["198.51.100.1,"], "10.0.0.1"), ("10.0.0.1", ["\"198.51.100.1\""], "10.0.0.1"),
      // Spellings.
      ("10.0.0.1", ["198.51.100.1:4711"], "198.51.100.1"), ("10.0.0.1", ["2001:DB8::1"], "2001:db8::1"),
      ("10.0.0.1", ["[2001:db8::1]:4711"], "2001:db8::1"), ("10.0.0.1", ["[2001:db8::1]"], "2001:db8::1"),
      ("10.0.0.1", ["::ffff:198.51.100.1"], "198.51.100.1"), ("10.0.0.1", ["\t198.51.100.1  "], "198.51.100.1"),
      ("10.0.0.1", ["1.2.3.4, ::ffff:10.0.0.2"], "1.2.3.4"),
    ] as [(String, [String], String)])
  func `the client is the last address in the chain that is not a trusted proxy`(
    peer: String, forwarded: [String], address: String
  ) throws {
    let client = try client(from: peer, forwarded.map { ("X-Forwarded-For", $0) })
    #expect(client.address == address)
  }

  @Test func `HTTPS and the host are read from a trusted proxy only`() throws {
    let fields = [("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "lists.example:8443")]
    let ours = try client("inner", from: "10.0.0.1", fields)
    #expect((ours.isHTTPS, ours.isSecure, ours.host) == (true, true, "lists.example:8443"))
    for peer in ["203.0.113.9", "2001:db8::1", nil] {
      let stranger = try client("inner", from: peer, fields)
      #expect((stranger.isHTTPS, stranger.isSecure, stranger.host) == (false, false, "inner"))
    }
    let silent = try client("inner")
    #expect((silent.isHTTPS, silent.host) == (false, "inner"))
  }

  @Test(arguments: [
    (["https"], true), (["HTTPS"], true), (["http, https"], true), (["https, http"], false),
    (["https", "http"], false),
    (["http"], false), ([""], false), (["https,"], false), (["httpsx"], false),
  ])
  func `the last proxy's scheme is used`(values: [String], isHTTPS: Bool) throws {
    #expect(try client(values.map { ("X-Forwarded-Proto", $0) }).isHTTPS == isHTTPS)
  }

  private func client(_ fields: [(String, String)]) throws -> Client { try client("lists.example", fields) }

  @Test(
    arguments: [
      ("localhost", true), ("localhost:8080", true), ("LocalHost:8080", true), ("lists.localhost", true),
      ("127.0.0.1:80", true), ("127.9.9.9", true), ("[::1]:8080", true), ("[::1]", true), ("[::ffff:127.0.0.1]", true),
      ("lists.example", false),
      ("localhost.example", false), ("127.0.0.1.example", false), ("notlocalhost", false), ("192.0.2.1", false),
      ("[2001:db8::1]", false), ("[::1", true), ("", false), (nil, false), ("128.0.0.1", false), ("127.1", false),
    ] as [(String?, Bool)])
  func `a browser is local by the host that it requests and the address it has`(
    host: String?, isLoopback: Bool
  ) throws {
    let client = try client(host, from: "127.0.0.1")
    #expect(client.isLoopback == isLoopback)
    #expect(client.isSecure == isLoopback)
    // A remote client can name any host.
    #expect(try !self.client(host, from: "203.0.113.9").isSecure)
  }

  @Test func `behind a proxy the client's address has to be local too, as a proxy may rewrite the host`() throws {
    let far = [("X-Forwarded-For", "198.51.100.1"), ("X-Forwarded-Proto", "http")]
    #expect(try !client("127.0.0.1:8080", far).isSecure)
    #expect(try client("localhost", [("X-Forwarded-For", "127.0.0.1")]).isSecure)
    #expect(try !client("inner", far + [("X-Forwarded-Host", "localhost")]).isSecure)
    #expect(try client("localhost", from: "::1").isSecure)
  }

  @Test func `a request from the address of a trusted proxy is never direct, and unforwarded without its headers`()
    throws
  {
    let own = try client("localhost", from: "127.0.0.1")
    #expect(!own.isDirectLoopback && own.isUnforwardedLoopback)
    let forwarded = try client("localhost", from: "127.0.0.1", [("X-Forwarded-For", "127.0.0.1")])
    #expect(!forwarded.isDirectLoopback && !forwarded.isUnforwardedLoopback)
    let far = try client("localhost", from: "10.0.0.1")
    #expect(!far.isUnforwardedLoopback)
  }

  private func client(_ host: String, _ fields: [(String, String)]) throws -> Client {
    try client(host, from: "10.0.0.1", fields)
  }
}
