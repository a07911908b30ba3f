import Testing

@testable import fourfold

struct ServerMetricsTests {
  private let metrics = ServerMetrics()

  private func lines(_ gauges: [GaugeReading] = []) -> [String] {
    metrics.text(with: gauges).split(separator: "\n").map(String.init)
      .filter { !$0.contains("fourfold_metrics_series_dropped") }
  }

  @Test func `counters and gauges are printed by name, with their type, help and labels`() {
    let labels = [("status", "200"), ("route", "/lists/{id}")]
    metrics.count("fourfold_requests_total", labels, by: 2)
    metrics.count("fourfold_requests_total", labels.reversed())
    #expect(
      lines([GaugeReading("fourfold_accounts", 3), GaugeReading("a", 1.5)]) == [
        "# HELP fourfold_requests_total Responses by route, method and status.",
        "# TYPE fourfold_requests_total counter",
        #"fourfold_requests_total{route="/lists/{id}",status="200"} 3"#, "# TYPE a gauge", "a 1.5",
        "# HELP fourfold_accounts Accounts that can sign in.", "# TYPE fourfold_accounts gauge",
        "fourfold_accounts 3",
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
