import Synchronization
import TaskApp

/// Counts what happens in a server, and prints it in Prometheus' text format. The number of series is limited, so that no label can fill
/// the memory.
final class ServerMetrics: Sendable {
  static let shared = ServerMetrics()

  /// The maximum number of series.
  private static let limit = 4_000
  /// The upper bounds of histograms, in seconds.
  private static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

  private struct Histogram {
    /// By the first bound that a value does not exceed; the last is above all of them.
    var counts = [Int](repeating: 0, count: bounds.count + 1)
    var sum = 0.0
  }

  private struct Model {
    var counters: [String: [Labels: Int]] = [:]
    var histograms: [String: [Labels: Histogram]] = [:]
    var count = 0
    var dropped = 0

    /// Whether a series may be changed, which is new or not.
    mutating func takes(isNew: Bool) -> Bool {
      let isDropped = isNew && count >= ServerMetrics.limit
      if isDropped { dropped += 1 } else if isNew { count += 1 }
      return !isDropped
    }
  }

  private let model = Mutex(Model())

  func count(_ name: String, _ labels: [(String, String)] = [], by amount: Int = 1) {
    let labels = Labels(labels)
    model.withLock { model in
      guard model.takes(isNew: model.counters[name]?[labels] == nil) else { return }
      model.counters[name, default: [:]][labels, default: 0] += amount
    }
  }

  /// Adds a value to a histogram.
  func record(_ duration: Duration, as name: String, _ labels: [(String, String)] = []) {
    let (labels, seconds) = (Labels(labels), duration / .seconds(1))
    let place = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
    model.withLock { model in
      guard model.takes(isNew: model.histograms[name]?[labels] == nil) else { return }
      model.histograms[name, default: [:]][labels, default: Histogram()].counts[place] += 1
      model.histograms[name, default: [:]][labels, default: Histogram()].sum += seconds
    }
  }

  /// The text, with gauges that were read just now.
  func text(with gauges: [GaugeReading] = []) -> String {
    let model = model.withLock { $0 }
    var text = PrometheusText()
    for (name, series) in model.counters.sorted(by: { $0.key < $1.key }) {
      text.begin(name, .counter)
      for (labels, value) in series.sorted(by: { $0.key < $1.key }) { text.sample(name, labels, Double(value)) }
    }
    for (name, series) in model.histograms.sorted(by: { $0.key < $1.key }) {
      text.begin(name, .histogram)
      for (labels, values) in series.sorted(by: { $0.key < $1.key }) {
        var count = 0
        for (bound, more) in zip(Self.bounds + [.infinity], values.counts) {
          count += more
          text.sample("\(name)_bucket", labels, Double(count), ("le", PrometheusText.number(bound)))
        }
        text.sample("\(name)_sum", labels, values.sum)
        text.sample("\(name)_count", labels, Double(count))
      }
    }
    let own = GaugeReading("fourfold_metrics_series_dropped", Double(model.dropped))
    for (name, gauges) in Dictionary(grouping: gauges + [own], by: \.name).sorted(by: { $0.key < $1.key }) {
      text.begin(name, .gauge)
      for gauge in gauges { text.sample(name, gauge.labels, gauge.value) }
    }
    return text.text
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

/// A value that is read when the metrics are asked for.
struct GaugeReading: Sendable {
  let name: String
  let labels: Labels
  let value: Double

  init(_ name: String, _ labels: [(String, String)], _ value: Double) {
    (self.name, self.labels, self.value) = (name, Labels(labels), value)
  }

  init(_ name: String, _ value: Double) { self.init(name, [], value) }
}

/// The labels of a series, sorted by name.
struct Labels: Hashable, Comparable, Sendable {
  let pairs: [[String]]

  init(_ pairs: [(String, String)]) {
    self.pairs = pairs.map { [$0.0, $0.1] }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  static func < (left: Self, right: Self) -> Bool {
    left.pairs.lexicographicallyPrecedes(right.pairs) { $0.lexicographicallyPrecedes($1) }
  }
}
