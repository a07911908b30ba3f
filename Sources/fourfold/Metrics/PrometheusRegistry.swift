import Metrics
import Synchronization

/// Collects the metrics of a process, and prints them in Prometheus' text format 0.0.4.
///
/// Counters, meters and timers of `swift-metrics` end here. Timers become histograms in seconds. Of one name, all series have one
/// kind: the first. The number of series is limited, so that no label can fill the memory.
final class PrometheusRegistry: MetricsFactory {
  /// The maximum number of series.
  private static let limit = 4_000

  private struct Model {
    var families: [String: [Labels: any Series]] = [:]
    var count = 0
    var dropped = 0
  }

  private let model = Mutex(Model())

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    series(label, dimensions) { CounterSeries() }
  }

  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    series(label, dimensions) { GaugeSeries() }
  }

  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    aggregate ? series(label, dimensions) { HistogramSeries() } : series(label, dimensions) { GaugeSeries() }
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    series(label, dimensions) { HistogramSeries() }
  }

  // Series last as long as the process.
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}

  private func series<New: Series>(_ label: String, _ dimensions: [(String, String)], _ make: () -> New) -> New {
    let labels = Labels(dimensions)
    return model.withLock { model in
      let family = model.families[label] ?? [:]
      if let series = family[labels] as? New { return series }
      let new = make()
      // A name that is taken by another kind of metric, or a series beyond the limit, is not counted.
      let isOfKind = family.values.first.map { type(of: $0).kind == New.kind } ?? true
      guard isOfKind, model.count < Self.limit else {
        model.dropped += 1
        return new
      }
      model.count += 1
      model.families[label, default: [:]][labels] = new
      return new
    }
  }

  /// The text, with further gauges that were read just now.
  func text(with gauges: [GaugeReading] = []) -> String {
    let (families, dropped) = model.withLock { ($0.families, $0.dropped) }
    var text = PrometheusText()
    for (name, series) in families.sorted(by: { $0.key < $1.key }) {
      guard let kind = series.values.first.map({ type(of: $0).kind }) else { continue }
      text.begin(name, kind)
      for (labels, series) in series.sorted(by: { $0.key < $1.key }) { series.print(name, labels, into: &text) }
    }
    let own = GaugeReading("fourfold_metrics_series_dropped", Double(dropped))
    for (name, gauges) in Dictionary(grouping: gauges + [own], by: \.name).sorted(by: { $0.key < $1.key }) {
      text.begin(name, .gauge)
      for gauge in gauges { text.sample(name, gauge.labels, gauge.value) }
    }
    return text.text
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

  init(_ name: String, _ value: Double) {
    self.init(name, [], value)
  }
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
