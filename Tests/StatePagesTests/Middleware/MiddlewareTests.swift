import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import StatePages

struct HostCheckTests {
  @Test(
    arguments: [
      (nil, true), ("localhost", true), ("localhost:8080", true), ("lists.localhost", true), ("LOCALHOST", true),
      ("127.0.0.1:8080", true), ("192.168.1.7", true), ("[::1]:8080", true), ("[fe80::1]", true),
      ("lists.example", true), ("Lists.Example:443", true), ("other.example", false), ("evil.lists.example", false),
      ("127.0.0.1.evil.example", false), ("256.0.0.1", false), ("1.2.3", false), ("localhost.evil.example", false),
      ("[evil.example]", false), ("", false), ("+127.0.0.1", false), ("127.0.0.1.", false), ("127.0.0.01", false),
      ("0x7f.0.0.1", false), ("127.1", false), ("[127.0.0.1]", false), ("[::1", false), ("[::1]evil.example", false),
      ("[::1]:80x", false), ("[:::1]", false), ("[::ffff:192.0.2.1]", true), ("127.0.0.1:80:80", false),
      ("-1.0.0.1", false),
    ] as [(String?, Bool)])
  func `a host is accepted or refused as listed`(host: String?, passes: Bool) async throws {
    for method in [HTTPRequest.Method.get, .post] {
      let request = Request(
        head: HTTPRequest(method: method, scheme: "http", authority: host, path: "/lists"),
        body: RequestBody(buffer: ByteBuffer()))
      var context = PageRequestContext(
        source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Logger(label: "test")))
      context.client = Client(request.head, peer: nil, proxies: .none)
      let guarded = HostCheck<PageRequestContext>(names: ["lists.example"], health: "/health")
      do {
        _ = try await guarded.handle(request, context: context) { _, _ in Response(status: .ok) }
        #expect(passes)
      } catch let problem as RequestProblem {
        #expect(problem.status == .misdirectedRequest)
        #expect(!passes)
      }
    }
  }
}

struct RunOrExitTests {
  private struct Odd: Error, CustomStringConvertible { let description = "the moon is full" }

  @Test func `an app with broken templates ends with the problems and an error status`() async {
    let result = await #expect(processExitsWith: .exitCode(78), observing: [\.standardErrorContent]) {
      await runOrExit { _ = try TestTemplates.catalogue(["notes/content": "{{a}}"]) }
    }
    let said = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(said?.contains("notes/content:1: {{a}} is not declared by its view\n") == true)
  }

  @Test func `every problem of a start is one line for the operator`() {
    let busy = StartProblem.describe(IOError(errnoCode: EADDRINUSE, reason: "bind"))
    #expect(busy.line.hasPrefix("The port is in use") && busy.status == 69)
    let missing = #expect(throws: ConfigurationProblem.self) { try StaticFiles("/nowhere/Public") }
    let told = missing.map { StartProblem.describe($0) }
    #expect(told?.line.contains("/nowhere/Public") == true && told?.status == 78)
    #expect(StartProblem.describe(Odd()) == ("the moon is full", 1))
  }
}

struct SecurityHeadersTests {
  @Test(arguments: [(false, ["frame-ancestors 'none'"]), (true, ["frame-src 'self'", "frame-ancestors 'self'"])])
  func `the policy allows no script, and only own frames if any`(framesOwnPages: Bool, frames: [String]) throws {
    let fields = SecurityHeaders(framesOwnPages: framesOwnPages).fields
    let policy = try #require(fields[.named("Content-Security-Policy")])
    let parts = policy.split(separator: "; ").map(String.init)
    #expect(parts.filter { $0.hasPrefix("frame") } == frames)
    #expect(Set(parts).isSuperset(of: ["default-src 'none'", "base-uri 'none'", "form-action 'self'"]))
    #expect(!policy.contains("script") && !policy.contains("unsafe") && !policy.contains("*"))
  }
}
