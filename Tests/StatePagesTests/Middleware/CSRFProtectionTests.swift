import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import StatePages

struct CSRFProtectionTests {
  private static let methods: [HTTPRequest.Method] = [.get, .head, .options, .trace, .post, .put, .patch, .delete]
  private static let sites: [String?] = [
    nil, "same-origin", "same-site", "cross-site", "none", "same-origin, cross-site", "",
  ]
  private static let origins: [String?] = [
    nil, "http://here.example:8080", "https://here.example:8080", "http://here.example",
    "http://elsewhere.example:8080", "null", "",
  ]
  private static let hosts: [String?] = [nil, "here.example:8080"]

  /// The rule, stated independently: safe methods pass; otherwise fetch metadata decide; without them the origin must be the host
  /// of the request; a request without either is refused.
  private static func passes(_ method: HTTPRequest.Method, _ site: String?, _ origin: String?, _ host: String?) -> Bool
  {
    if ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method.rawValue) { return true }
    if let site { return site == "same-origin" }
    return host == "here.example:8080" && origin == "http://here.example:8080"
  }

  @Test func `every combination of method, site, origin and host is accepted or refused by the rule`() async throws {
    var count = 0
    for method in Self.methods {
      for site in Self.sites {
        for origin in Self.origins {
          for host in Self.hosts {
            let passed = try await passes(method, site, origin, host)
            let stated = Self.passes(method, site, origin, host)
            #expect(passed == stated, "\(method) \(site ?? "-") \(origin ?? "-") \(host ?? "-")")
            count += 1
          }
        }
      }
    }
    #expect(count == 8 * 7 * 7 * 2)
  }

  private func passes(
    _ method: HTTPRequest.Method, _ site: String?, _ origin: String?, _ host: String?
  ) async throws -> Bool {
    var headers = HTTPFields()
    headers[.named("Sec-Fetch-Site")] = site
    headers[.origin] = origin
    let request = Request(
      head: HTTPRequest(method: method, scheme: "http", authority: host, path: "/lists", headerFields: headers),
      body: RequestBody(buffer: ByteBuffer()))
    var context = PageRequestContext(
      source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Logger(label: "test")))
    context.client = Client(request.head, peer: nil, proxies: .none)
    do {
      _ = try await CSRFProtection<PageRequestContext>().handle(request, context: context) { _, _ in
        Response(status: .ok)
      }
      return true
    } catch let problem as RequestProblem {
      #expect(problem.status == .forbidden)
      return false
    }
  }

  @Test(arguments: [
    ("https", "https://lists.example", true), ("https", "http://lists.example", false),
    ("http", "http://lists.example", true), ("http", "https://lists.example", false),
    (nil, "http://lists.example", true), (nil, "https://lists.example", false),
  ])
  func `the scheme of the origin is the one that the proxy was requested by`(
    scheme: String?, origin: String, passes: Bool
  ) async throws {
    var headers: HTTPFields = [.origin: origin]
    headers[.named("X-Forwarded-Proto")] = scheme
    let request = Request(
      head: HTTPRequest(
        method: .post, scheme: "http", authority: "lists.example", path: "/lists", headerFields: headers),
      body: RequestBody(buffer: ByteBuffer()))
    var context = PageRequestContext(
      source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Logger(label: "test")))
    context.client = Client(
      request.head, peer: try SocketAddress(ipAddress: "10.0.0.1", port: 80),
      proxies: try TrustedProxies(parsing: "10.0.0.1"))
    let response = try? await CSRFProtection<PageRequestContext>().handle(request, context: context) { _, _ in
      Response(status: .ok)
    }
    #expect((response != nil) == passes)
  }
}
