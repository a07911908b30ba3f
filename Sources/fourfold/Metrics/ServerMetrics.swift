import Synchronization
import TaskApp

/// Counts what happens in a server, and prints it in Prometheus' text format 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format). The number of series is limited, so that no label can
/// fill the memory.
final class ServerMetrics: Sendable {
  static let shared = ServerMetrics()
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  /// The maximum number of series.
  private static let limit = 4_000
  /// The upper bounds of histograms, in seconds.
  private static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, .infinity]

  private enum Kind: String { case counter, gauge, histogram }

  private struct Metric {
    let kind: Kind
    /// By their labels: a value, or of a histogram the number of values up to each bound, and the sum of all.
    var series: [String: [Double]] = [:]
  }

  private struct Model {
    var metrics: [String: Metric] = [:]
    var count = 0
    var dropped = 0

    mutating func change(
      _ name: String, _ kind: Kind, _ labels: String, _ size: Int, _ change: (inout [Double]) -> Void
    ) {
      if metrics[name]?.series[labels] == nil {
        guard count < limit else { return dropped += 1 }
        count += 1
      }
      change(
        &metrics[name, default: Metric(kind: kind)].series[labels, default: [Double](repeating: 0, count: size)])
    }
  }

  private let model = Mutex(Model())

  func count(_ name: String, _ labels: [(String, String)] = [], by amount: Int = 1) {
    let labels = Self.text(of: labels)
    model.withLock { $0.change(name, .counter, labels, 1) { $0[0] += Double(amount) } }
  }

  /// Adds a value to a histogram.
  func record(_ duration: Duration, as name: String, _ labels: [(String, String)] = []) {
    let (labels, seconds, bounds) = (Self.text(of: labels), duration / .seconds(1), Self.bounds)
    model.withLock { model in
      model.change(name, .histogram, labels, bounds.count + 1) { values in
        for index in bounds.indices where seconds <= bounds[index] { values[index] += 1 }
        values[bounds.count] += seconds
      }
    }
  }

  /// The text, with gauges that were read just now, by their names and labels.
  func text(with gauges: [String: Double] = [:]) -> String {
    var (metrics, dropped) = model.withLock { ($0.metrics, $0.dropped) }
    for (series, value) in gauges.merging(
      ["fourfold_metrics_series_dropped": Double(dropped)], uniquingKeysWith: { $1 })
    {
      let name = String(series.prefix { $0 != "{" })
      metrics[name, default: Metric(kind: .gauge)].series[String(series.dropFirst(name.count + 1).dropLast())] = [value]
    }
    var text = ""
    for (name, metric) in metrics.sorted(by: { $0.key < $1.key }) {
      if let help = MetricHelp.texts[name] { text += "# HELP \(name) \(help)\n" }
      text += "# TYPE \(name) \(metric.kind.rawValue)\n"
      for (labels, values) in metric.series.sorted(by: { $0.key < $1.key }) {
        guard metric.kind == .histogram else {
          text += Self.line(name, labels, values[0])
          continue
        }
        for (bound, count) in zip(Self.bounds, values) {
          let upTo = "le=\"\(bound == .infinity ? "+Inf" : Self.text(of: bound))\""
          text += Self.line("\(name)_bucket", labels.isEmpty ? upTo : "\(labels),\(upTo)", count)
        }
        text += Self.line("\(name)_sum", labels, values[Self.bounds.count])
        text += Self.line("\(name)_count", labels, values[Self.bounds.count - 1])
      }
    }
    return text
  }

  private static func line(_ name: String, _ labels: String, _ value: Double) -> String {
    name + (labels.isEmpty ? "" : "{\(labels)}") + " \(text(of: value))\n"
  }

  private static func text(of value: Double) -> String { Int64(exactly: value).map(String.init) ?? String(value) }

  /// Labels, sorted by name.
  private static func text(of labels: [(String, String)]) -> String {
    labels.sorted { $0.0 < $1.0 }.map { name, value in
      let escaped = value.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\"", with: "\\\"")
      return "\(name)=\"\(escaped)\""
    }.joined(separator: ",")
  }
}

extension ServerMetrics {
  /// Counts a request by route, method and status, and measures it by route and method.
  func count(_ request: ServedRequest) {
    let route = [("route", request.route), ("method", request.method.rawValue)]
    count("fourfold_requests_total", route + [("status", String(request.status))])
    record(request.duration, as: "fourfold_request_duration_seconds", route)
  }

  func count(_ metric: AppMetric) {
    switch metric {
    case .regionSettled(let screen, let state): count("fourfold_regions_total", [("screen", screen), ("state", state)])
    case .fetched(let outcome): count("fourfold_fetches_total", [("outcome", outcome)])
    case .reminded(let channel, let outcome):
      count("fourfold_reminders_total", [("channel", channel), ("outcome", outcome)])
    case .signedIn: count("fourfold_sign_ins_total", [("result", "ok")])
    case .passwordRefused: count("fourfold_sign_ins_total", [("result", "refused")])
    case .rateLimited: count("fourfold_rate_limited_requests_total")
    }
  }

  enum Job: String {
    case backup, check, purge
  }

  func count(_ job: Job, succeeded: Bool) {
    count("fourfold_jobs_total", [("job", job.rawValue), ("result", succeeded ? "ok" : "failed")])
  }
}
