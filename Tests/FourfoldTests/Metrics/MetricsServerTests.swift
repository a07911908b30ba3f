import ArgumentParser
import Foundation
import RemoteLists
import Testing

@testable import fourfold

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class MetricsServerTests: CommandTests {
  @Test func `metrics are off, and have an address of their own if they are on`() throws {
    func settings(_ arguments: String...) throws -> MetricsSettings? {
      let serve = try #require(try Fourfold.parseAsRoot(["serve"] + arguments) as? Serve)
      return try ServeSettings(
        serve, [:]
      ).metrics
    }
    #expect(try settings() == nil)
    let metrics = try settings("--metrics-port", "9100")
    #expect((metrics?.hostname, metrics?.port) == ("127.0.0.1", 9_100))
    #expect(throws: ValidationError.self) { try settings("--metrics-port", "8080") }
    #expect(throws: ValidationError.self) { try settings("--metrics-port", "70000") }
  }

  /// A real server: what it is asked for is counted, logged and told, and `fourfold doctor` finds it.
  @Test func `a running server tells its metrics on the other port, and logs its requests by route`() async throws {
    let server = try RunningCommand(
      [
        "serve", "--port", "0", "--metrics-port", "0", "--log-requests", "all", "--log-format", "json", "--database",
        world.database,
      ], environment: ["TMPDIR": world.folder.path], in: world)
    defer { server.send(SIGTERM) }
    try await eventually { try server.said.contains("Fourfold serves") && server.asked.contains("serving metrics") }
    let main = try #require(try server.said.firstMatch(of: /Fourfold serves (http:\/\/[0-9.:]+)/)).output.1
    let metrics = try #require(try server.asked.firstMatch(of: /"address":"([0-9.:]+)"/)).output.1

    #expect(try await Probe.get("\(main)/lists/5?secret=x").status == 401)
    #expect(try await Probe.get("\(main)/nowhere/secret").status == 404)
    #expect(try await Probe.get("\(main)/metrics").status == 404, "not among the pages")
    let text = try await Probe.get("http://\(metrics)/metrics")
    #expect(text.status == 200)
    #expect(try await Probe.get("http://\(metrics)/lists").status == 404)
    for line in [
      #"fourfold_requests_total{method="GET",route="/lists/{id}",status="401"} 1"#,
      #"fourfold_requests_total{method="GET",route="none",status="404"} 2"#,
      #"fourfold_request_duration_seconds_count{method="GET",route="/lists/{id}"} 1"#, "fourfold_healthy 1",
      "fourfold_accounts 0", #"fourfold_sources{state="failing"} 0"#, "# TYPE fourfold_database_bytes gauge",
    ] {
      #expect(text.body.contains(line + "\n"), "\(line)")
    }
    #expect(!text.body.contains("secret"))

    try await eventually { try server.asked.contains(#""route":"/lists/{id}""#) }
    #expect(try !server.asked.contains("secret"))

    let own = main.split(separator: ":").last.map(String.init) ?? ""
    let doctor = try RunningCommand(
      ["doctor", "--url", String(main), "--port", own, "--database", world.database], in: world)
    _ = try await doctor.ends()
    #expect(try doctor.said.contains("answers at \(main)\n"))
    #expect(try doctor.said.contains("the scheme http arrives\n"))
    #expect(try doctor.said.contains("the client's address arrives as 127.0.0.1\n"))
    server.send(SIGTERM)
    #expect(try await server.ends() == 0)
  }
}
