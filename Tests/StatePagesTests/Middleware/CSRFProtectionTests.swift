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
  private static let referrers: [String?] = [
    nil, "http://here.example:8080/lists/5?did=1", "http://here.example:8080", "http://here.example:8080?a", "/lists",
    "https://here.example:8080/", "http://here.example/", "http://here.example:80801/",
    "http://here.example:8080.elsewhere.example/",
    "http://here.example:8080@elsewhere.example/", "http://elsewhere.example/http://here.example:8080/", "",
  ]
  private static let hosts: [String?] = [nil, "here.example:8080"]

  private enum Outcome { case passes, forbidden, withoutHost }

  /// The rule, stated independently: safe methods pass; otherwise fetch metadata decide; without them the origin, and without that the
  /// referring page, must be of the host of the request; a request without any of them is refused.
  private static func outcome(
    _ method: HTTPRequest.Method, _ site: String?, _ origin: String?, _ referrer: String?, _ host: String?
  ) -> Outcome {
    if ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method.rawValue) { return .passes }
    if let site { return site == "same-origin" ? .passes : .forbidden }
    if origin == nil, referrer == nil { return .forbidden }
    if host == nil { return .withoutHost }
    if let origin { return origin == "http://here.example:8080" ? .passes : .forbidden }
    return referrers[1...3].contains(referrer) ? .passes : .forbidden
  }

  @Test func `every combination of method, site, origin, referrer and host is accepted or refused by the rule`()
    async throws
  {
    var count = 0
    for method in Self.methods {
      for site in Self.sites {
        for origin in Self.origins {
          for referrer in Self.referrers {
            for host in Self.hosts {
              let outcome = try await outcome(method, site, origin, referrer, host)
              let stated = Self.outcome(method, site, origin, referrer, host)
              #expect(
                outcome == stated, "\(method) \(site ?? "-") \(origin ?? "-") \(referrer ?? "-") \(host ?? "-")")
              count += 1
            }
          }
        }
      }
    }
    #expect(count == 8 * 7 * 7 * 12 * 2)
  }

  private func outcome(
    _ method: HTTPRequest.Method, _ site: String?, _ origin: String?, _ referrer: String?, _ host: String?
  ) async throws -> Outcome {
    var headers = HTTPFields()
    headers[.named("Sec-Fetch-Site")] = site
    headers[.origin] = origin
    headers[.referer] = referrer
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
      return .passes
    } catch let problem as RequestProblem {
      #expect([.forbidden, .badRequest].contains(problem.status))
      return problem.status == .forbidden ? .forbidden : .withoutHost
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
