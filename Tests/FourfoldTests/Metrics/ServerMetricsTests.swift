import ArgumentParser
import Foundation
import RemoteLists
import Testing

@testable import fourfold

struct ServerMetricsTests {
  private let metrics = ServerMetrics()

  private func lines(_ gauges: [String: Double] = [:]) -> [String] {
    metrics.text(with: gauges).split(separator: "\n").map(String.init)
      .filter { !$0.contains("fourfold_metrics_series_dropped") }
  }

  @Test func `counters and gauges are printed by name, with their type, help and labels`() {
    let labels = [("status", "200"), ("route", "/lists/{id}")]
    metrics.count("fourfold_requests_total", labels, by: 2)
    metrics.count("fourfold_requests_total", labels.reversed())
    #expect(
      lines(["fourfold_accounts": 3, "a{b=\"c\"}": 1.5]) == [
        "# TYPE a gauge", "a{b=\"c\"} 1.5", "# HELP fourfold_accounts Accounts that can sign in.",
        "# TYPE fourfold_accounts gauge", "fourfold_accounts 3",
        "# HELP fourfold_requests_total Responses by route, method and status.",
        "# TYPE fourfold_requests_total counter",
        #"fourfold_requests_total{route="/lists/{id}",status="200"} 3"#,
      ])
  }

  @Test func `a duration is in a histogram in seconds, whose buckets add up`() {
    for milliseconds in [1, 5, 6, 700, 20_000] { metrics.record(.milliseconds(milliseconds), as: "t") }
    let lines = lines()
    #expect(lines.contains(#"t_bucket{le="0.005"} 2"#))
    #expect(lines.contains(#"t_bucket{le="0.01"} 3"#))
    #expect(lines.contains(#"t_bucket{le="1"} 4"#))
    #expect(lines.suffix(3) == [#"t_bucket{le="+Inf"} 5"#, "t_sum 20.712", "t_count 5"])
  }

  @Test func `no label can break a line`() {
    metrics.count("c", [("l", "a\"b\\c\nd")])
    #expect(lines() == ["# TYPE c counter", #"c{l="a\"b\\c\nd"} 1"#])
  }

  @Test func `the number of series is limited, and what is left out is told`() {
    for number in 0..<4_100 { metrics.count("c", [("l", "\(number)")]) }
    #expect(lines().count == 4_001)
    #expect(metrics.text().hasSuffix("fourfold_metrics_series_dropped 100\n"))
  }

  @Test func `every metric of the server has a help`() {
    for (name, help) in MetricHelp.texts {
      #expect(!help.isEmpty && name.allSatisfy { $0.isLowercase || $0 == "_" }, "\(name)")
    }
  }
}

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class MetricsServerTests: CommandTests {
  @Test func `metrics are off, and have an address of their own if they are on`() throws {
    func settings(_ arguments: String...) throws -> MetricsSettings? { try serveSettings(arguments).metrics }
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
    ] { #expect(text.body.contains(line + "\n"), "\(line)") }
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
