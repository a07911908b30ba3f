import Metrics
import Testing

@testable import fourfold

struct PrometheusRegistryTests {
  private let registry = PrometheusRegistry()

  private func lines(_ gauges: [GaugeReading] = []) -> [String] {
    registry.text(with: gauges).split(separator: "\n").map(String.init)
      .filter { !$0.contains("fourfold_metrics_series_dropped") }
  }

  @Test func `counters and gauges are printed by name, with their type, help and labels`() {
    let labels = [("status", "200"), ("route", "/lists/{id}")]
    Counter(label: "fourfold_requests_total", dimensions: labels, factory: registry).increment(by: 2)
    Counter(label: "fourfold_requests_total", dimensions: labels.reversed(), factory: registry).increment()
    Meter(label: "a-b", factory: registry).set(1.5)
    #expect(
      lines([GaugeReading("fourfold_accounts", 3)]) == [
        "# TYPE a_b gauge", "a_b 1.5", "# HELP fourfold_requests_total Responses by route, method and status.",
        "# TYPE fourfold_requests_total counter",
        #"fourfold_requests_total{route="/lists/{id}",status="200"} 3"#,
        "# HELP fourfold_accounts Accounts that can sign in.", "# TYPE fourfold_accounts gauge",
        "fourfold_accounts 3",
      ])
  }

  @Test func `a timer is a histogram in seconds, whose buckets add up`() {
    let timer = Metrics.Timer(label: "t", factory: registry)
    for milliseconds in [1, 5, 6, 700, 20_000] as [Int64] { timer.recordNanoseconds(milliseconds * 1_000_000) }
    let lines = lines()
    #expect(lines.contains(#"t_bucket{le="0.005"} 2"#))
    #expect(lines.contains(#"t_bucket{le="0.01"} 3"#))
    #expect(lines.contains(#"t_bucket{le="1"} 4"#))
    #expect(lines.suffix(3) == [#"t_bucket{le="+Inf"} 5"#, "t_sum 20.712", "t_count 5"])
  }

  @Test func `no label can break a line`() {
    Counter(label: "c", dimensions: [("l", "a\"b\\c\nd")], factory: registry).increment()
    #expect(lines() == ["# TYPE c counter", #"c{l="a\"b\\c\nd"} 1"#])
  }

  @Test func `the number of series is limited, and what is left out is told`() {
    for number in 0..<4_100 {
      Counter(label: "c", dimensions: [("l", "\(number)")], factory: registry).increment()
    }
    #expect(lines().count == 4_001)
    #expect(registry.text().hasSuffix("fourfold_metrics_series_dropped 100\n"))
  }

  @Test func `a name has one kind`() {
    Counter(label: "c", factory: registry).increment()
    Meter(label: "c", dimensions: [("l", "x")], factory: registry).set(5)
    #expect(lines() == ["# TYPE c counter", "c 1"])
  }

  @Test func `every metric of the server has a help`() {
    for (name, help) in MetricHelp.texts {
      #expect(!help.isEmpty && name.allSatisfy { $0.isLowercase || $0 == "_" }, "\(name)")
    }
  }
}
